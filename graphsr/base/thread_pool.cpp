// One loop at a time. Workers take blocks from a shared counter; a new loop is announced by a generation
// number that workers first watch for a few microseconds (small training steps follow each other that
// closely) and then sleep on.
#include "graphsr/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <immintrin.h>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace graphsr {

namespace {
constexpr unsigned kFlushBits = 0x8040;  // flush-to-zero and denormals-are-zero of MXCSR
constexpr int kSpins = 2000;
constexpr int64_t kWorthwhile =
    100000;  // multiply-adds, a few microseconds: less is not worth waking a thread for
constexpr int kBlocksPerThread =
    3;  // rows differ in cost, so a thread that is done early takes another block
thread_local bool inside_body = false;
}  // namespace

FlushDenormals::FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | kFlushBits); }
FlushDenormals::~FlushDenormals() { _mm_setcsr(before_); }

int hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

struct ThreadPool::Shared {
  std::mutex busy;  // held by the thread whose loop runs
  std::mutex mutex;
  std::condition_variable wake, done;
  std::atomic<uint64_t> generation{0};
  std::atomic<int64_t> next{0};
  std::atomic<int> running{0};
  std::atomic<bool> stop{false};
  const Body* body = nullptr;
  int64_t count = 0, block = 1;
  std::exception_ptr error;
  int64_t error_at = std::numeric_limits<int64_t>::max();
  std::vector<std::thread> workers;

  void run_blocks() {
    const FlushDenormals flush;
    inside_body = true;
    for (;;) {
      const int64_t begin = next.fetch_add(block, std::memory_order_relaxed);
      if (begin >= count) break;
      try {
        (*body)(begin, std::min(count, begin + block));
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (begin < error_at) {
          error_at = begin;
          error = std::current_exception();
        }
        next.store(count, std::memory_order_relaxed);
      }
    }
    inside_body = false;
  }
};

ThreadPool::ThreadPool(int threads) : threads_(std::max(1, threads)), shared_(std::make_unique<Shared>()) {
  for (int i = 1; i < threads_; ++i) shared_->workers.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
    ++shared_->generation;
  }
  shared_->wake.notify_all();
  for (auto& worker : shared_->workers) worker.join();
}

void ThreadPool::work() {
  Shared& s = *shared_;
  uint64_t seen = 0;
  for (;;) {
    for (int spin = 0; spin < kSpins && s.generation.load(std::memory_order_acquire) == seen; ++spin)
      _mm_pause();
    if (s.generation.load(std::memory_order_acquire) == seen) {
      std::unique_lock lock(s.mutex);
      s.wake.wait(lock, [&] { return s.generation.load() != seen; });
    }
    if (s.stop) return;
    ++seen;
    s.run_blocks();
    if (s.running.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      const std::lock_guard lock(s.mutex);
      s.done.notify_one();
    }
  }
}

void ThreadPool::for_blocks(int64_t count, int64_t block, const Body& body) {
  if (count <= 0) return;
  Shared& s = *shared_;
  std::unique_lock busy(s.busy, std::defer_lock);
  if (threads_ == 1 || count <= block || inside_body || !busy.try_lock()) {
    const FlushDenormals flush;
    for (int64_t begin = 0; begin < count; begin += block) body(begin, std::min(count, begin + block));
    return;
  }
  {
    const std::lock_guard lock(s.mutex);
    s.body = &body;
    s.count = count;
    s.block = block;
    s.error = nullptr;
    s.error_at = std::numeric_limits<int64_t>::max();
    s.next.store(0, std::memory_order_relaxed);
    s.running.store(threads_ - 1, std::memory_order_relaxed);
    s.generation.fetch_add(1, std::memory_order_release);
  }
  s.wake.notify_all();
  s.run_blocks();
  for (int spin = 0; spin < kSpins && s.running.load(std::memory_order_acquire) > 0; ++spin) _mm_pause();
  if (s.running.load(std::memory_order_acquire) > 0) {
    std::unique_lock lock(s.mutex);
    s.done.wait(lock, [&] { return s.running.load() == 0; });
  }
  if (s.error) std::rethrow_exception(s.error);
}

void ThreadPool::for_rows(int64_t rows, int64_t work, const Body& body) {
  const int64_t most = threads_ == 1 ? 1 : static_cast<int64_t>(threads_) * kBlocksPerThread;
  const int64_t blocks = std::clamp<int64_t>(rows * work / kWorthwhile, 1, most);
  for_blocks(rows, (rows + blocks - 1) / blocks, body);
}

}  // namespace graphsr
