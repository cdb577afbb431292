// How much memory reading takes, of the real program: at its peak at most 2.5 times what the graph needs in
// the end.
#include <fstream>
#include <sys/resource.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace graphsr {
namespace {

using nlohmann::json;

struct Measured {
  int code = -1;
  double peak_bytes = 0;
  std::string out;
};

Measured measured_command(const std::string& arguments) {
  const TemporaryFolder folder;
  const std::string command =
      "exec " GRAPHSR_PROGRAM " " + arguments + " > '" + folder / "out" + "' 2> /dev/null < /dev/null";
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  rusage used = {};
  wait4(child, &status, 0, &used);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          1024.0 * static_cast<double>(used.ru_maxrss), file_text(folder / "out")};
}

// The graph of 200 000 nodes and about 3 million edges, once for all tests.
class ReadingMemory : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    run("data generate '" + npz() + "' --nodes 200000 --degree 30 --features 16 --feature-kind dense");
    baseline_ = measured_command("data inspect demo --json").peak_bytes;
  }
  static void TearDownTestSuite() { delete folder_; }

  static std::string npz() { return *folder_ / "a.npz"; }
  static std::string in(const std::string& name) { return *folder_ / name; }
  static void run(const std::string& arguments) {
    const Outcome o = graphsr_command(arguments + " --quiet");
    ASSERT_EQ(o.code, 0) << arguments << "\n" << o.err;
  }

  // Everything after what `graph` names is as the npz file has it.
  static void expect_modest(const std::string& graph) {
    const Measured m = measured_command("data inspect --json " + graph);
    ASSERT_EQ(m.code, 0) << graph;
    const json told = json::parse(m.out);
    const double data = told.at("memory_bytes").at("data").get<double>();
    EXPECT_GT(told.at("edges").at("count").get<int64_t>(), 2900000);
    const double times = (m.peak_bytes - baseline_) / data;
    EXPECT_LE(times, 2.5) << graph << ": " << (m.peak_bytes - baseline_) / 1e6 << " MB for " << data / 1e6;
    EXPECT_GT(times, 0.4) << graph;  // else it was not measured
    RecordProperty("times", std::to_string(times));
  }

  // The tables with every number n in the columns of ids written as `prefix`n, and `separator` in the edges.
  static std::string renamed_tables(const std::string& prefix, char separator) {
    run("data convert '" + npz() + "' '" + in("tables") + "' --force");
    std::ifstream edges(in("tables/edges.csv")), nodes(in("tables/nodes.csv"));
    std::ofstream edges_out(in("edges.txt")), nodes_out(in("nodes.txt"));
    std::string line;
    for (bool header = true; std::getline(nodes, line); header = false)
      nodes_out << (header ? "" : prefix) << line << "\n";
    if (separator != ' ') edges_out << "src_id" << separator << "dst_id\n";
    for (std::getline(edges, line); std::getline(edges, line);) {
      const size_t comma = line.find(',');
      edges_out << prefix << line.substr(0, comma) << separator << prefix << line.substr(comma + 1) << "\n";
    }
    return "--edges '" + in("edges.txt") + "' --nodes '" + in("nodes.txt") + "'";
  }

  static TemporaryFolder* folder_;
  static double baseline_;
};

TemporaryFolder* ReadingMemory::folder_ = nullptr;
double ReadingMemory::baseline_ = 0;

TEST_F(ReadingMemory, of_npz_is_modest) { expect_modest("'" + npz() + "'"); }

TEST_F(ReadingMemory, of_prepared_files_is_modest) {
  run("data convert '" + npz() + "' '" + in("a.graph") + "'");
  expect_modest("'" + in("a.graph") + "'");
}

TEST_F(ReadingMemory, of_tables_with_counted_ids_is_modest) { expect_modest(renamed_tables("", ',')); }

TEST_F(ReadingMemory, of_tables_with_large_numbers_is_modest) { expect_modest(renamed_tables("7000", ',')); }

TEST_F(ReadingMemory, of_tables_with_text_ids_is_modest) { expect_modest(renamed_tables("paper", ',')); }

TEST_F(ReadingMemory, of_an_edge_list_is_modest) { expect_modest(renamed_tables("n", ' ')); }

TEST_F(ReadingMemory, of_matrix_market_is_modest) {
  run("data convert '" + npz() + "' '" + in("mtx") + "' --format mtx");
  expect_modest("'" + in("mtx") + "'");
}

}  // namespace
}  // namespace graphsr
