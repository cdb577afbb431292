target_sources(graphsr PRIVATE
  experiment/address.cpp
  experiment/documents.cpp
  experiment/published.cpp
  experiment/run.cpp
  experiment/summary.cpp
)
