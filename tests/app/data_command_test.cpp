// Graphs of the user's own through the real command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Two rings of 20 nodes, of which every fourth node has no label.
struct OwnTables {
  TemporaryFolder folder;
  OwnTables(const std::string& masks = "") {
    std::string nodes = "node_id,label,a,b" + std::string(masks.empty() ? "" : ",test_mask") + "\n",
                edges = "src_id,dst_id\n";
    for (int i = 0; i < 40; ++i) {
      const int ring = i / 20;
      const bool test = i % 4 == 1;
      nodes += "n" + std::to_string(i) + "," +
               (i % 4 == 0  ? ""
                : ring == 0 ? "left"
                            : "right") +
               "," + (ring == 0 ? "1,0." : "0,1.") + std::to_string(i % 7);
      nodes += masks.empty() ? "\n" : test ? ",1\n" : ",0\n";
      edges += "n" + std::to_string(i) + ",n" + std::to_string(20 * ring + (i + 1) % 20) + "\n";
    }
    folder.file("nodes.csv", nodes);
    folder.file("edges.csv", edges);
  }
  std::string words() const {
    return "--edges '" + folder / "edges.csv" + "' --nodes '" + folder / "nodes.csv" +
           "' --epochs 3 --width 8 ";
  }
};

TEST(OwnTables, are_fitted_and_predicted) {
  const OwnTables tables;
  const std::string out = tables.folder / "run";
  const Outcome fit =
      graphsr_command("fit --quiet --json --method vanilla " + tables.words() + "--out '" + out + "'");
  ASSERT_EQ(fit.code, 0) << fit.err;
  EXPECT_EQ(json::parse(fit.out).at("dataset"), "nodes");
  EXPECT_THAT(file_text(out + "/predictions.csv"), HasSubstr("\nn0,"));
  const Outcome predict = graphsr_command("predict '" + out + "' --edges '" + tables.folder / "edges.csv" +
                                          "' --nodes '" + tables.folder / "nodes.csv" + "'");
  EXPECT_EQ(predict.code, 0) << predict.err;
  EXPECT_THAT(predict.out, HasSubstr("\nn39,"));
}

TEST(OwnTables, are_measured_on_their_test_mask) {
  const OwnTables tables("test_mask");
  const Outcome fit = graphsr_command("fit --quiet --json --method vanilla " + tables.words());
  ASSERT_EQ(fit.code, 0) << fit.err;
  EXPECT_TRUE(json::parse(fit.out).at("test").contains("accuracy")) << fit.out;
  const Outcome bench = graphsr_command("bench --quiet --json --seeds 1 --methods vanilla " + tables.words() +
                                        "--out '" + tables.folder / "bench" + "'");
  ASSERT_EQ(bench.code, 0) << bench.err;
  EXPECT_EQ(json::parse(bench.out).at("cells").at(0).at("dataset"), "nodes");
}

TEST(OwnTables, direction_changes_the_graph_and_is_said) {
  const OwnTables tables;
  const Outcome fit = graphsr_command("fit --method vanilla --direction as-read " + tables.words());
  ASSERT_EQ(fit.code, 0) << fit.err;
  EXPECT_THAT(fit.err, HasSubstr("nodes: edges have a direction: a node hears those that point to it"));
  EXPECT_THAT(fit.out, HasSubstr("40 nodes, 40 edges"));
}

TEST(OwnTables, are_refused_in_one_sentence) {
  const OwnTables tables;
  const std::string edges = "--edges '" + tables.folder / "edges.csv" + "'";
  expect_refused("fit " + edges, 2, "--edges: needs a table of nodes too");
  expect_refused("fit --dataset demo " + tables.words(), 2, "--dataset: names a graph");
  expect_refused("fit --direction up " + tables.words(), 2, "--direction");
  expect_refused("fit --unknown-ends keep " + tables.words(), 2, "--unknown-ends");
  expect_refused("fit " + edges + " --nodes '" + tables.folder.file("bad.csv", "id,f\n\"n0,1\n") + "'", 3,
                 "bad.csv:2:1: a quote is not closed");
  expect_refused("fit --dataset '" + tables.folder / "edges.csv" + "'", 3, "is a list of edges");
}

}  // namespace
}  // namespace graphsr
