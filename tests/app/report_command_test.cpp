// The command's side of pages: what fit and report write, and what they refuse.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kFit =
    "fit --quiet --width 16 --epochs 20 --rounds 1 --folds 2 --ensemble 1 --updates 4 --episodes 3 --out '";

TEST(Report, makes_the_page_that_fit_wrote_and_its_figures) {
  const TemporaryFolder folder;
  const Outcome fit = graphsr_command(kFit + folder / "run" + "'");
  ASSERT_EQ(fit.code, 0) << fit.err;
  EXPECT_THAT(fit.out, HasSubstr("(report.html, "));
  const std::string page = file_text(folder / "run/report.html");
  EXPECT_THAT(page, HasSubstr("Ledger of candidates"));
  const json card = json::parse(file_text(folder / "run/run.json"));
  EXPECT_THAT(card.at("again").get<std::string>(), HasSubstr("graphsr fit --out "));
  EXPECT_FALSE(card.at("files").contains("report.html")) << "it is made from what the card names";
  EXPECT_TRUE(card.at("files").contains("map.csv"));

  const Outcome o = graphsr_command("report '" + folder / "run" + "' --out '" + folder / "page" + "'");
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(std::count(o.out.begin(), o.out.end(), '\n'), 1) << o.out;
  EXPECT_EQ(file_text(folder / "page/report.html"), page);
  EXPECT_THAT(names_in(folder / "page/figures"), testing::Contains("map.svg"));

  const Outcome own = graphsr_command("report --json '" + folder / "run" + "'");
  ASSERT_EQ(own.code, 0) << own.err;
  for (const json& file : json::parse(own.out).at("written"))
    EXPECT_EQ(file.at("bytes"),
              std::filesystem::file_size(folder / "run/" + file.at("file").get<std::string>()));
  EXPECT_EQ(file_text(folder / "run/report.html"), page);

  std::string figures = file_text(folder / "run/metrics.json");
  const size_t digit = figures.find("\"accuracy\": 0.") + 14;
  figures[digit] = figures[digit] == '9' ? '8' : '9';
  folder.file("run/metrics.json", figures);
  expect_refused("report '" + folder / "run" + "'", 3, "metrics.json: has changed since the run wrote it");
}

TEST(Report, the_command_on_the_card_makes_the_run_again) {
  const TemporaryFolder folder;
  const Outcome fit = graphsr_command(
      "fit --quiet --json --method vanilla --width 16 --epochs 5 --minority 0,1 --refit --out '" +
      folder / "a b" + "'");
  ASSERT_EQ(fit.code, 0) << fit.err;
  const std::string again = json::parse(file_text(folder / "a b/run.json")).at("again");
  const Outcome second = graphsr_command(again.substr(8) + " --json --force --quiet");
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(json::parse(second.out).at("model_sha256"), json::parse(fit.out).at("model_sha256"));
}

TEST(Report, of_a_bench_has_a_page_figures_and_tables) {
  const TemporaryFolder folder;
  const std::string bench = folder / "bench";
  const Outcome run = graphsr_command(
      "bench --methods vanilla,su-selection --models gcn --seeds 2 --width 8 --epochs 4 --quiet --out '" +
      bench + "'");
  ASSERT_EQ(run.code, 0) << run.err;
  const Outcome o = graphsr_command("report '" + bench + "' --json --out '" + folder / "page" + "'");
  ASSERT_EQ(o.code, 0) << o.err;
  for (const char* name : {"results.txt", "results.md", "results.tex", "results.csv", "results.json"})
    EXPECT_EQ(file_text(folder / "page/" + name), file_text(bench + "/" + name)) << name;
  EXPECT_THAT(file_text(folder / "page/report.html"), HasSubstr("Methods compared on demo"));
  EXPECT_THAT(names_in(folder / "page/figures"), testing::Contains("accuracy-demo-gcn.svg"));

  folder.file("results.sqlite", std::string(4096, 'x'));
  expect_refused("report '" + folder / "" + "'", 3, "results.sqlite");
}

TEST(Report, refuses_what_is_no_run) {
  const TemporaryFolder folder;
  expect_refused("report '" + folder / "nothing" + "'", 3, "no such folder");
  expect_refused("report '" + folder / "" + "'", 3, "graphsr fit");
  folder.file("run.json", "{");
  expect_refused("report '" + folder / "" + "'", 3, "metrics.json");
  for (const char* name :
       {"metrics.json", "split.json", "epochs.csv", "history.csv", "augmented.csv", "map.csv"})
    folder.file(name, "x");
  expect_refused("report '" + folder / "" + "'", 3, "history.csv");
  expect_refused("report", 2, "folder");
}

}  // namespace
}  // namespace graphsr
