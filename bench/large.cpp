// Large graphs: what it costs to embed and predict all nodes, on one core and on two, and what an epoch of
// training on 100 labelled nodes of each class costs, for generated graphs of growing size with 52 neighbours
// a node, 10 classes and 100 dense features. Embeddings are kept in 8 bits, as layers before them are.
//
//   bench_large [--model NAME] [NODES...]     (default: gcn, 100000 300000 1000000 2400000)
#include <chrono>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <fmt/format.h>

#include "bench/common.h"
#include "bench/epochs.h"
#include "graphsr/experiment/run.h"
#include "graphsr/graph/generate.h"
#include "graphsr/model/predict.h"
#include "graphsr/tensor/byte_rows.h"
#include "graphsr/tensor/kernels.h"

namespace {

using namespace graphsr;
using namespace graphsr::bench;

// Memory in use now and at most, in GB.
double memory(const std::string& line) {
  std::ifstream status("/proc/self/status");
  for (std::string text; std::getline(status, text);)
    if (text.starts_with(line)) return std::stod(text.substr(line.size())) / 1e6;
  return 0;
}

// Of all threads. A virtual machine may get its memory from the host, piece by piece, when it is first used
// or has not been for some seconds: then clearing it is most of this, and takes longer than all the rest.
double system_seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_stime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_stime.tv_usec);
}

void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

void measure(const std::string& conv, int64_t nodes) {
  ThreadPool one(1), two(2);
  const GenerateOptions options{
      .nodes = nodes, .degree = 52, .classes = 10, .features = 100, .feature_kind = "dense"};
  const Dataset dataset = generated_dataset(options, two);
  const Graph& graph = *dataset.graph;
  SplitOptions drawn;
  drawn.train = 100;
  const Split split = draw_split(dataset, drawn);
  const Task task = task_of(dataset, split);
  ModelOptions model;
  model.conv = conv;
  const Network network = make_network(model, graph.features.cols(), task.classes, 0);
  const double ms = summary(epoch_times(task, {conv, "vanilla", false, 5, 15})).median;
  const double before = memory("VmRSS:");
  std::array<double, 2> seconds = {1e9, 1e9}, in_system = {};
  forget_peak();
  // Twice each, the faster counts.
  for (ThreadPool* pool : {&one, &two, &one, &two}) {
    const double system = system_seconds();
    const auto begin = std::chrono::steady_clock::now();
    ByteRows embedding;
    embedding.resize(nodes, model.width);
    const Matrix probability =
        predict(network, graph, all_nodes(graph), *pool, [&](int64_t first, const Matrix& rows) {
          for (int64_t i = 0; i < rows.rows(); ++i) embedding.put(first + i, rows.row(i));
        });
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (passed.count() >= seconds[pool == &two]) continue;
    seconds[pool == &two] = passed.count();
    in_system[pool == &two] = system_seconds() - system;
  }
  fmt::print("{:>9} {:>10} {:>9.1f} {:>9.2f} {:>7.2f} {:>9.2f} {:>8.2f} {:>8.2f} {:>6.2f} {:>6.2f}\n", nodes,
             graph.edges.nonzeros() / 2, ms, seconds[0], in_system[0], seconds[1],
             1e6 * seconds[0] / static_cast<double>(nodes), seconds[0] / seconds[1], before,
             memory("VmHWM:"));
}

}  // namespace

static int compare(int argc, char** argv) {
  std::string conv = "gcn";
  std::vector<int64_t> sizes;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--model" && i + 1 < argc)
      conv = argv[++i];
    else
      sizes.push_back(std::stoll(argv[i]));
  }
  if (sizes.empty()) sizes = {100000, 300000, 1000000, 2400000};
  fmt::print(
      "{}, width 128, {}; predicting all nodes: s on one core, of which in the system, s on two, us a node, "
      "ratio; GB before, at most\n",
      conv, kernels::instruction_set());
  fmt::print("{:>9} {:>10} {:>9} {:>9} {:>7} {:>9} {:>8} {:>8} {:>6} {:>6}\n", "nodes", "edges", "epoch ms",
             "one", "system", "two", "us/node", "one/two", "graph", "peak");
  for (const int64_t nodes : sizes) measure(conv, nodes);
  return 0;
}

int main(int argc, char** argv) { return graphsr::bench::reported(compare, argc, argv); }
