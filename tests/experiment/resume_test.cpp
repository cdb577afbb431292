// Runs that are stopped and continued, and runs on any number of threads, give the same bytes.
#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/experiment/address.h"
#include "tests/base/temporary_folder.h"
#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

using test::expect_same;
using test::quick_cell;

const Dataset& blocks() {
  static const Dataset dataset = blocks_dataset();
  return dataset;
}

Result run_blocks(const Cell& cell, int threads, const Progress& progress = {},
                  const Checkpoint* checkpoint = nullptr) {
  ThreadPool pool(threads);
  return run(blocks(), cell, std::nullopt, pool, progress, checkpoint);
}

class EveryPreset : public testing::TestWithParam<std::string> {
 protected:
  Cell cell() const {
    Cell cell = quick_cell("graphsr", GetParam() == "ppo" ? "default" : GetParam());
    if (GetParam() == "ppo") cell.select.agent = "ppo";
    return cell;
  }
};

TEST_P(EveryPreset, gives_the_same_model_and_account_for_one_two_and_five_threads) {
  const Result first = run_blocks(cell(), 1);
  for (const int threads : {2, 5}) {
    const Result other = run_blocks(cell(), threads);
    EXPECT_EQ(other.model_sha256, first.model_sha256) << threads;
    expect_same(other.augmented, first.augmented);
  }
}

// Ten moments from the first step to the last but one.
TEST_P(EveryPreset, continues_a_run_that_was_stopped_to_the_same_bytes) {
  Cell wanted = cell();
  wanted.refit = true;
  int steps = 0;
  const Result whole = run_blocks(wanted, 1, [&](const Step&) { ++steps; });
  ASSERT_GT(steps, 20);
  for (int k = 0; k < 10; ++k) {
    const int stop = 1 + k * (steps - 2) / 9;
    const TemporaryFolder folder;
    int told = 0;
    {
      const Checkpoint kept(folder / "kept", "address", false);
      EXPECT_THROW(run_blocks(
                       wanted, 1 + k % 2,
                       [&](const Step&) {
                         if (++told >= stop) throw Error(Fault::interrupted, "", "stop");
                       },
                       &kept),
                   Error);
    }
    const Checkpoint kept(folder / "kept", "address", true);
    int again = 0;
    const Result resumed = run_blocks(
        wanted, 2 - k % 2, [&](const Step&) { ++again; }, &kept);
    EXPECT_EQ(resumed.model_sha256, whole.model_sha256) << "stopped at step " << stop << " of " << steps;
    expect_same(resumed.augmented, whole.augmented);
    EXPECT_EQ(resumed.test->accuracy, whole.test->accuracy);
    if (k == 9) {
      EXPECT_LT(again, steps / 2) << "nothing was taken from the checkpoint";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryPreset, testing::Values("default", "ppo", "paper", "official"));

TEST(Resume, after_a_damaged_part_makes_it_anew) {
  const Cell cell = quick_cell("graphsr");
  const TemporaryFolder folder;
  const Checkpoint kept(folder / "kept", "address", false);
  const std::string whole = run_blocks(cell, 2, {}, &kept).model_sha256;
  int damaged = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "kept"))
    if (++damaged % 2 == 0) std::filesystem::resize_file(entry.path(), entry.file_size() / 2);
  ASSERT_GT(damaged, 4);
  EXPECT_EQ(run_blocks(cell, 2, {}, &kept).model_sha256, whole);
}

}  // namespace
}  // namespace graphsr
