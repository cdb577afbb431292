target_sources(graphsr_tests PRIVATE
  tensor/byte_rows_test.cpp
  tensor/csr_test.cpp
  tensor/half_rows_test.cpp
  tensor/init_test.cpp
  tensor/kernels_test.cpp
  tensor/matrix_test.cpp
  tensor/multiply_test.cpp
  tensor/ops_test.cpp
  tensor/optimiser_test.cpp
  tensor/phrases_test.cpp
)
