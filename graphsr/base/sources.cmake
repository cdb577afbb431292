target_sources(graphsr PRIVATE
  base/error.cpp
  base/random.cpp
  base/thread_pool.cpp
)
