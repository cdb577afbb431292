target_sources(graphsr_tests PRIVATE
  model/block_test.cpp
  model/model_file_test.cpp
  model/network_test.cpp
  model/predict_test.cpp
  model/prediction_space_test.cpp
  model/propagation_test.cpp
  model/pytorch_reference_test.cpp
  model/safetensors_test.cpp
  model/smoothing_test.cpp
)
