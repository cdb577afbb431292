target_sources(graphsr_tests PRIVATE
  measure/bootstrap_test.cpp
  measure/distributions_test.cpp
  measure/friedman_test.cpp
  measure/metrics_test.cpp
  measure/resample_test.cpp
  measure/wilcoxon_test.cpp
)
