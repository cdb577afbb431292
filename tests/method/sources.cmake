target_sources(graphsr_tests PRIVATE
  method/method_test.cpp
)
