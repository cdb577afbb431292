// Threads take blocks of a loop from its counter. Open loops stand in a list: a worker that has nothing to do
// helps the one that was opened first, and a caller that waits for the last blocks of its loop helps loops
// that were opened inside of them. Loops over rows inside of a body are opened only where somebody is idle:
// they cost nothing while all threads have blocks of their own. A new loop is announced by a generation
// number that threads first watch for a while (small training steps follow each other closely, and to wake a
// thread costs its caller some microseconds) and then sleep on.
#include "graphsr/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <immintrin.h>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace graphsr {

namespace {
constexpr unsigned kFlushBits = 0x8040;           // flush-to-zero and denormals-are-zero of MXCSR
constexpr std::chrono::microseconds kWatch(200);  // 50: two threads fit plain Cora 1.03 times as long
constexpr int64_t kWorthwhile =
    100000;  // multiply-adds, a few microseconds: less is not worth waking a thread for
constexpr int kBlocksPerThread =
    3;  // rows differ in cost, so a thread that is done early takes another block
}  // namespace

FlushDenormals::FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | kFlushBits); }
FlushDenormals::~FlushDenormals() { _mm_setcsr(before_); }

int hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

namespace {

struct Loop {
  const ThreadPool::Body& body;
  const int64_t count, block;
  const Loop* const outer;  // in whose body this one was opened, or null
  std::atomic<int64_t> next{0};
  std::atomic<int> helpers{0};  // other threads that may still look at this
  std::exception_ptr error = nullptr;
  int64_t error_at = std::numeric_limits<int64_t>::max();

  bool has_blocks() const { return next.load(std::memory_order_relaxed) < count; }
  bool is_inside(const Loop* other) const {
    const Loop* at = this;
    while (at && at != other) at = at->outer;
    return at == other;  // all are inside of null
  }
};

thread_local const Loop* running = nullptr;  // whose body this thread is in

// This thread is in a body of the loop, from here to the end of the scope.
class InsideBody {
 public:
  explicit InsideBody(const Loop& loop) : before_(std::exchange(running, &loop)) {}
  ~InsideBody() { running = before_; }
  InsideBody(const InsideBody&) = delete;
  InsideBody& operator=(const InsideBody&) = delete;

 private:
  const Loop* const before_;
  const FlushDenormals flush_;
};

}  // namespace

struct ThreadPool::Shared {
  std::mutex mutex;  // of open, of errors, and of who helps
  std::condition_variable changed;
  std::vector<Loop*> open;
  std::atomic<uint64_t> generation{0};  // how many loops were opened
  std::atomic<int> idle{0};
  std::atomic<bool> stop{false};
  std::vector<std::thread> workers;

  void run_blocks(Loop& loop) {
    const InsideBody inside(loop);
    for (;;) {
      const int64_t begin = loop.next.fetch_add(loop.block, std::memory_order_relaxed);
      if (begin >= loop.count) return;
      try {
        loop.body(begin, std::min(loop.count, begin + loop.block));
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (begin < loop.error_at) {
          loop.error_at = begin;
          loop.error = std::current_exception();
        }
        loop.next.store(loop.count, std::memory_order_relaxed);
      }
    }
  }

  // Helps open loops inside of the given one until none of them has blocks.
  void help(const Loop* outer) {
    std::unique_lock lock(mutex);
    for (;;) {
      const auto found = std::ranges::find_if(
          open, [&](const Loop* loop) { return loop->has_blocks() && loop->is_inside(outer); });
      if (found == open.end()) return;
      Loop& loop = **found;
      ++loop.helpers;
      lock.unlock();
      run_blocks(loop);
      lock.lock();
      if (--loop.helpers == 0) changed.notify_all();  // from here on the loop may be gone
    }
  }

  // Helps whoever can be helped until `done`, which becomes true when a loop has lost its last helper, or
  // when the pool stops.
  template <class Done>
  void help_until(const Loop* outer, const Done& done) {
    while (!done()) {
      const uint64_t seen = generation.load(std::memory_order_acquire);
      help(outer);
      const auto is_new = [&] { return done() || generation.load(std::memory_order_acquire) != seen; };
      ++idle;
      const auto end = std::chrono::steady_clock::now() + kWatch;
      for (int spin = 1; !is_new() && (spin % 64 != 0 || std::chrono::steady_clock::now() < end); ++spin)
        _mm_pause();
      if (!is_new()) {
        std::unique_lock lock(mutex);
        changed.wait(lock, is_new);
      }
      --idle;
    }
  }
};

ThreadPool::ThreadPool(int threads) : threads_(std::max(1, threads)), shared_(std::make_unique<Shared>()) {
  for (int i = 1; i < threads_; ++i) shared_->workers.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
  }
  shared_->changed.notify_all();
  for (auto& worker : shared_->workers) worker.join();
}

void ThreadPool::work() {
  shared_->help_until(nullptr, [this] { return shared_->stop.load(); });
}

void ThreadPool::for_blocks(int64_t count, int64_t block, const Body& body) {
  if (count <= 0) return;
  Shared& s = *shared_;
  if (threads_ == 1 || count <= block) {
    const FlushDenormals flush;
    for (int64_t begin = 0; begin < count; begin += block) body(begin, std::min(count, begin + block));
    return;
  }
  Loop loop = {body, count, block, running};
  {
    const std::lock_guard lock(s.mutex);
    s.open.push_back(&loop);
    s.generation.fetch_add(1, std::memory_order_release);
  }
  s.changed.notify_all();
  s.run_blocks(loop);
  {
    const std::lock_guard lock(s.mutex);
    std::erase(s.open, &loop);
  }
  s.help_until(&loop, [&] { return loop.helpers.load(std::memory_order_acquire) == 0; });
  const std::lock_guard lock(s.mutex);  // the last helper has let go
  if (loop.error) std::rethrow_exception(loop.error);
}

void ThreadPool::for_rows(int64_t rows, int64_t work, const Body& body) {
  const bool alone = threads_ == 1 || (running && shared_->idle.load(std::memory_order_relaxed) == 0);
  const int64_t most = alone ? 1 : static_cast<int64_t>(threads_) * kBlocksPerThread;
  const int64_t blocks = std::clamp<int64_t>(rows * work / kWorthwhile, 1, most);
  for_blocks(rows, (rows + blocks - 1) / blocks, body);
}

}  // namespace graphsr
