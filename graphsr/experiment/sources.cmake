target_sources(graphsr PRIVATE
  experiment/address.cpp
  experiment/documents.cpp
  experiment/run.cpp
)
