target_sources(graphsr_tests PRIVATE
  graph/blend_test.cpp
  graph/builder_test.cpp
  graph/data_folder_test.cpp
  graph/dataset_test.cpp
  graph/demo_test.cpp
  graph/features_test.cpp
  graph/links_test.cpp
  graph/minority_test.cpp
  graph/npz_damage_test.cpp
  graph/npz_reader_test.cpp
  graph/npz_test.cpp
  graph/published_graphs_test.cpp
  graph/split_file_test.cpp
  graph/split_test.cpp
)
