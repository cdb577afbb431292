target_sources(graphsr PRIVATE
  measure/metrics.cpp
  measure/wilcoxon.cpp
)
