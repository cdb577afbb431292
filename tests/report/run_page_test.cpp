#include "graphsr/report/run_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/refusal.h"
#include "tests/report/run_files.h"

namespace graphsr {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kHostile = "</script><img src=x onerror=alert(1)>";

std::string html_of(const RunFiles& files) { return to_html(run_page(read_run(files))); }

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(RunPage, shows_the_figures_of_the_files) {
  const std::string html = html_of(test::run_files({"small", "large"}));
  EXPECT_THAT(html, HasSubstr("<dt>accuracy</dt><dd class=\"big\">80.0<small>"));
  EXPECT_THAT(html, HasSubstr("<dt>macro-F1</dt><dd class=\"big\">79.0<small>"));
  EXPECT_THAT(html, HasSubstr("graphsr fit --seed 7"));
  for (const char* id :
       {"run", "results", "classes", "added", "learning", "map", "confusion", "ledger", "notes"})
    EXPECT_THAT(html, HasSubstr("<section id=\"" + std::string(id) + "\""));
  const size_t candidates = read_run(test::run_files({"small", "large"})).ledger.size();
  EXPECT_EQ(count_of(html.substr(html.find("ledger-table")), "<tr>"), candidates + 1);
  EXPECT_THAT(html, Not(HasSubstr("nan")));
}

TEST(RunPage, names_from_the_data_stay_text) {
  const RunFiles files = test::run_files({kHostile, "a,\"b\" & 'c'\nd"});
  const Page page = run_page(read_run(files));
  const std::string html = to_html(page);
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_EQ(count_of(html, "<script"), 1u);
  EXPECT_THAT(html, HasSubstr("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"));
  for (const Svg& figure : page.figures) EXPECT_THAT(figure.standalone(), Not(HasSubstr("<img")));
}

TEST(RunPage, is_the_same_for_the_same_files_and_fetches_nothing) {
  const RunFiles files = test::run_files({"a", "b", "c"});
  const std::string html = html_of(files);
  EXPECT_EQ(html, html_of(files));
  for (const char* word : {"http:", "https:", "src=", "@import", "url(h"})
    EXPECT_THAT(html, Not(HasSubstr(word)));
}

TEST(RunPage, stays_below_two_megabytes_however_large_the_graph) {
  std::vector<std::string> classes;
  for (int c = 0; c < 20; ++c) classes.push_back("a class with a rather long name " + std::to_string(c));
  const RunFiles files = test::run_files(classes, 60000);
  ASSERT_GT(read_run(files).ledger.size(), 20000u);
  const std::string html = html_of(files);
  EXPECT_LT(html.size(), kMostPageBytes);
  EXPECT_THAT(html, HasSubstr("<code>augmented.csv</code> has all"));
  EXPECT_THAT(html, HasSubstr("map.csv has them all"));
}

TEST(RunPage, stays_below_two_megabytes_however_many_classes_there_are) {
  std::vector<std::string> classes;
  for (int c = 0; c < 300; ++c) classes.push_back("class " + std::to_string(c));
  const std::string html = html_of(test::run_files(classes, 5000));
  EXPECT_LT(html.size(), kMostPageBytes);
  EXPECT_THAT(html, HasSubstr("too many classes to draw"));
}

TEST(RunPage, needs_no_held_out_nodes_and_no_candidates) {
  RunFiles files = test::run_files({"a", "b"});
  nlohmann::ordered_json metrics = nlohmann::ordered_json::parse(files.text["metrics.json"]);
  for (const char* part : {"test", "validation", "before"}) metrics[part] = nullptr;
  files.text["metrics.json"] = metrics.dump();
  for (const char* name : {"history.csv", "augmented.csv", "epochs.csv"})
    files.text[name].resize(files.text[name].find('\n') + 1);
  const std::string html = html_of(files);
  EXPECT_THAT(html, HasSubstr("No nodes were held out"));
  EXPECT_THAT(html, HasSubstr("considered no candidates"));
}

// Each file cut at many places, and without any one line of JSON: refused in a sentence, or a page.
TEST(RunPage, damage_is_refused_with_the_file) {
  const RunFiles whole = test::run_files({"a", "b"});
  for (const auto& [name, text] : whole.text) {
    RunFiles without = whole;
    without.text.erase(name);
    EXPECT_THAT(refusal([&] { read_run(without); }).what(), HasSubstr("runs/x/" + name));
    size_t refused = 0;
    for (size_t cut = 0; cut + 1 < text.size(); cut += 1 + text.size() / 60) {
      RunFiles damaged = whole;
      damaged.text[name].resize(cut);
      try {
        html_of(damaged);
      } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::input);
        EXPECT_THAT(error.what(), HasSubstr("runs/x/" + name));
        ++refused;
      }
    }
    EXPECT_GT(refused, 0u) << name;
  }
}

TEST(RunPage, files_of_different_runs_are_refused) {
  RunFiles mixed = test::run_files({"a", "b"});
  mixed.text["history.csv"] = test::run_files({"a", "b", "c"}).text["history.csv"];
  EXPECT_THAT(refusal([&] { read_run(mixed); }).what(), HasSubstr("metrics.json"));
  mixed = test::run_files({"a", "b"});
  mixed.text["map.csv"] = test::run_files({"x", "b"}).text["map.csv"];
  EXPECT_THAT(refusal([&] { read_run(mixed); }).what(), HasSubstr("map.csv:2"));
}

}  // namespace
}  // namespace graphsr
