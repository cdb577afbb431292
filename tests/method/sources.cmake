target_sources(graphsr_tests PRIVATE
  method/graphsr_test.cpp
  method/method_test.cpp
  method/odd_tasks_test.cpp
)
