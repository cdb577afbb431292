target_sources(graphsr_tests PRIVATE
  model/safetensors_test.cpp
)
