// graphsr data: every figure of the published tables, other forms of a graph, splits.
#include <fstream>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kData = GRAPHSR_SOURCE_DIR "/../shared/data";

json inspected(const std::string& what) {
  const Outcome o = graphsr_command("data inspect '" + what + "' --json");
  EXPECT_EQ(o.code, 0) << what << "\n" << o.err;
  return o.code == 0 ? json::parse(o.out) : json();
}

// Rows of README.md's tables of graphs: "cora/cora.npz | 2708 | 1433 | ...".
std::map<std::string, std::vector<std::string>> published_rows() {
  std::map<std::string, std::vector<std::string>> rows;
  std::ifstream file(kData + "/README.md");
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells;
    std::istringstream fields(line);
    for (std::string cell; std::getline(fields, cell, '|');) {
      const size_t begin = cell.find_first_not_of(' '), end = cell.find_last_not_of(' ');
      cells.push_back(begin == std::string::npos ? "" : cell.substr(begin, end - begin + 1));
    }
    if (cells.size() == 12 && cells[1].ends_with(".npz")) rows[cells[1]] = {cells.begin() + 2, cells.end()};
  }
  return rows;
}

TEST(Inspect, says_what_the_tables_of_the_shared_data_say) {
  const auto rows = published_rows();
  if (rows.empty()) GTEST_SKIP() << "needs ../shared/data/README.md, which is missing";
  ASSERT_GE(rows.size(), 18u);
  for (const auto& [file, cells] : rows) {
    SCOPED_TRACE(file);
    const json d = inspected(kData + "/" + file);
    EXPECT_EQ(std::to_string(d.at("nodes").get<int64_t>()), cells[0]);
    EXPECT_EQ(std::to_string(d.at("features").at("count").get<int64_t>()), cells[1]);
    EXPECT_EQ(std::to_string(d.at("edges").at("count").get<int64_t>()), cells[2]);
    EXPECT_EQ(d.at("edges").at("directed"), false);
    EXPECT_EQ(std::to_string(d.at("classes").size()), cells[3]);
    std::string counts;
    for (const json& c : d.at("classes"))
      counts += (counts.empty() ? "" : " ") + std::to_string(c.at("labelled").get<int64_t>());
    EXPECT_EQ(counts, cells[4]);
    EXPECT_NEAR(1 / d.at("rho").get<double>(), std::stod(cells[5]), 0.006);
    EXPECT_NEAR(d.at("homophily").get<double>(), std::stod(cells[6]), 0.00006);
    EXPECT_EQ(std::to_string(d.at("isolated").get<int64_t>()), cells[7]);
    EXPECT_EQ(std::to_string(d.at("features").at("empty_rows").get<int64_t>()), cells[8]);
  }
}

TEST(Inspect, tells_of_edges_that_were_dropped) {
  if (!std::filesystem::exists(kData + "/linqs/cora.cites"))
    GTEST_SKIP() << "needs ../shared/data, which is missing";
  const Outcome o = graphsr_command("data inspect '" + kData + "/linqs/cora.cites'");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("5429 read, 5278 kept"));
  EXPECT_THAT(o.out, HasSubstr("78, the largest of 2485 nodes"));
}

TEST(Inspect, warns_of_what_training_will_trip_over) {
  const TemporaryFolder folder;
  std::ofstream(folder / "edges.csv") << "src_id,dst_id\na,b\nb,c\n";
  std::ofstream(folder / "nodes.csv") << "node_id,label,x\na,0,1\nb,1,0\nc,0,2\nd,,3\n";
  const Outcome o = graphsr_command("data inspect --edges '" + folder / "edges.csv" + "' --nodes '" +
                                    folder / "nodes.csv" + "'");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("warning: class '1' has one labelled node: none can be held out"));
  EXPECT_THAT(o.out, HasSubstr("warning: 1 of 4 nodes have no feature that is not 0"));
  EXPECT_THAT(o.out, HasSubstr("warning: only 0 % of edges join nodes of one class"));
  EXPECT_THAT(o.out, HasSubstr("unlabelled  1"));
}

TEST(Inspect, looks_at_a_list_of_edges_alone) {
  const TemporaryFolder folder;
  const json d = inspected(folder.file("list.txt", "7 8\n8 9\n8 7\n"));
  EXPECT_EQ(d.at("format"), "edges");
  EXPECT_EQ(d.at("nodes"), 3);
  EXPECT_EQ(d.at("features").at("count"), 0);
  EXPECT_EQ(d.at("unlabelled"), 3);
}

TEST(Convert, goes_round_through_every_form_without_loss) {
  const TemporaryFolder folder;
  const auto convert = [&](const std::string& from, const std::string& to, const std::string& more) {
    const Outcome o = graphsr_command("data convert '" + from + "' '" + folder / to + "' --quiet " + more);
    ASSERT_EQ(o.code, 0) << from << " " << to << "\n" << o.err;
  };
  std::vector<std::string> graphs = {"demo"};
  for (const char* name : {"/books/books.npz", "/citeseer/citeseer.npz", "/tolokers/tolokers.npz"})
    if (std::filesystem::exists(kData + name)) graphs.push_back(kData + name);
  for (const std::string& graph : graphs) {
    SCOPED_TRACE(graph);
    const json before = inspected(graph);
    convert(graph, "a", "--format csv --force");
    convert(folder / "a", "b", "--format mtx --force");
    convert(folder / "b", "c.npz", "--force");
    convert(folder / "c.npz", "d.npz", "--force");
    for (const char* form : {"a", "b", "c.npz"}) {
      const json after = inspected(folder / form);
      EXPECT_EQ(after.at("fingerprint"), before.at("fingerprint")) << form;
      EXPECT_EQ(after.at("classes"), before.at("classes")) << form;
    }
    EXPECT_EQ(file_text(folder / "c.npz"), file_text(folder / "d.npz"));
  }
  expect_refused("data convert demo '" + folder / "c.npz" + "'", 2, "exists");
  expect_refused("data convert demo", 2, "what to write is missing");
  expect_refused("data convert demo '" + folder / "x" + "' --format xml", 2, "xml");
}

TEST(Generate, makes_the_same_graph_again_and_trains_on_it) {
  const TemporaryFolder folder;
  const std::string options =
      " --nodes 900 --degree 8 --classes 3 --rho 0.3 --features 60 --seed 5 --json --quiet";
  const Outcome one = graphsr_command("data generate '" + folder / "a.npz" + "' --threads 1" + options);
  const Outcome two = graphsr_command("data generate '" + folder / "b.npz" + "' --threads 2" + options);
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(json::parse(one.out).at("fingerprint"), json::parse(two.out).at("fingerprint"));
  EXPECT_EQ(file_text(folder / "a.npz"), file_text(folder / "b.npz"));
  const json d = inspected(folder / "a.npz");
  EXPECT_EQ(d.at("nodes"), 900);
  EXPECT_NEAR(d.at("homophily").get<double>(), 0.8, 0.05);
  EXPECT_NEAR(d.at("rho").get<double>(), 0.3, 0.01);
  const Outcome fit = graphsr_command("fit --method vanilla --epochs 20 --width 16 --test 20 --dataset '" +
                                      folder / "a.npz" + "' --json --quiet");
  EXPECT_EQ(fit.code, 0) << fit.err;
  expect_refused("data generate '" + folder / "x.npz" + "' --classes 0", 2, "--classes");
}

TEST(SplitCommand, saves_what_fit_reads_back) {
  const TemporaryFolder folder;
  for (const std::string protocol : {"paper", "long-tail", "random"}) {
    SCOPED_TRACE(protocol);
    const std::string file = folder / (protocol + ".json");
    const Outcome o = graphsr_command("data split demo --protocol " + protocol +
                                      " --rho 0.2 --seed 4 --json --out '" + file + "'");
    ASSERT_EQ(o.code, 0) << o.err;
    const Outcome fit = graphsr_command("fit --method vanilla --epochs 5 --width 8 --quiet --split '" + file +
                                        "' --out '" + folder / ("run-" + protocol) + "'");
    ASSERT_EQ(fit.code, 0) << fit.err;
    EXPECT_EQ(file_text(folder / ("run-" + protocol) + "/split.json"), file_text(file));
  }
  expect_refused("data split demo --protocol public --out '" + folder / "x" + "'", 3,
                 "no split came with the data");
  expect_refused("data split demo --test 1000 --out '" + folder / "x" + "'", 3,
                 "labelled nodes, but 1000 for testing");
}

TEST(DataList, names_what_can_be_named) {
  const TemporaryFolder folder;
  std::ofstream(folder / "mine.npz") << "x";
  const Outcome o = graphsr_command("data list --data-dir '" + folder / "" + "' --json");
  ASSERT_EQ(o.code, 0) << o.err;
  const json list = json::parse(o.out).at("datasets");
  EXPECT_EQ(list[0].at("dataset"), "demo");
  EXPECT_EQ(list[1].at("dataset"), "mine");
}

}  // namespace
}  // namespace graphsr
