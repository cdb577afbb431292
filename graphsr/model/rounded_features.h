// Dense features of all nodes of a large graph, copied to be gathered from: weighted, in 8 bits where those
// suffice, else in 16, in rows that share no cache line without need. Gathering them takes half the time or
// less, which is more than the copy costs.
#pragma once

#include <cstdint>
#include <optional>

#include "graphsr/graph/graph.h"
#include "graphsr/model/conv.h"
#include "graphsr/tensor/byte_rows.h"
#include "graphsr/tensor/half_rows.h"

namespace graphsr {

class RoundedFeatures {
 public:
  // Both must outlive this.
  RoundedFeatures(const Graph& graph, const Messages& messages, ThreadPool& pool);

  // What the nodes [begin, end) gather, (end - begin, F).
  void sum_neighbours(int64_t begin, int64_t end, Real* sums) const;

 private:
  const Csr& edges_;
  const Messages& messages_;
  std::optional<ByteRows> bytes_;
  std::optional<HalfRows> halves_;  // the other one is empty
};

}  // namespace graphsr
