target_sources(graphsr PRIVATE
  experiment/documents.cpp
  experiment/run.cpp
)
