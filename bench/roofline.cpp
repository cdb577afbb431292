// How near the products come to what the machine can do: measures the rates at which one core reads from each
// cache and multiplies, then the products of a first layer on Cora and the gathering of a large graph, and
// prints their share.
//
//   bench_roofline [GRAPH.npz]     (default: Cora of the shared data, else the built-in graph)
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/common.h"
#include "bench/rates.h"
#include "graphsr/experiment/run.h"
#include "graphsr/model/network.h"
#include "graphsr/tensor/kernels.h"
#include "graphsr/tensor/multiply.h"

namespace {

using namespace graphsr;
using namespace graphsr::bench;

// The fastest of many calls, in seconds.
double fastest(const std::function<void()>& work, double seconds = 0.4) {
  using Clock = std::chrono::steady_clock;
  double least = 1e30, sum = 0;
  while (sum < seconds) {
    const auto start = Clock::now();
    work();
    const double passed = std::chrono::duration<double>(Clock::now() - start).count();
    least = std::min(least, passed);
    sum += passed;
  }
  return least;
}

// GB/s of reading a buffer again and again.
double read_rate(int64_t bytes) {
  const Matrix buffer(bytes / 1024, 256, 1);
  const int64_t again = std::max<int64_t>(1, (int64_t{4} << 20) / bytes);  // long enough for the clock
  volatile Real sink = 0;
  const double seconds = fastest([&] {
    for (int64_t k = 0; k < again; ++k) sink = read_all(buffer.data(), buffer.size());
  });
  return static_cast<double>(again * buffer.size() * int64_t{sizeof(Real)}) / seconds / 1e9;
}

double multiplication_rate() {
  Real sink = 0;
  int64_t operations = 0;
  const double seconds = fastest([&] { operations = multiply_and_add(200000, sink * 0, sink); });
  return static_cast<double>(operations) / seconds / 1e9;
}

// m·b with b in strips, as a first layer has it. The share counts the rows that are gathered; the one in
// brackets also those that are written, which is what keeps products of few entries a row from the rate.
void product(const char* name, const Csr& m, int64_t width, double l2) {
  ThreadPool pool(1);
  const Matrix b = in_order(Matrix(m.cols, width, Real(0.5)), Order::strips);
  Matrix c;
  c.resize(m.rows, width, Order::strips);
  const double seconds = fastest([&] { multiply(pool, m, b, c); });
  const auto rate = [&](int64_t rows) {
    return static_cast<double>(rows * width * int64_t{sizeof(Real)}) / seconds / 1e9;
  };
  const double gathered = rate(m.nonzeros()), moved = rate(m.nonzeros() + m.rows);
  fmt::print("{:<34} {:>6} nonzeros, {:>4} rows {:7.3f} ms {:6.1f} GB/s, {:3.0f} % of L2 ({:.0f} %)\n", name,
             m.nonzeros(), m.rows, seconds * 1e3, gathered, 100 * gathered / l2, 100 * moved / l2);
}

void dense_product(int64_t rows, int64_t width, double peak) {
  ThreadPool pool(1);
  const Matrix a(rows, width, Real(0.5)), b(width, width, Real(0.5));
  Matrix c(rows, width, 0);
  const double seconds = fastest([&] { multiply(pool, view(a), view(b), width, c); });
  const double rate = 2e-9 * static_cast<double>(rows * width * width) / seconds;
  fmt::print("{:<34} {:>20} rows {:7.3f} ms {:6.1f} GFLOP/s, {:3.0f} % of the peak\n", "hidden rows * W2",
             rows, seconds * 1e3, rate, 100 * rate / peak);
}

// Rows of a large graph's layer, gathered at random: what each costs, and what reading its lines alone costs.
void random_rows() {
  constexpr int64_t kNodes = 2'400'000, kWidth = 128, kRows = 20000, kNeighbours = 52;
  ByteRows rows;
  rows.resize(kNodes, kWidth);
  const std::vector<Real> ones(kWidth, 1);
  for (int64_t i = 0; i < kNodes; ++i) rows.put(i, ones.data());
  Csr some;
  some.rows = kRows;
  some.cols = kNodes;
  Stream stream(1, Purpose::test);
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t k = 0; k < kNeighbours; ++k)
      some.columns.push_back(static_cast<int32_t>(stream.below(static_cast<uint32_t>(kNodes))));
    some.offsets.push_back(std::ssize(some.columns));
  }
  ThreadPool pool(1);
  Matrix sums(kRows, kWidth);
  volatile int64_t sink = 0;
  const double each = 1e9 / static_cast<double>(some.nonzeros());
  const ByteGroups all = rows.groups();
  const double read =
      each * fastest([&] { sink = read_rows(all.data, all.row, some.columns.data(), some.nonzeros()); });
  const double gathered = each * fastest([&] { multiply(pool, some, rows, 0, sums); });
  fmt::print(
      "random rows of 128 bytes, {:.1f} GB {:>12.1f} ns each, {:3.0f} % of reading alone ({:.1f} ns)\n",
      1e-9 * kNodes * kWidth, gathered, 100 * read / gathered, read);
}

}  // namespace

static int compare(int argc, char** argv) {
  const std::string npz =
      npz_or_nothing(argc > 1 ? argv[1] : GRAPHSR_SOURCE_DIR "/../shared/data/cora/cora.npz");
  pin_to_one_core();
  const double l1 = read_rate(16 << 10), l2 = read_rate(192 << 10), l3 = read_rate(4 << 20);
  const double memory = read_rate(256 << 20), peak = multiplication_rate();
  fmt::print("one core, {}: reads L1 {:.0f}, L2 {:.0f}, L3 {:.0f}, memory {:.0f} GB/s; {:.0f} GFLOP/s\n",
             kernels::instruction_set(), l1, l2, l3, memory, peak);

  const Dataset dataset = open_dataset(npz.empty() ? "demo" : npz);
  const Graph& graph = *dataset.graph;
  if (!graph.features.is_sparse()) return 0;
  const Split split = draw_split(dataset, {});
  const ModelOptions gcn{.conv = "gcn"};
  const Network network = make_network(gcn, graph.features.cols(), dataset.classes(), 0);
  const Messages messages = network.conv().messages(graph.edges);
  const Inputs inputs = inputs_of(graph.edges, inputs_of(graph.edges, split.train).nodes);
  const int64_t outputs = static_cast<int64_t>(inputs_of(graph.edges, split.train).nodes.size());
  const Block block = block_of(graph.edges, messages, inputs, 0, outputs, true);
  const Csr needed = gathered(graph.features.sparse(), inputs.nodes);
  const int64_t width = gcn.width;
  fmt::print("{}, gcn of width {}, {} labelled nodes\n", dataset.name, width, split.train.size());
  product("X * W1, needed rows", needed, width, l2);
  product("X' * dP, its gradient", transposed(needed).matrix, width, l2);
  product("A * P, needed rows", block.gather.matrix, width, l2);
  product("A' * dH, its gradient", block.gather.back.matrix, width, l2);
  product("X * W1, all nodes", graph.features.sparse(), width, l2);
  dense_product(static_cast<int64_t>(split.train.size()), width, peak);
  random_rows();
  return 0;
}

int main(int argc, char** argv) { return graphsr::bench::reported(compare, argc, argv); }
