#include "graphsr/report/result_tables.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/records.h"

namespace graphsr {
namespace {

using test::record;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// graphsr is better than vanilla by 2, 3, 4 ... hundredths.
std::vector<Record> grid(int seeds, const std::vector<std::string>& datasets = {"cora"},
                         const std::vector<double>& rhos = {0.3}) {
  std::vector<Record> records;
  for (const std::string& dataset : datasets)
    for (const double rho : rhos)
      for (int seed = 0; seed < seeds; ++seed)
        for (const char* method : {"vanilla", "graphsr"}) {
          const double accuracy = 0.7 + 0.01 * (seed % 2) + (method[0] == 'g' ? 0.02 + 0.01 * seed : 0);
          records.push_back(record(method, static_cast<uint64_t>(seed), accuracy, dataset, "sage", rho));
        }
  return records;
}

std::vector<std::string> names(const std::vector<Table>& tables) {
  std::vector<std::string> names;
  for (const Table& table : tables) names.push_back(table.name);
  return names;
}

std::string notes(const Table& table) {
  std::string all;
  for (const std::string& note : table.notes) all += note + "\n";
  return all;
}

TEST(FigureTables, have_ours_beside_the_papers) {
  const Table table = figure_tables(make_results(grid(2)))[0];
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[0].heads, ElementsAre("vanilla"));
  const TableCell& accuracy = table.rows[1].cells[0];
  EXPECT_EQ(accuracy.text, "73.0 ± 1.4");  // 0.72 and 0.74
  EXPECT_EQ(accuracy.beside, "78.8 ± 0.4");
  EXPECT_NEAR(accuracy.value, 73, 1e-9);
  EXPECT_NEAR(accuracy.deviation, std::sqrt(2), 1e-9);
  EXPECT_EQ(accuracy.emphasis, Emphasis::best);
  EXPECT_EQ(table.rows[0].cells[0].emphasis, Emphasis::second);
  EXPECT_EQ(table.rows[0].cells[2].beside, "93.7 ± 0.5");
  EXPECT_THAT(notes(table), HasSubstr("sample standard deviation over 2 runs"));
  EXPECT_THAT(notes(table), HasSubstr("over 5 runs"));
}

TEST(FigureTables, have_data_sets_or_else_rhos_as_groups) {
  const std::vector<Table> main = figure_tables(make_results(grid(2, {"cora", "citeseer"}, {0.3, 0.1})));
  EXPECT_THAT(names(main), ElementsAre("results-sage-0.1", "results-sage-0.3"));
  EXPECT_EQ(main[0].groups[1].title, "citeseer");
  EXPECT_THAT(main[0].groups[1].columns, ElementsAre("ACC", "F1", "AUC-ROC"));
  const std::vector<Table> ratios = figure_tables(make_results(grid(2, {"cora"}, {0.5, 0.1})));
  EXPECT_THAT(names(ratios), ElementsAre("results-cora-sage"));
  EXPECT_EQ(ratios[0].groups[0].title, "ρ = 0.1");
  EXPECT_EQ(ratios[0].groups[1].title, "ρ = 0.5");
  EXPECT_EQ(ratios[0].rows[1].cells[3].beside, "79.5 ± 0.4");
}

TEST(FigureTables, stars_never_appear_below_six_pairs) {
  const Table five = figure_tables(make_results(grid(5)))[0], six = figure_tables(make_results(grid(6)))[0];
  EXPECT_EQ(five.rows[0].cells[0].stars, "");
  EXPECT_EQ(six.rows[0].cells[0].stars, "*");
  EXPECT_EQ(six.rows[1].cells[0].stars, "");   // the reference
  EXPECT_EQ(six.rows[0].cells[1].stars, "*");  // every figure is tested
  EXPECT_THAT(notes(six), HasSubstr("differs from that of graphsr"));
  EXPECT_THAT(notes(six), HasSubstr("below six pairs of runs there are no stars"));
}

TEST(FigureTables, gaps_are_shown_and_named) {
  std::vector<Place> missing;
  for (const char* method : {"vanilla", "graphsr"})
    for (const uint64_t seed : {0, 1, 2, 4}) missing.push_back({"pubmed", "sage", method, 0.3, seed});
  missing.push_back({"cora", "sage", "vanilla", 0.3, 9});
  missing.push_back({"cora", "gcn", "vanilla", 0.3, 9});
  const Results results = make_results(grid(2), missing, {{{"cora", "sage", "crest", 0.3, 1}, "no memory"}});
  const std::vector<Table> tables = figure_tables(results);
  EXPECT_THAT(names(tables), ElementsAre("results-sage-0.3", "results-gcn-0.3"));
  const Table& table = tables[0];
  ASSERT_EQ(table.groups.size(), 2u);
  EXPECT_EQ(table.groups[1].title, "pubmed");
  EXPECT_EQ(table.rows[1].cells[3].text, "–");
  EXPECT_EQ(table.rows[1].cells[3].beside, "74.1 ± 1.2");
  EXPECT_EQ(table.rows[2].heads[0], "crest");
  EXPECT_EQ(table.rows[2].cells[0].text, "–");
  EXPECT_THAT(table.notes, Contains("Missing: pubmed, sage, ρ = 0.3: vanilla, graphsr; seeds 0..2, 4."));
  EXPECT_THAT(table.notes, Contains("Missing: cora, sage, ρ = 0.3: vanilla; seed 9."));
  EXPECT_THAT(table.notes, Contains("Failed: cora, sage, ρ = 0.3: crest; seed 1: no memory"));
  EXPECT_THAT(notes(table), Not(HasSubstr("gcn")));
  EXPECT_THAT(notes(tables[1]), HasSubstr("Percent, of no run."));
}

TEST(FigureTables, runs_are_said_as_a_range_where_they_differ) {
  std::vector<Record> records = grid(4);
  records.pop_back();
  EXPECT_THAT(notes(figure_tables(make_results(records))[0]), HasSubstr("over 3 to 4 runs"));
  EXPECT_THAT(notes(figure_tables(make_results(grid(1)))[0]), HasSubstr("Percent, of one run."));
  EXPECT_EQ(figure_tables(make_results(grid(1)))[0].rows[0].cells[0].text, "70.0");
}

TEST(ComparisonTables, say_difference_interval_and_chance) {
  const Table table = comparison_tables(make_results(grid(6)))[0];
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_THAT(table.rows[0].heads, ElementsAre("cora", "sage", "0.3", "vanilla"));
  EXPECT_EQ(table.rows[0].cells[0].text, "−4.5");  // minus 2, 3, 4, 5, 6, 7
  EXPECT_THAT(table.rows[0].cells[1].text, HasSubstr(" to −"));
  EXPECT_EQ(table.rows[0].cells[2].text, "6");
  EXPECT_EQ(table.rows[0].cells[3].text, "0.0313");
  EXPECT_EQ(table.rows[0].cells[4].stars, "*");
  EXPECT_THAT(comparison_tables(make_results({record("vanilla", 0, 0.7)})), IsEmpty());
}

TEST(RankingTables, say_ranks_and_what_they_are_worth) {
  std::vector<Record> records = grid(3, {"cora", "citeseer"});
  EXPECT_THAT(ranking_tables(make_results(records)), IsEmpty());
  for (const char* dataset : {"cora", "citeseer"}) records.push_back(record("su-selection", 0, 0.1, dataset));
  const Table table = ranking_tables(make_results(records))[0];
  EXPECT_EQ(table.rows[0].heads[0], "graphsr");
  EXPECT_EQ(table.rows[2].cells[0].text, "3.00");
  EXPECT_THAT(notes(table), HasSubstr("χ² = 4.00, p = 0.1353."));
  EXPECT_THAT(notes(table), HasSubstr("less than 2.34"));  // 3.3145 / sqrt 2 * sqrt(12 / 12)
}

TEST(AddedTables, count_a_class_in_the_runs_in_which_it_was_a_minority) {
  std::vector<Record> records = grid(3);
  for (Record& r : records)
    if (r.place.method == "graphsr") {
      r.minority = {r.place.seed == 2 ? 0 : 1};
      r.added = {static_cast<int64_t>(5 + r.place.seed), static_cast<int64_t>(10 + 2 * r.place.seed)};
      r.precision = 0.5;
      r.kept_precision = r.place.seed == 0 ? std::nan("") : 0.75;
    }
  const Table table = added_tables(make_results(records))[0];
  ASSERT_EQ(table.rows.size(), 1u);  // vanilla considers none
  EXPECT_THAT(table.groups[0].columns, ElementsAre("common", "rare"));
  EXPECT_EQ(table.rows[0].cells[0].text, "7.0");         // one run
  EXPECT_EQ(table.rows[0].cells[1].text, "11.0 ± 1.4");  // 10 and 12
  EXPECT_EQ(table.rows[0].cells[2].text, "18.0 ± 3.0");  // 15, 18, 21
  EXPECT_EQ(table.rows[0].cells[3].text, "50.0 ± 0.0");
  EXPECT_EQ(table.rows[0].cells[4].text, "75.0 ± 0.0");
  EXPECT_THAT(added_tables(make_results({record("vanilla", 0, 0.7)})), IsEmpty());
}

TEST(ClassTables, keep_minority_and_majority_apart) {
  std::vector<Record> records = {record("vanilla", 0, 0.8), record("vanilla", 1, 0.6),
                                 record("vanilla", 2, 0.7)};
  records[2].minority = {0};
  const Table table = class_tables(make_results(records))[0];
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[1].heads, ElementsAre("rare", "vanilla"));
  std::vector<std::string> cells;
  for (const TableCell& cell : table.rows[1].cells) cells.push_back(cell.text);
  EXPECT_THAT(cells, ElementsAre("60.0 ± 14.1", "70.0 ± 0.0", "2", "60.0", "70.0", "1"));
}

TEST(ResultTables, are_the_same_for_records_in_another_order_of_seeds) {
  std::vector<Record> records = grid(7, {"cora", "citeseer"});
  const std::string one = text_tables(result_tables(make_results(records)));
  std::stable_sort(records.begin(), records.end(), [](const Record& a, const Record& b) {
    return a.place.dataset > b.place.dataset ||
           (a.place.dataset == b.place.dataset && a.place.seed > b.place.seed);
  });
  EXPECT_EQ(text_tables(result_tables(make_results(records))), one);
  EXPECT_THAT(result_tables(make_results({})), IsEmpty());
}

}  // namespace
}  // namespace graphsr
