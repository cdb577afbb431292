target_sources(graphsr PRIVATE
  measure/bootstrap.cpp
  measure/distributions.cpp
  measure/friedman.cpp
  measure/metrics.cpp
  measure/resample.cpp
  measure/wilcoxon.cpp
)
