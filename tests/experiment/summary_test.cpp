#include "graphsr/experiment/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/measure/friedman.h"
#include "tests/experiment/records.h"
#include "tests/measure/statistics_reference.h"

namespace graphsr {
namespace {

using test::record;
using testing::ElementsAre;

// `gain[i]` hundredths more for `better` than for `worse`, seed by seed.
std::vector<Record> two_methods(const std::vector<int>& gain) {
  std::vector<Record> records;
  for (size_t i = 0; i < gain.size(); ++i) {
    records.push_back(record("worse", i, (70 + static_cast<double>(i % 3)) / 100));
    records.push_back(record("better", i, (70 + static_cast<double>(i % 3) + gain[i]) / 100));
  }
  return records;
}

TEST(Summary, equals_numpy_and_scipy) {
  const auto cases = test::statistics_reference("paired");
  ASSERT_EQ(cases.size(), 150u);
  int tested = 0;
  for (size_t k = 0; k < cases.size(); ++k) {
    SCOPED_TRACE(k);
    const test::ReferencePairs pairs = test::reference_pairs(k);
    ASSERT_EQ(test::checksum(pairs.all()), cases[k][0].get<uint64_t>()) << "the two generators differ";
    std::vector<Record> records;
    const auto n = static_cast<double>(pairs.nodes);
    for (size_t i = 0; i < pairs.first.size(); ++i) {
      records.push_back(record("a", i, static_cast<double>(pairs.first[i]) / n));
      records.push_back(record("b", i, static_cast<double>(pairs.second[i]) / n));
    }
    const Summary got = summarise(records, "a");
    ASSERT_EQ(got.rows[0].runs, static_cast<int64_t>(pairs.first.size()));
    ASSERT_NEAR(got.rows[0].figures[0].mean, cases[k][1].get<double>(), 1e-12);
    ASSERT_NEAR(got.rows[0].figures[0].deviation, cases[k][2].get<double>(), 1e-12);
    ASSERT_EQ(got.comparisons.size(), 1u);
    ASSERT_NEAR(got.comparisons[0].difference.mean, cases[k][3].get<double>(), 1e-12);
    if (cases[k][4].is_null()) continue;
    ++tested;
    ASSERT_NEAR(got.comparisons[0].p / cases[k][4].get<double>(), 1, 1e-9);
  }
  EXPECT_GT(tested, 50);
}

TEST(Summary, rows_keep_the_order_of_first_appearance_and_numbers_do_not_depend_on_it) {
  std::vector<Record> records;
  for (const char* method : {"vanilla", "graphsr", "su-selection"})
    for (uint64_t seed = 0; seed < 8; ++seed)
      for (const char* dataset : {"cora", "citeseer"})
        records.push_back(
            record(method, seed, 0.6 + 0.01 * static_cast<double>((seed * 7 + method[0]) % 11), dataset));
  const Summary one = summarise(records);
  EXPECT_EQ(one.rows[0].dataset + one.rows[0].method, "coravanilla");
  EXPECT_EQ(one.rows[1].dataset + one.rows[1].method, "citeseervanilla");
  EXPECT_EQ(one.rows[2].dataset + one.rows[2].method, "coragraphsr");

  std::rotate(records.begin(), records.begin() + 17, records.end());
  std::reverse(records.begin() + 5, records.end());
  const Summary other = summarise(records);
  ASSERT_EQ(other.rows.size(), one.rows.size());
  for (const SummaryRow& row : one.rows) {
    const auto same = std::find_if(other.rows.begin(), other.rows.end(), [&](const SummaryRow& r) {
      return r.dataset == row.dataset && r.method == row.method;
    });
    ASSERT_NE(same, other.rows.end());
    EXPECT_EQ(same->figures[0].mean, row.figures[0].mean);
    EXPECT_EQ(same->figures[0].interval.low, row.figures[0].interval.low);
    EXPECT_EQ(same->figures[2].deviation, row.figures[2].deviation);
  }
  for (const Comparison& c : one.comparisons) {
    const auto same =
        std::find_if(other.comparisons.begin(), other.comparisons.end(), [&](const Comparison& o) {
          return o.dataset == c.dataset && o.method == c.method && o.against == c.against;
        });
    ASSERT_NE(same, other.comparisons.end());
    EXPECT_EQ(same->difference.high, c.difference.high);
    EXPECT_EQ(same->p, c.p);
    EXPECT_EQ(same->holm, c.holm);
  }
}

TEST(Summary, compares_each_method_with_the_reference) {
  const std::vector<Record> records = two_methods({3, 1, 4, 1, 5, 9});
  const Summary with_first = summarise(records);  // there is no graphsr
  ASSERT_EQ(with_first.comparisons.size(), 1u);
  EXPECT_EQ(with_first.comparisons[0].method, "better");
  EXPECT_EQ(with_first.comparisons[0].against, "worse");
  EXPECT_NEAR(with_first.comparisons[0].difference.mean, 23.0 / 600, 1e-9);
  EXPECT_GT(with_first.comparisons[0].difference.low, 0);
  EXPECT_EQ(with_first.comparisons[0].p, 2.0 / 64);
  const Summary with_named = summarise(records, "better");
  EXPECT_NEAR(with_named.comparisons[0].difference.mean, -23.0 / 600, 1e-9);
  EXPECT_TRUE(summarise(records, "missing").comparisons.empty());
  std::vector<Record> more = records;
  more.push_back(record("graphsr", 0, 0.8));
  for (const Comparison& c : summarise(more).comparisons) EXPECT_EQ(c.against, "graphsr");
}

// Two models share the splits of cora; citeseer has its own. Each split counts once.
TEST(Summary, pools_the_cells_split_by_split) {
  std::vector<Record> records;
  const auto add = [&](const char* dataset, const char* model, uint64_t seed, double more) {
    records.push_back(record("graphsr", seed, 0.5, dataset, model));
    records.push_back(record("vanilla", seed, 0.5 + more, dataset, model));
  };
  add("cora", "gcn", 0, 0.02);
  EXPECT_TRUE(summarise(records).pooled.empty()) << "one cell";
  records.clear();
  for (uint64_t seed = 0; seed < 6; ++seed) {
    const double step = 0.001 * static_cast<double>(seed);
    add("cora", "gcn", seed, 0.02 + step);
    add("cora", "sage", seed, 0.04 + step);
    add("citeseer", "sage", seed, -0.01 - step);
  }
  const Summary got = summarise(records);
  ASSERT_EQ(got.pooled.size(), 1u);
  const Pooled& pooled = got.pooled[0];
  EXPECT_EQ(pooled.method, "vanilla");
  EXPECT_EQ(pooled.against, "graphsr");
  EXPECT_EQ(pooled.cells, 3);
  EXPECT_EQ(pooled.splits, 12);
  EXPECT_NEAR(pooled.difference.mean, (0.03 - 0.01) / 2, 1e-9);  // the steps cancel
  EXPECT_NEAR(pooled.p, 0.17626953125, 1e-12);  // of scipy: ranks 7 to 12 on one side, 1 to 6 on the other
  EXPECT_EQ(pooled.holm, pooled.p);
  for (Record& r : records) r.split_sha256 += r.place.method;
  EXPECT_TRUE(summarise(records).pooled.empty()) << "no split in common";
}

TEST(Summary, compares_by_every_measure) {
  std::vector<Record> records = two_methods({3, 1, 4, 1, 5, 9});
  for (Record& r : records) {
    r.test.macro_f1 = 1 - r.test.accuracy;
    r.test.auc_roc = r.place.seed == 2 ? std::numeric_limits<double>::quiet_NaN() : 0.9;
  }
  const Summary got = summarise(records);
  ASSERT_EQ(got.further.size(), measures().size() - 1);
  const Place place{"cora", "sage", "better", 0.3};
  EXPECT_EQ(comparison_of(got, place, 0), &got.comparisons[0]);
  const Comparison* f1 = comparison_of(got, place, 1);
  ASSERT_TRUE(f1);
  EXPECT_NEAR(f1->difference.mean, -23.0 / 600, 1e-9);
  EXPECT_EQ(f1->p, got.comparisons[0].p);
  const Comparison* auc = comparison_of(got, place, 2);
  ASSERT_TRUE(auc);
  EXPECT_EQ(auc->runs, 5);  // one run has none
  EXPECT_EQ(auc->p, 1);
  EXPECT_FALSE(comparison_of(got, {"cora", "sage", "worse", 0.3}, 1));
}

TEST(Summary, pairs_only_runs_of_the_same_seed_and_split) {
  std::vector<Record> records = two_methods({3, 1, 4, 1, 5, 9, 2});
  records.back().split_sha256 = "another";
  records.push_back(record("better", 99, 0.9));
  const Summary got = summarise(records);
  EXPECT_EQ(got.comparisons[0].runs, 6);
  EXPECT_NEAR(got.comparisons[0].difference.mean, 23.0 / 600, 1e-9);
  EXPECT_EQ(got.rows[1].runs, 8);
  for (Record& r : records) r.split_sha256 += r.place.method;
  EXPECT_TRUE(summarise(records).comparisons.empty());
}

TEST(Summary, ties_that_only_rounding_separates_are_ties) {  // 0.73 - 0.72 is not 0.71 - 0.70 in doubles
  std::vector<Record> records;
  for (const int right : {70, 72, 55, 57, 81, 90}) {
    records.push_back(record("a", static_cast<uint64_t>(right), right / 100.0));
    records.push_back(record("b", static_cast<uint64_t>(right), (right + (right == 90 ? -1 : 1)) / 100.0));
  }
  // Six equal ranks of 3.5, one negative: at most 3.5 are 1 + 6 of 64 outcomes.
  EXPECT_EQ(summarise(records).comparisons[0].p, 2 * 7.0 / 64);
}

TEST(Summary, corrects_for_all_comparisons_of_a_cell) {
  std::vector<Record> records;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const double base = 0.6 + 0.01 * static_cast<double>(seed);
    records.push_back(record("graphsr", seed, base));
    records.push_back(record("a", seed, base - 0.001 * static_cast<double>(1 + seed)));
    records.push_back(record("b", seed, base - 0.002 * static_cast<double>(1 + seed)));
    records.push_back(record("a", seed, base - 0.001 * static_cast<double>(1 + seed), "citeseer"));
    records.push_back(record("graphsr", seed, base, "citeseer"));
  }
  const Summary got = summarise(records);
  const double p = 2.0 / 1024;
  ASSERT_EQ(got.comparisons.size(), 3u);
  EXPECT_EQ(got.comparisons[0].p, p);
  EXPECT_EQ(got.comparisons[0].holm, 2 * p);  // two comparisons on cora
  EXPECT_EQ(got.comparisons[1].holm, 2 * p);
  EXPECT_EQ(got.comparisons[2].dataset, "citeseer");
  EXPECT_EQ(got.comparisons[2].holm, p);  // one on citeseer
  ASSERT_EQ(got.pairs.size(), 4u);
  EXPECT_EQ(got.pairs[0].holm, 3 * p);
}

TEST(Summary, one_run_has_no_deviation_and_unknown_auc_stays_unknown) {
  Record r = record("vanilla", 0, 0.75);
  r.test.auc_roc = std::numeric_limits<double>::quiet_NaN();
  r.added = {3, 4};
  const Summary got = summarise(std::vector{r});
  EXPECT_EQ(got.rows[0].figures[0].mean, 0.75);
  EXPECT_TRUE(std::isnan(got.rows[0].figures[0].deviation));
  EXPECT_TRUE(std::isnan(got.rows[0].figures[2].mean));
  EXPECT_EQ(got.rows[0].added.mean, 7);
  EXPECT_TRUE(got.comparisons.empty());
  EXPECT_FALSE(got.ranking);
  EXPECT_TRUE(summarise({}).rows.empty());
}

TEST(Summary, refuses_two_records_of_one_place) {
  try {
    summarise(std::vector{record("a", 1, 0.5), record("a", 1, 0.5)});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("cora, sage, a, rho 0.3, seed 1: two results"));
  }
}

TEST(Ranking, needs_three_methods_and_two_cells_in_which_all_have_runs) {
  std::vector<Record> records;
  for (const char* dataset : {"cora", "citeseer", "pubmed"}) {
    records.push_back(record("b", 0, 0.6, dataset));
    records.push_back(record("a", 0, 0.7, dataset));
  }
  EXPECT_FALSE(summarise(records).ranking);
  records.push_back(record("c", 0, 0.7, "cora"));
  EXPECT_FALSE(summarise(records).ranking);
  records.push_back(record("c", 0, 0.8, "citeseer"));
  records.push_back(record("c", 1, 0.1, "citeseer"));  // a split that the others do not have
  const auto ranking = summarise(records).ranking;
  ASSERT_TRUE(ranking);
  EXPECT_EQ(ranking->cells, 2);
  EXPECT_THAT(ranking->methods, ElementsAre("c", "a", "b"));
  EXPECT_THAT(ranking->mean_rank, ElementsAre(1.25, 1.75, 3));
  EXPECT_EQ(ranking->critical_difference, critical_difference(3, 2));
  const Friedman test = friedman({{0.6, 0.7, 0.7}, {0.6, 0.7, 0.8}});
  EXPECT_EQ(ranking->statistic, test.statistic);
  EXPECT_EQ(ranking->p, test.p);
}

TEST(Stars, follow_the_corrected_p) {
  Comparison c;
  c.runs = 20;
  c.p = 0.0001;
  EXPECT_EQ(stars(c), "");
  c.holm = 0.049;
  EXPECT_EQ(stars(c), "*");
  c.holm = 0.0099;
  EXPECT_EQ(stars(c), "**");
  c.holm = 0.00099;
  EXPECT_EQ(stars(c), "***");
  c.holm = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(stars(c), "");
}

TEST(Stars, never_appear_below_six_pairs) {
  Comparison c;
  c.p = c.holm = 1e-9;
  for (c.runs = 0; c.runs < 6; ++c.runs) EXPECT_EQ(stars(c), "") << c.runs;
  EXPECT_EQ(stars(c), "***");
}

}  // namespace
}  // namespace graphsr
