#include "graphsr/experiment/grid.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/demo.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Grid small_grid() {
  return {{"a", "b"},
          {"gcn", "sage"},
          {grid_method("vanilla"), grid_method("graphsr:paper")},
          {0.3, 0.1},
          {4, 7}};
}

TEST(Grid, has_every_combination_once_in_the_order_of_tables) {
  const std::vector<GridCell> all = cells(small_grid());
  ASSERT_EQ(all.size(), 32u);
  std::vector<std::string> first;
  for (size_t i = 0; i < 5; ++i) first.push_back(place_text(all[i].place));
  EXPECT_THAT(first, ElementsAre("a gcn vanilla rho 0.1 seed 4", "a gcn vanilla rho 0.1 seed 7",
                                 "a gcn graphsr:paper rho 0.1 seed 4", "a gcn graphsr:paper rho 0.1 seed 7",
                                 "a gcn vanilla rho 0.3 seed 4"));
  EXPECT_EQ(place_text(all.back().place), "b sage graphsr:paper rho 0.3 seed 7");
  std::set<std::string> places;
  for (const GridCell& cell : all) {
    places.insert(place_text(cell.place));
    EXPECT_EQ(cell.cell.model.conv, cell.place.model);
    EXPECT_EQ(cell.cell.split.rho, cell.place.rho);
    EXPECT_EQ(cell.cell.seed(), cell.place.seed);
  }
  EXPECT_EQ(places.size(), 32u);
  EXPECT_EQ(all.back().cell.preset, "paper");
}

TEST(Grid, has_one_place_where_the_protocol_does_not_read_rho) {
  Grid grid = small_grid();
  for (GridMethod& method : grid.methods) method.cell.split.protocol = "random";
  EXPECT_THAT(refusal([&] { cells(grid); }).what(),
              HasSubstr("--protocol random leaves classes as frequent"));
  grid.rhos = {};
  const std::vector<GridCell> all = cells(grid);
  ASSERT_EQ(all.size(), 16u);
  EXPECT_EQ(place_text(all[0].place), "a gcn vanilla rho natural seed 4");
  EXPECT_EQ(all[0].place.rho, 0);
  EXPECT_EQ(all[0].cell.split.rho, SplitOptions().rho);
}

TEST(Grid, gives_every_method_of_a_seed_the_same_split) {
  Grid grid = small_grid();
  grid.methods = {grid_method("vanilla"), grid_method("su-selection:official"), grid_method("graphsr")};
  const Dataset demo = demo_dataset();
  std::map<std::tuple<double, uint64_t>, std::set<std::string>> splits;
  for (const GridCell& cell : cells(grid))
    splits[{cell.place.rho, cell.place.seed}].insert(split_sha256(draw_split(demo, cell.cell.split)));
  EXPECT_EQ(splits.size(), 4u);
  for (const auto& [place, hashes] : splits) EXPECT_EQ(hashes.size(), 1u);
}

TEST(Grid, refuses_what_cannot_be) {
  const auto refused = [](void (*change)(Grid&)) {
    Grid grid = small_grid();
    change(grid);
    return std::string(refusal([&] { cells(grid); }).what());
  };
  EXPECT_THAT(refused([](Grid& g) { g.datasets.clear(); }), HasSubstr("--datasets: the list is empty"));
  EXPECT_THAT(refused([](Grid& g) { g.models = {"gcn", "gcn"}; }), HasSubstr("'gcn' is there twice"));
  EXPECT_THAT(refused([](Grid& g) { g.models = {"gnc"}; }), HasSubstr("did you mean 'gcn'"));
  EXPECT_THAT(refused([](Grid& g) { g.rhos = {0}; }), HasSubstr("--rhos"));
  EXPECT_THAT(refused([](Grid& g) { g.rhos = {1.5}; }), HasSubstr("--rhos"));
  EXPECT_THAT(refused([](Grid& g) { g.methods.pop_back(), g.methods.pop_back(); }), HasSubstr("--methods"));
  EXPECT_THAT(refused([](Grid& g) { g.methods.front().cell.split.test = 5; }),
              HasSubstr("splits would differ"));
}

TEST(Grid, refuses_methods_and_presets_that_do_not_exist) {
  EXPECT_THAT(refusal([] { grid_method("vanila"); }).what(), HasSubstr("did you mean 'vanilla'"));
  EXPECT_THAT(refusal([] { grid_method("vanilla:papr"); }).what(), HasSubstr("did you mean 'paper'"));
  EXPECT_THAT(refusal([] { grid_method("vanilla:"); }).what(), HasSubstr("--preset"));
}

TEST(Seeds, are_a_number_or_a_range) {
  EXPECT_THAT(parsed_seeds("3"), ElementsAre(0, 1, 2));
  EXPECT_THAT(parsed_seeds("5..7"), ElementsAre(5, 6, 7));
  EXPECT_THAT(parsed_seeds("0..0"), ElementsAre(0));
  for (const char* text : {"", "0", "-1", "x", "3.5", "7..5", "..", "1..", "..3", "1..2..3", "99999999",
                           "1e3", "99999999999999999999", "0..4611686018427387904"})
    EXPECT_EQ(refusal([&] { parsed_seeds(text); }).fault(), Fault::usage) << text;
}

TEST(PaperTables, have_the_papers_rows_and_columns) {
  const PaperTable& main = paper_table("main");
  EXPECT_THAT(main.methods,
              ElementsAre("vanilla", "re-weighting", "en-weighting", "over-sampling", "cb-sampling",
                          "graphsmote", "graphens", "ru-selection", "su-selection", "graphsr"));
  EXPECT_THAT(main.datasets, ElementsAre("cora", "citeseer", "pubmed"));
  EXPECT_THAT(paper_table("ratios").rhos, ElementsAre(0.1, 0.2, 0.3, 0.4, 0.5));
  EXPECT_THAT(paper_table("gat").models, ElementsAre("gat"));
  EXPECT_THAT(refusal([] { paper_table("mian"); }).what(), HasSubstr("did you mean 'main'"));
}

}  // namespace
}  // namespace graphsr
