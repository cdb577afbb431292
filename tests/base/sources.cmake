target_sources(graphsr_tests PRIVATE
  base/random_test.cpp
  base/thread_pool_test.cpp
)
