target_sources(graphsr PRIVATE
  tensor/csr.cpp
  tensor/matrix.cpp
)
