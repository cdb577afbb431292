// One piece of fixed work, for counting its instructions: `make bench-check` runs it under callgrind, which
// counts inside counted_work() alone.
//
//   bench_counted            prints the instruction set and the names
//   bench_counted NAME
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/epochs.h"
#include "graphsr/base/random.h"
#include "graphsr/experiment/run.h"
#include "graphsr/graph/generate.h"
#include "graphsr/tensor/multiply.h"
#include "graphsr/tensor/optimiser.h"

namespace {

using namespace graphsr;

using Work = std::function<void()>;

Csr random_rows(int64_t rows, int64_t cols, int64_t each) {
  Stream stream(1, Purpose::generated);
  Csr m;
  m.rows = rows;
  m.cols = cols;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t k = 0; k < each; ++k) {  // ascending: one in each of `each` parts of the columns
      const int64_t part = cols / each;
      m.columns.push_back(static_cast<int32_t>(k * part + static_cast<int64_t>(stream.below(part))));
      m.values.push_back(Real(0.5));
    }
    m.offsets.push_back(m.nonzeros());
  }
  return m;
}

Work sparse_product(int64_t cols, Order order) {
  const Csr m = random_rows(1000, cols, 18);
  const Matrix b = order == Order::strips ? in_order(Matrix(cols, 128, 1), order) : Matrix(cols, 128, 1);
  return [m, b] {
    ThreadPool pool(1);
    Matrix c;
    c.resize(m.rows, b.cols());
    multiply(pool, m, b, c);
  };
}

Work dense_product() {
  return [a = Matrix(500, 128, 1), b = Matrix(128, 128, 1)] {
    ThreadPool pool(1);
    Matrix c(a.rows(), b.cols(), 0);
    multiply(pool, view(a), view(b), a.cols(), c);
  };
}

Work optimiser_step() {
  return [] {
    ThreadPool pool(1);
    Param param{"w", Matrix(1400, 128, 1), Matrix(1400, 128, Real(0.1))};
    Optimiser adam({});
    const std::vector<Param*> params = {&param};
    for (int step = 0; step < 5; ++step) adam.step(pool, params);
  };
}

Work dropout_bits() {
  return [] {
    std::vector<uint16_t> bits(8 * 4000);
    kernels::random_bits(7, Purpose::dropout, 0, 0, 4000, bits.data());
  };
}

// Epochs on a graph of Cora's size.
Work epochs(const std::string& conv) {
  ThreadPool pool(1);
  GenerateOptions options{.nodes = 2700, .degree = 4, .classes = 7, .features = 1400};
  const auto dataset = std::make_shared<Dataset>(generated_dataset(options, pool));
  return [dataset, conv] {
    const Split split = draw_split(*dataset, {});
    bench::epoch_times(task_of(*dataset, split), {.conv = conv, .validation = true});
  };
}

struct Entry {
  const char* name;
  std::function<Work()> make;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {"sparse-product", [] { return sparse_product(1400, Order::strips); }},
      {"far-sparse-product", [] { return sparse_product(20000, Order::rows); }},
      {"dense-product", dense_product},
      {"optimiser-step", optimiser_step},
      {"dropout-bits", dropout_bits},
      {"epoch-gcn", [] { return epochs("gcn"); }},
      {"epoch-gat", [] { return epochs("gat"); }},
  };
  return all;
}

}  // namespace

extern "C" [[gnu::noinline]] void counted_work(const Work& work) {
  work();
  asm volatile("");
}

int main(int argc, char** argv) {
  if (argc == 1) {
    fmt::print("{}\n", kernels::instruction_set());
    for (const Entry& entry : entries()) fmt::print("{}\n", entry.name);
    return 0;
  }
  for (const Entry& entry : entries())
    if (std::string(argv[1]) == entry.name) {
      counted_work(entry.make());
      return 0;
    }
  fmt::print(stderr, "there is no work named {}\n", argv[1]);
  return 2;
}
