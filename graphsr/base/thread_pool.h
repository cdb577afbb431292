// A pool that runs loops in fixed blocks. Blocks depend on the loop alone, never on the number of threads, so
// a body that writes only its own rows gives the same bytes for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace graphsr {

class ThreadPool {
 public:
  explicit ThreadPool(int threads);  // the caller counts as one; threads >= 1
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  using Body = std::function<void(int64_t begin, int64_t end)>;

  // Calls body(begin, end) for [0, block), [block, 2*block), ... up to count, in any order, and waits for
  // all. A body's exception is thrown here after the loop has stopped (of several, that of the lowest block
  // that failed). Loops inside of a body, and of several callers, run side by side: threads that have nothing
  // else to do help. Denormals are flushed to zero in every body: they cost 30 to 100 times a normal number.
  void for_blocks(int64_t count, int64_t block, const Body& body);

  // The same for rows that are computed each on its own, whatever block they are in: blocks are as large as
  // the number of threads allows. `work` is the cost of a row in multiply-adds; a loop that is too short
  // stays on this thread.
  void for_rows(int64_t rows, int64_t work, const Body& body);

 private:
  struct Shared;
  void work();

  const int threads_;
  std::unique_ptr<Shared> shared_;
};

// Denormals flushed to zero from here to the end of the scope, on this thread.
class FlushDenormals {
 public:
  FlushDenormals();
  ~FlushDenormals();
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  unsigned before_;
};

int hardware_threads();

}  // namespace graphsr
