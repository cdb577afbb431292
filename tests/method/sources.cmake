target_sources(graphsr_tests PRIVATE
  method/crest_test.cpp
  method/edge_decoder_test.cpp
  method/graphens_laws_test.cpp
  method/graphens_test.cpp
  method/graphsmote_test.cpp
  method/graphsr_test.cpp
  method/method_test.cpp
  method/odd_tasks_test.cpp
  method/sampling_test.cpp
  method/smote_test.cpp
)
