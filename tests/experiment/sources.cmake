target_sources(graphsr_tests PRIVATE
  experiment/address_test.cpp
  experiment/bench_test.cpp
  experiment/grid_test.cpp
  experiment/published_test.cpp
  experiment/record_test.cpp
  experiment/resume_test.cpp
  experiment/run_test.cpp
  experiment/store_test.cpp
  experiment/summary_test.cpp
)
