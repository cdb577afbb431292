target_sources(graphsr PRIVATE
  experiment/run.cpp
)
