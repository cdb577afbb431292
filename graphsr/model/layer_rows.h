// The rows of all nodes that one layer writes and the next one gathers, of several networks side by side.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "graphsr/model/block.h"
#include "graphsr/tensor/byte_rows.h"

namespace graphsr {

// More rows than these are kept in 8 bits: what is read of them at random is what takes time and memory.
constexpr int64_t kManyRows = int64_t{1} << 17;

class LayerRows {
 public:
  // With `factors`, one for each row and none of them 0, many rows are kept times their factor, as
  // sum_neighbours() wants them; they must outlive this.
  LayerRows(int64_t rows, int64_t width, int64_t networks, std::span<const Real> factors);

  int64_t rows() const { return rows_; }
  int64_t cols() const { return width_; }
  int64_t networks() const { return whole_.empty() ? bytes_.groups().groups : std::ssize(whole_); }

  // The rows [first, first + rows.rows()) of a network. Threads may put and get different rows side by side.
  void put(int64_t network, int64_t first, const Matrix& rows);
  void put(int64_t network, int64_t row, const Real* values);
  void get(int64_t network, int64_t first, int64_t count, Matrix& to) const;

  // sums = by·rows of a network; the rows must have been put without factors.
  void gather(ThreadPool& pool, int64_t network, const Csr& by, Matrix& sums) const;

  // What block_of(edges, messages, ...) would have the nodes [begin, end) gather, for each network into its
  // sums (end - begin, width), straight from the edges. Only for many rows, one for each node of the graph,
  // with messages.from as their factors.
  void sum_neighbours(const Csr& edges, const Messages& messages, int64_t begin, int64_t end,
                      std::span<Real* const> sums) const;

 private:
  int64_t rows_, width_;
  std::span<const Real> factors_;
  std::vector<Matrix> whole_;  // of each network
  ByteRows bytes_;             // instead, where there are many
};

}  // namespace graphsr
