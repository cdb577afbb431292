// How much memory reading takes, of the real program: at its peak at most 2.5 times what the graph needs in
// the end.
#include <cstdio>
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

// A graph of 200 000 nodes and about 3 million edges in the forms that files have.
class Forms {
 public:
  Forms() {
    run("data generate '" + npz() +
        "' --nodes 200000 --degree 30 --features 16 --words 1 --feature-kind dense");
    run("data convert '" + npz() + "' '" + folder_ / "tables" + "'");
  }
  std::string npz() const { return folder_ / "a.npz"; }
  std::string counted() const { return "'" + folder_ / "tables" + "'"; }
  std::string prepared() const {
    run("data convert '" + npz() + "' '" + folder_ / "a.graph" + "'");
    return folder_ / "a.graph";
  }
  std::string matrix_market() const {
    run("data convert '" + npz() + "' '" + folder_ / "mtx" + "' --format mtx");
    return folder_ / "mtx";
  }

  // Tables with node n called `prefix`n, and with `separator` between the ends of an edge; a blank: a list.
  std::string tables(const std::string& prefix, char separator) const {
    std::ifstream edges(folder_ / "tables/edges.csv"), nodes(folder_ / "tables/nodes.csv");
    std::ofstream edges_out(folder_ / "edges.txt"), nodes_out(folder_ / "nodes.txt");
    std::string line;
    for (bool header = true; std::getline(nodes, line); header = false)
      nodes_out << (header ? "" : prefix) << line << "\n";
    if (separator != ' ') edges_out << "src_id" << separator << "dst_id\n";
    for (std::getline(edges, line); std::getline(edges, line);) {
      const size_t comma = line.find(',');
      edges_out << prefix << line.substr(0, comma) << separator << prefix << line.substr(comma + 1) << "\n";
    }
    return "--edges '" + folder_ / "edges.txt" + "' --nodes '" + folder_ / "nodes.txt" + "'";
  }

 private:
  static void run(const std::string& arguments) {
    const Outcome o = graphsr_command(arguments + " --quiet");
    ASSERT_EQ(o.code, 0) << arguments << "\n" << o.err;
  }
  TemporaryFolder folder_;
};

TEST(ReadingMemory, is_at_most_two_and_a_half_times_the_graph) {
  const Forms forms;
  const double baseline = measured_command("data inspect demo --json").peak_bytes;
  const auto expect_modest = [&](const char* form, const std::string& graph) {
    const Measured m = measured_command("data inspect --json " + graph);
    ASSERT_EQ(m.code, 0) << form;
    const json told = json::parse(m.out);
    EXPECT_GT(told.at("edges").at("count").get<int64_t>(), 2700000) << form;
    // What it states for the data has the features twice: as they are read, and as models see them.
    const double data = told.at("memory_bytes").at("data").get<double>() - 200000 * 16 * sizeof(float);
    const double taken = m.peak_bytes - baseline;
    EXPECT_LE(taken, 2.5 * data) << form << ": " << taken / 1e6 << " MB for " << data / 1e6;
    EXPECT_GT(taken, 0.5 * data) << form << ": what was measured?";
    std::printf("%-17s %.2f\n", form, taken / data);
  };
  expect_modest("npz", "'" + forms.npz() + "'");
  expect_modest("prepared", "'" + forms.prepared() + "'");
  expect_modest("matrix market", "'" + forms.matrix_market() + "'");
  expect_modest("counted ids", forms.counted());
  expect_modest("large numbers", forms.tables("7000", ','));
  expect_modest("list of text ids", forms.tables("paper", ' '));
}

}  // namespace
}  // namespace graphsr
