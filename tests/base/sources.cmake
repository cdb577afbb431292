target_sources(graphsr_tests PRIVATE
  base/array_test.cpp
  base/atomic_file_test.cpp
  base/bytes_test.cpp
  base/checkpoint_test.cpp
  base/checksum_test.cpp
  base/csv_test.cpp
  base/error_test.cpp
  base/mapped_file_test.cpp
  base/nearest_test.cpp
  base/process_test.cpp
  base/progress_test.cpp
  base/random_test.cpp
  base/sha256_test.cpp
  base/text_test.cpp
  base/thread_pool_test.cpp
)
