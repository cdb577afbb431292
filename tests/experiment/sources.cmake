target_sources(graphsr_tests PRIVATE
  experiment/run_test.cpp
)
