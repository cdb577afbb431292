target_sources(graphsr PRIVATE
  measure/metrics.cpp
  measure/resample.cpp
  measure/wilcoxon.cpp
)
