#include "graphsr/report/bench_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/records.h"

namespace graphsr {
namespace {

using testing::HasSubstr;
using testing::Not;

// Three methods on two data sets over eight seeds and, where asked for, three ratios.
std::vector<Record> made_records(const std::vector<double>& rhos, const std::string& other = "citeseer") {
  std::vector<Record> records;
  for (const std::string& dataset : {std::string("cora"), other})
    for (const double rho : rhos)
      for (uint64_t seed = 0; seed < 8; ++seed) {
        const double chance = 0.002 * static_cast<double>(seed * 7 % 8);
        records.push_back(test::record("vanilla", seed, 0.60 + chance, dataset, "gcn", rho));
        records.push_back(test::record("su-selection", seed, 0.64 + 2 * chance, dataset, "gcn", rho));
        records.push_back(test::record("graphsr", seed, 0.70 + chance, dataset, "gcn", rho));
        records.back().added = {0, 12};
      }
  return records;
}

TEST(BenchPage, shows_means_pairs_ranks_and_the_papers_figures) {
  const Page page = bench_page(make_results(made_records({0.3})));
  const std::string html = to_html(page);
  for (const char* id :
       {"grid", "headline", "results", "added", "classes", "pairs", "pooled", "ranks", "gaps"})
    EXPECT_THAT(html, HasSubstr("<section id=\"" + std::string(id) + "\"")) << id;
  EXPECT_THAT(html, Not(HasSubstr("<section id=\"rho\""))) << "one ratio makes no curve";
  EXPECT_THAT(html, HasSubstr("graphsr has the highest mean accuracy in 2 of 2 comparisons"));
  EXPECT_THAT(html, HasSubstr("Nothing is missing"));
  EXPECT_THAT(html, Not(HasSubstr("nan")));
}

TEST(BenchPage, several_ratios_make_curves) {
  const Page page = bench_page(make_results(made_records({0.1, 0.3, 0.5})));
  EXPECT_THAT(to_html(page), HasSubstr("Accuracy by rho on cora, gcn"));
}

TEST(BenchPage, tells_what_failed_and_what_is_missing) {
  const Results results = make_results(made_records({0.3}), {{"cora", "gcn", "graphsr", 0.3, 9}},
                                       {{{"cora", "gcn", "graphsr", 0.3, 8}, "<b>no room</b>"}});
  const std::string html = to_html(bench_page(results));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;no room&lt;/b&gt;"));
  EXPECT_THAT(html, HasSubstr("1 runs are still to be done"));
}

TEST(BenchPage, names_stay_text_and_figures_have_names_of_their_own) {
  const Page page = bench_page(make_results(made_records({0.3}, "<img src=x>/../é")));
  const std::string html = to_html(page);
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  std::set<std::string> names;
  for (const Svg& figure : page.figures) {
    EXPECT_TRUE(names.insert(figure.about().name).second) << figure.about().name;
    EXPECT_EQ(figure.about().name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string::npos);
  }
}

TEST(BenchPage, of_nothing_is_a_page_too) {
  EXPECT_THAT(to_html(bench_page(make_results({}))), HasSubstr("No results yet"));
}

}  // namespace
}  // namespace graphsr
