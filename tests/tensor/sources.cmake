target_sources(graphsr_tests PRIVATE
  tensor/csr_test.cpp
  tensor/matrix_test.cpp
)
