#include "graphsr/base/thread_pool.h"

#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

TEST(ThreadPool, visits_every_item_once_in_the_same_blocks_for_any_number_of_threads) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    for (const int64_t count : {0, 1, 7, 64, 1000}) {
      std::vector<int> visits(count);
      std::atomic<int> misaligned = 0;
      pool.for_blocks(count, 7, [&](int64_t begin, int64_t end) {
        if (begin % 7 != 0 || (end != count && end != begin + 7)) ++misaligned;
        for (int64_t i = begin; i < end; ++i) ++visits[i];
      });
      EXPECT_EQ(visits, std::vector<int>(count, 1));
      EXPECT_EQ(misaligned, 0);
    }
  }
}

TEST(ThreadPool, survives_many_short_loops) {
  ThreadPool pool(3);
  std::atomic<int64_t> total = 0;
  for (int i = 0; i < 20000; ++i) pool.for_blocks(4, 1, [&](int64_t begin, int64_t) { total += begin; });
  EXPECT_EQ(total, 20000 * 6);
}

TEST(ThreadPool, throws_what_a_body_threw_and_works_again) {
  for (const int threads : {1, 4}) {
    ThreadPool pool(threads);
    EXPECT_THROW(pool.for_blocks(100, 1,
                                 [](int64_t begin, int64_t) {
                                   if (begin == 42) throw std::runtime_error("no");
                                 }),
                 std::runtime_error);
    std::atomic<int> calls = 0;
    pool.for_blocks(10, 1, [&](int64_t, int64_t) { ++calls; });
    EXPECT_EQ(calls, 10);
  }
}

TEST(ThreadPool, runs_nested_loops) {
  ThreadPool pool(4);
  std::atomic<int> calls = 0;
  pool.for_blocks(8, 1, [&](int64_t, int64_t) { pool.for_blocks(8, 1, [&](int64_t, int64_t) { ++calls; }); });
  EXPECT_EQ(calls, 64);
}

// Do two threads run an inner loop? Its two blocks wait for each other, for a while.
bool is_helped(ThreadPool& pool) {
  std::atomic<int> arrived = 0, met = 0;
  pool.for_blocks(2, 1, [&](int64_t, int64_t) {
    ++arrived;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    while (arrived < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    met += arrived == 2;
  });
  return met == 2;
}

TEST(ThreadPool, threads_that_are_done_help_loops_inside_of_bodies) {
  ThreadPool pool(2);
  const auto caller = std::this_thread::get_id();
  for (const bool caller_works : {true, false}) {
    bool helped = false;
    std::atomic<int> begun = 0;
    pool.for_blocks(2, 1, [&](int64_t, int64_t) {
      ++begun;
      while (begun < 2) std::this_thread::yield();  // each thread has a block
      if ((std::this_thread::get_id() == caller) != caller_works) return;
      for (int tries = 0; tries < 100 && !helped; ++tries) helped = is_helped(pool);
    });
    EXPECT_TRUE(helped) << (caller_works ? "by the worker" : "by the caller, who waits");
  }
}

TEST(ThreadPool, throws_what_a_body_of_an_inner_loop_threw) {
  ThreadPool pool(3);
  std::atomic<int> finished = 0, went_on = 0;
  const auto loop = [&](int64_t outer, int64_t) {
    pool.for_blocks(8, 1, [&](int64_t inner, int64_t) {
      if (outer == 2 && inner == 5) throw std::runtime_error("no");
    });
    ++(outer == 2 ? went_on : finished);
  };
  for (int times = 0; times < 200; ++times) EXPECT_THROW(pool.for_blocks(3, 1, loop), std::runtime_error);
  EXPECT_EQ(went_on, 0);
  EXPECT_GT(finished, 0);
}

TEST(ThreadPool, can_be_shared_by_several_callers) {
  ThreadPool pool(3);
  std::atomic<int> calls = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      for (int k = 0; k < 200; ++k) pool.for_blocks(16, 1, [&](int64_t, int64_t) { ++calls; });
    });
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(calls, 4 * 200 * 16);
}

TEST(ThreadPool, flushes_denormals_in_bodies_and_restores_the_caller) {
  volatile float smallest = std::numeric_limits<float>::min();
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    std::atomic<int> kept = 0;
    pool.for_blocks(30, 1, [&](int64_t, int64_t) { kept += smallest / 2 != 0; });
    EXPECT_EQ(kept, 0);
  }
  EXPECT_NE(smallest / 2, 0);
}

}  // namespace
}  // namespace graphsr
