#include "graphsr/experiment/bench.h"

#include <mutex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/base/temporary_folder.h"
#include "tests/experiment/small_bench.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

const std::map<std::string, Dataset> kData = test::small_data();

BenchCounts bench(const Grid& grid, Store& store, int jobs = 2, const Progress& progress = {}) {
  return run_cells(bench_cells(grid, kData), store, jobs, progress);
}

TEST(Bench, runs_what_is_missing_and_nothing_else) {
  const TemporaryFolder folder;
  Store store(folder.path(), Store::Access::write);
  Grid grid = test::small_grid();
  grid.seeds = {0, 1};
  EXPECT_EQ(bench(grid, store).found, 0);
  grid.seeds = {0, 1, 2};
  int64_t steps = 0;
  const BenchCounts more = bench(grid, store, 1, [&](const Step&) { ++steps; });
  EXPECT_EQ(more.cells, 6);
  EXPECT_EQ(more.found, 4);
  EXPECT_GT(steps, 0);
  steps = 0;
  EXPECT_EQ(bench(grid, store, 2, [&](const Step&) { ++steps; }).found, 6);
  EXPECT_EQ(steps, 0) << "nothing was left to do";
  EXPECT_THAT(records_of(store.cells()), SizeIs(6));
}

TEST(Bench, gives_the_same_for_any_number_of_jobs) {
  std::vector<std::vector<std::string>> all;
  for (const int jobs : {1, 3, 9}) {
    const TemporaryFolder folder;
    Store store(folder.path(), Store::Access::write);
    bench(test::small_grid(), store, jobs);
    all.push_back(test::documents(store));
  }
  EXPECT_THAT(all[0], SizeIs(6));
  EXPECT_EQ(all[0], all[1]);
  EXPECT_EQ(all[0], all[2]);
}

TEST(Bench, a_changed_option_is_a_new_cell_and_old_seeds_are_not_mixed_with_it) {
  const TemporaryFolder folder;
  Store store(folder.path(), Store::Access::write);
  Grid grid = test::small_grid();
  bench(grid, store);
  const std::vector<std::string> before = test::documents(store);
  grid.methods[0].cell.training.epochs = 1;
  grid.seeds = {1};
  const BenchCounts changed = bench(grid, store);
  EXPECT_EQ(changed.found, 1) << "the other method's";
  const std::vector<StoredCell> now = store.cells();
  EXPECT_THAT(now, SizeIs(4)) << "one of vanilla, three of su-selection";
  EXPECT_EQ(now.front().place.seed, 1u);
  EXPECT_THAT(now.front().document, HasSubstr("\"run\": 1"));
  EXPECT_EQ(bench(test::small_grid(), store).found, 6) << "the old ones are still there";
  EXPECT_EQ(test::documents(store), before);
}

TEST(Bench, records_a_failed_cell_goes_on_and_tries_it_again) {
  const TemporaryFolder folder;
  Store store(folder.path(), Store::Access::write);
  Grid grid = test::small_grid();
  grid.methods[1].cell.model.heads = 3;  // does not divide the width
  for (int time = 0; time < 2; ++time) {
    const BenchCounts counts = bench(grid, store);
    EXPECT_EQ(counts.failed, 3);
    EXPECT_EQ(counts.found, time * 3);
  }
  int failed = 0;
  for (const StoredCell& cell : store.cells()) {
    if (cell.state != StoredCell::State::failed) continue;
    ++failed;
    EXPECT_EQ(cell.place.method, "su-selection");
    EXPECT_THAT(cell.message, HasSubstr("heads"));
  }
  EXPECT_EQ(failed, 3);
  EXPECT_EQ(bench(test::small_grid(), store).failed, 0);
  EXPECT_THAT(records_of(store.cells()), SizeIs(6));
}

TEST(Bench, an_interrupt_keeps_finished_cells_and_the_rest_is_run_later) {
  const TemporaryFolder whole_folder, folder;
  Store whole(whole_folder.path(), Store::Access::write), store(folder.path(), Store::Access::write);
  bench(test::small_grid(), whole);
  const auto interrupt = [](const Step& step) {
    if (step.stage.starts_with("2 of")) throw Error(Fault::interrupted, "", "interrupted");
  };
  EXPECT_EQ(refusal([&] { bench(test::small_grid(), store, 2, interrupt); }).fault(), Fault::interrupted);
  EXPECT_THAT(test::documents(store), SizeIs(testing::AllOf(testing::Ge(2u), testing::Lt(6u))));
  bench(test::small_grid(), store);
  EXPECT_EQ(test::documents(store), test::documents(whole));
}

TEST(Bench, two_on_one_file_share_the_work) {
  const TemporaryFolder folder;
  Store first(folder.path(), Store::Access::write), second(folder.path(), Store::Access::write);
  std::thread other([&] { bench(test::small_grid(), first); });
  bench(test::small_grid(), second);
  other.join();
  EXPECT_THAT(test::documents(first), SizeIs(6));
  EXPECT_EQ(test::documents(first), test::documents(second));
}

TEST(Bench, has_one_cell_for_two_names_of_the_same_options) {
  const TemporaryFolder folder;
  Store store(folder.path(), Store::Access::write);
  Grid grid = test::small_grid();
  grid.methods[1] = {"vanilla:default", grid.methods[0].cell};
  EXPECT_EQ(bench(grid, store).cells, 3);
  EXPECT_THAT(records_of(store.cells()), SizeIs(6));
}

TEST(Bench, tells_how_far_it_is) {
  const TemporaryFolder folder;
  Store store(folder.path(), Store::Access::write);
  double done = 0;
  std::string last;
  bench(test::small_grid(), store, 1, [&](const Step& step) {
    EXPECT_GE(step.done, 0);
    EXPECT_LE(step.done, 1);
    done = step.done, last = step.stage;
  });
  EXPECT_EQ(done, 1);
  EXPECT_EQ(last, "6 of 6 cells");
}

TEST(Bench, a_cell_without_test_nodes_fails_with_what_to_do) {
  const TemporaryFolder folder;
  Store store(folder.path(), Store::Access::write);
  Grid grid = test::small_grid();
  grid.rhos = {};
  for (GridMethod& method : grid.methods) {
    method.cell.split.protocol = "own";
    method.cell.split.minority = "auto";
  }
  EXPECT_EQ(bench(grid, store).failed, 6);
  EXPECT_THAT(store.cells().front().message, HasSubstr("no test nodes"));
}

}  // namespace
}  // namespace graphsr
