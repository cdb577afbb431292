target_sources(graphsr PRIVATE
  graph/builder.cpp
  graph/dataset.cpp
  graph/demo.cpp
  graph/features.cpp
  graph/minority.cpp
  graph/split.cpp
  graph/split_file.cpp
)
