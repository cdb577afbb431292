// Fetching data sets through the real command, from a server on localhost.
#include <cstdio>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"
#include "tests/base/https_server.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

// By another program than ours.
std::string sha256_of(const std::string& path) {
  FILE* program = popen(("sha256sum '" + path + "'").c_str(), "r");
  char digits[65] = {};
  if (fread(digits, 1, 64, program) != 64) digits[0] = '\0';
  pclose(program);
  return digits;
}

class FetchCommand : public testing::Test {
 protected:
  // A table with one data set of these files, served as `way` says: "/good/".
  std::string table(const std::string& name, const std::vector<std::string>& files, const std::string& way,
                    const std::string& host = "localhost") {
    json list = json::array();
    for (const std::string& file : files) {
      const std::string path = folder_ / file;
      server_.file(file, file_text(path));
      list.push_back({{"name", file},
                      {"url", server_.url(way + file, host)},
                      {"size", fs::file_size(path)},
                      {"sha256", sha256_of(path)}});
    }
    const json document = {{"datasets", {{{"name", name}, {"licence", "free"}, {"files", list}}}}};
    return folder_.file("table.json", document.dump());
  }
  std::string rings(const std::string& way, const std::string& host = "localhost") {
    std::string nodes = "node_id,label,a\n", edges = "src_id,dst_id\n";
    for (int i = 0; i < 40; ++i) {
      nodes += fmt::format("n{},{},{}\n", i, i < 20 ? "left" : "right", i % 7);
      edges += fmt::format("n{},n{}\n", i, i / 20 * 20 + (i + 1) % 20);
    }
    folder_.file("nodes.csv", nodes);
    folder_.file("edges.csv", edges);
    return table("rings", {"edges.csv", "nodes.csv"}, way, host);
  }
  std::string words(const std::string& name, const std::string& table) const {
    return fmt::format("data fetch {} --from '{}' --data-dir '{}' --tries 1 --ca-file '{}' ", name, table,
                       data_, server_.ca_file());
  }

  HttpsServer server_;
  TemporaryFolder folder_;
  std::string data_ = folder_ / "data";
};

TEST_F(FetchCommand, gets_a_data_set_that_has_its_name_from_then_on) {
  const std::string fetch = words("rings", rings("/good/"));
  const Outcome first = graphsr_command(fetch);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("rings: fetched, 780 bytes in " + data_ + "/rings\nlicence: free\n"));
  EXPECT_THAT(first.err, HasSubstr("rings 100 %: nodes.csv, 780 of 780 bytes\n"));
  const Outcome list = graphsr_command("data list --data-dir '" + data_ + "'");
  EXPECT_THAT(list.out, HasSubstr("rings                   " + data_ + "/rings\n"));
  const Outcome inspect = graphsr_command("data inspect rings --json --data-dir '" + data_ + "'");
  ASSERT_EQ(inspect.code, 0) << inspect.err;
  EXPECT_EQ(json::parse(inspect.out).at("nodes"), 40);
  const Outcome again = graphsr_command(fetch + "--json --quiet");
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(json::parse(again.out).at("was_there"));
  EXPECT_EQ(again.err, "");
}

TEST_F(FetchCommand, gets_planetoid_files_that_are_read_by_name) {
  const fs::path published = fs::path(GRAPHSR_SOURCE_DIR) / "../shared/data/planetoid";
  if (!fs::exists(published)) GTEST_SKIP() << "no " << published;
  std::vector<std::string> files;
  for (const char* part : {"x", "y", "tx", "ty", "allx", "ally", "graph", "test.index"}) {
    files.push_back(std::string("ind.cora.") + part);
    folder_.file(files.back(), file_text(published / files.back()));
  }
  const Outcome fetch = graphsr_command(words("cora", table("cora", files, "/good/")));
  ASSERT_EQ(fetch.code, 0) << fetch.err;
  const Outcome inspect = graphsr_command("data inspect cora --json --data-dir '" + data_ + "'");
  ASSERT_EQ(inspect.code, 0) << inspect.err;
  EXPECT_EQ(json::parse(inspect.out).at("nodes"), 2708);
  // The built-in table has these very bytes.
  const Outcome known = graphsr_command("data fetch cora --data-dir '" + data_ + "'");
  EXPECT_EQ(known.code, 0) << known.err;
  EXPECT_THAT(known.out, HasSubstr("cora: was there already"));
}

TEST_F(FetchCommand, goes_on_after_an_interrupt) {
  const std::string err = folder_ / "err";
  const int status = stopped_command(words("rings", rings("/silent/100/")) + "--quiet", data_ + "/rings.part",
                                     1, SIGINT, err);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 5);
  EXPECT_EQ(file_text(err), "graphsr: interrupted; give the same command again to go on where it stopped\n");
  EXPECT_FALSE(fs::exists(data_ + "/rings"));
  const Outcome again = graphsr_command(words("rings", rings("/good/")) + "--quiet");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(names_in(data_), ElementsAre("rings"));
}

TEST_F(FetchCommand, refuses_in_one_sentence_and_leaves_nothing) {
  const auto expect_nothing = [&](const std::string& table, int code, const std::string& text) {
    expect_refused(words("rings", table) + "--quiet", code, text);
    EXPECT_FALSE(fs::exists(data_)) << text;
  };
  expect_nothing(rings("/wrong/"), 3, "edges.csv: has other bytes: sha256 ");
  expect_nothing(rings("/longer/"), 3, "bytes, expected");
  expect_nothing(rings("/status/404/"), 6, "edges.csv: the server answers 404");
  expect_nothing(rings("/status/500/"), 6, "edges.csv: the server answers 500, 1 time");
  expect_nothing(rings("/http/"), 6, "leads to an address that is not followed");
  expect_nothing(rings("/good/", "127.0.0.1"), 6, "the server cannot be trusted");
  // Nobody listens at port 1.
  expect_nothing(rings("/good/", "localhost:1/"), 6, data_ + "/rings/edges.csv");
  expect_nothing(folder_.file("bad.json", "{}"), 3, "bad.json: 'datasets' is no list");
}

TEST_F(FetchCommand, refuses_wrong_words_and_folders) {
  expect_refused("data fetch", 2, "name is required");
  expect_refused("data fetch coora", 2, "did you mean 'cora'?");
  expect_refused("data fetch cora --tries 0", 2, "--tries");
  expect_refused("data fetch cora --data-dir /proc/none", 6, "/proc/none: cannot be created");
  const std::string fetch = words("rings", rings("/good/")) + "--quiet ";
  ASSERT_EQ(graphsr_command(fetch).code, 0);
  const std::string changed = data_ + "/rings/nodes.csv";
  std::ofstream(changed) << "mine";
  expect_refused(fetch, 2, "rings: exists and is something else: nodes.csv has other bytes");
  EXPECT_EQ(file_text(changed), "mine");
  EXPECT_EQ(graphsr_command(fetch + "--force").code, 0);
  EXPECT_EQ(file_text(changed), file_text(folder_ / "nodes.csv"));
}

TEST_F(FetchCommand, trusts_the_certificates_of_the_environment) {
  const std::string fetch =
      fmt::format("data fetch rings --from '{}' --data-dir '{}' --quiet", rings("/good/"), data_);
  const std::string others = "env -u CURL_CA_BUNDLE SSL_CERT_FILE='" + server_.other_ca_file() + "'";
  EXPECT_EQ(graphsr_command(fetch, others).code, 6);
  const Outcome good = graphsr_command(fetch, others + " CURL_CA_BUNDLE='" + server_.ca_file() + "'");
  EXPECT_EQ(good.code, 0) << good.err;
}

TEST(FetchShow, says_what_to_bring_by_hand) {
  const Outcome text = graphsr_command("data fetch tolokers --show --data-dir here");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("tolokers: 1.3 MB, to here/tolokers/\n"));
  EXPECT_THAT(text.out, HasSubstr("\n  https://raw.githubusercontent.com/yandex-research/"));
  EXPECT_THAT(text.out, HasSubstr("1329769 bytes, sha256 dacf3ac94cec53d0"));
  EXPECT_FALSE(fs::exists("here"));
  const Outcome document = graphsr_command("data fetch cora --show --json");
  EXPECT_EQ(json::parse(document.out).at("files").size(), 8u);
  const Outcome list =
      graphsr_command("data list --quiet --data-dir / ", "env GRAPHSR_DATA= XDG_DATA_HOME=/none");
  EXPECT_THAT(list.out,
              HasSubstr("not here; graphsr data fetch pubmed (8.7 MB, kimiyoung/planetoid on GitHub)"));
}

}  // namespace
}  // namespace graphsr
