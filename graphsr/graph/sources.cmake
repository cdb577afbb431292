target_sources(graphsr PRIVATE
  graph/blend.cpp
  graph/builder.cpp
  graph/data_folder.cpp
  graph/dataset.cpp
  graph/demo.cpp
  graph/features.cpp
  graph/links.cpp
  graph/minority.cpp
  graph/npy.cpp
  graph/npz.cpp
  graph/npz_csr.cpp
  graph/npz_reader.cpp
  graph/split.cpp
  graph/split_file.cpp
  graph/task.cpp
  graph/zip.cpp
)
