target_sources(graphsr PRIVATE
  tensor/activation_ops.cpp
  tensor/attention_kernels.cpp
  tensor/attention_ops.cpp
  tensor/csr.cpp
  tensor/dense_kernels.cpp
  tensor/dropout.cpp
  tensor/element_kernels.cpp
  tensor/loss_ops.cpp
  tensor/matrix.cpp
  tensor/multiply.cpp
  tensor/optimiser.cpp
  tensor/plain_attention.cpp
  tensor/plain_kernels.cpp
  tensor/product_ops.cpp
  tensor/sparse_kernels.cpp
  tensor/tape.cpp
)
