#include <cmath>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graphsr/experiment/documents.h"
#include "graphsr/report/result_tables.h"
#include "tests/experiment/records.h"

namespace graphsr {
namespace {

using nlohmann::json;
using test::record;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Record> six_pairs() {
  std::vector<Record> records;
  for (uint64_t seed = 0; seed < 6; ++seed) {
    records.push_back(record("graphsr", seed, 0.8 + 0.01 * static_cast<double>(seed)));
    records.push_back(record("vanilla", seed, 0.75));
    records.back().added = {};
  }
  records[0].added = {3, 4};
  return records;
}

json document(const Results& results) { return json::parse(json_text(results_json(results))); }

TEST(ResultsJson, has_the_fields_that_scripts_rely_on) {
  const json got = document(make_results(six_pairs(), {{"pubmed", "sage", "vanilla", 0.3, 0}},
                                         {{{"cora", "sage", "crest", 0.3, 1}, "no memory"}}));
  const json& cell = got.at("cells").at(0);
  EXPECT_EQ(cell.at("dataset"), "cora");
  EXPECT_EQ(cell.at("seed"), 0);
  EXPECT_EQ(cell.at("test").at("accuracy"), 0.8);
  EXPECT_EQ(cell.at("test").at("per_class").at(1).at("class"), "rare");
  EXPECT_EQ(cell.at("added"), 7);
  EXPECT_EQ(cell.at("added_per_class").at("rare"), 4);
  EXPECT_EQ(cell.at("minority"), json::array({"rare"}));
  EXPECT_TRUE(cell.at("candidates").at("precision").is_null());
  for (const char* name : {"model", "method", "rho", "split_sha256", "model_sha256", "seconds"})
    EXPECT_TRUE(cell.contains(name)) << name;

  const json& row = got.at("summary").at(0);
  EXPECT_EQ(row.at("runs"), 6);
  EXPECT_NEAR(row.at("accuracy").at("mean").get<double>(), 0.825, 1e-12);
  EXPECT_NEAR(row.at("accuracy").at("std").get<double>(), 0.01870828693, 1e-9);
  EXPECT_LT(row.at("macro_f1").at("low"), row.at("macro_f1").at("high"));
  EXPECT_EQ(row.at("paper").at("accuracy"), 0.7878);  // a share, to the last digit
  EXPECT_EQ(row.at("paper").at("std").at("auc_roc"), 0.0025);

  const json& comparison = got.at("comparisons").at(0);
  EXPECT_EQ(comparison.at("method"), "vanilla");
  EXPECT_EQ(comparison.at("against"), "graphsr");
  EXPECT_EQ(comparison.at("runs"), 6);
  EXPECT_NEAR(comparison.at("accuracy_difference").at("mean").get<double>(), -0.075, 1e-12);
  EXPECT_LT(comparison.at("accuracy_difference").at("low"), comparison.at("accuracy_difference").at("high"));
  EXPECT_EQ(comparison.at("wilcoxon_p"), 2.0 / 64);
  EXPECT_EQ(got.at("pairs").size(), 1u);
  EXPECT_EQ(got.at("pooled"), json::array()) << "one cell";
  EXPECT_TRUE(got.at("ranking").is_null());
  EXPECT_EQ(got.at("missing").at(0).at("dataset"), "pubmed");
  EXPECT_EQ(got.at("failed").at(0).at("message"), "no memory");
}

TEST(ResultsJson, what_is_unknown_is_null) {
  std::vector<Record> one = {record("own", 0, 0.5)};
  one[0].test.auc_roc = std::nan("");
  const json got = document(make_results(one));
  EXPECT_TRUE(got.at("summary").at(0).at("accuracy").at("std").is_null());
  EXPECT_TRUE(got.at("summary").at(0).at("auc_roc").at("mean").is_null());
  EXPECT_TRUE(got.at("summary").at(0).at("paper").is_null());
  EXPECT_TRUE(got.at("cells").at(0).at("test").at("auc_roc").is_null());
  EXPECT_EQ(got.at("comparisons"), json::array());
}

TEST(ResultsCsv, has_one_row_per_measure_with_paper_and_comparison) {
  const std::string csv = results_csv(make_results(six_pairs()));
  EXPECT_THAT(csv,
              StartsWith("dataset,model,rho,method,measure,runs,mean,deviation,low,high,paper_mean,"
                         "paper_deviation,against,pairs,difference,difference_low,difference_high,wilcoxon_p,"
                         "holm_p\ncora,sage,0.3,graphsr,accuracy,6,0.825,0.01870828693,"));
  EXPECT_THAT(
      csv, HasSubstr("\ncora,sage,0.3,vanilla,accuracy,6,0.75,0,0.75,0.75,0.7567,0.0011,graphsr,6,-0.075,"));
  EXPECT_THAT(csv, HasSubstr(",0.03125,0.03125\ncora,sage,0.3,vanilla,macro_f1,6,0.74,0,0.74,0.74,0.7526,0."
                             "0011,graphsr,6,-0.075,"));
  EXPECT_THAT(csv, HasSubstr("\ncora,sage,0.3,vanilla,g_mean,6,0.73,0,0.73,0.73,,,graphsr,6,-0.075,"));
  std::istringstream lines(csv);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 18) << line;
  EXPECT_EQ(count, 1 + 2 * 6);
}

TEST(ResultsCsv, hostile_names_are_quoted) {
  const std::string csv = results_csv(make_results({record("a,\"b\"\nc", 0, 0.5)}));
  EXPECT_THAT(csv, HasSubstr("\ncora,sage,0.3,\"a,\"\"b\"\"\nc\",accuracy,1,0.5,,0.5,0.5,,,,,,,,,\n"));
}

}  // namespace
}  // namespace graphsr
