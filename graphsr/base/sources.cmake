target_sources(graphsr PRIVATE
  base/atomic_file.cpp
  base/bytes.cpp
  base/checkpoint.cpp
  base/checksum.cpp
  base/choice.cpp
  base/csv.cpp
  base/error.cpp
  base/mapped_file.cpp
  base/nearest.cpp
  base/process.cpp
  base/progress.cpp
  base/random.cpp
  base/sha256.cpp
  base/text.cpp
  base/thread_pool.cpp
)
