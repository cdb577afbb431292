target_sources(graphsr_tests PRIVATE
  measure/metrics_test.cpp
  measure/wilcoxon_test.cpp
)
