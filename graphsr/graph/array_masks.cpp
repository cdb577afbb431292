#include "graphsr/graph/array_masks.h"

#include <algorithm>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/npy_values.h"

namespace graphsr {

namespace {

constexpr SplitPart kParts[] = {SplitPart::train, SplitPart::validation, SplitPart::test};

struct Extent {
  int64_t splits;
  bool by_node;  // (N,K)
};

Extent extent_of(const NpyArray& array, int64_t nodes) {
  const std::vector<int64_t>& shape = array.shape;
  if (shape.size() == 1 && shape[0] == nodes) return {1, false};
  if (shape.size() == 2 && shape[1] == nodes) return {shape[0], false};
  if (shape.size() == 2 && shape[0] == nodes) return {shape[1], true};
  bad_input(array.place, fmt::format("has no element for each of the {} nodes", nodes),
            "save one row of truths per split");
}

}  // namespace

void add_masks(const std::array<std::optional<NpyArray>, 3>& parts, Dataset& dataset) {
  constexpr int64_t kMostSplits = 1000;
  const int64_t nodes = dataset.nodes();
  std::optional<int64_t> splits;
  for (size_t p = 0; p < parts.size(); ++p) {
    if (!parts[p]) continue;
    const NpyArray& array = *parts[p];
    const auto [count, by_node] = extent_of(array, nodes);
    if (count != splits.value_or(count) || count > kMostSplits)
      bad_input(array.place, fmt::format("has {} splits, expected {}", count, splits.value_or(1)));
    splits = count;
    if (p == 0 || dataset.masks.empty())
      dataset.masks.assign(static_cast<size_t>(count),
                           std::vector<SplitPart>(static_cast<size_t>(nodes), SplitPart::none));
    const std::vector<bool> truths = truths_of(array);
    for (int64_t k = 0; k < count; ++k)
      for (int64_t node = 0; node < nodes; ++node) {
        if (!truths[static_cast<size_t>(by_node ? node * count + k : k * nodes + node)]) continue;
        SplitPart& part = dataset.masks[static_cast<size_t>(k)][static_cast<size_t>(node)];
        if (part != SplitPart::none)
          bad_input(array.place, fmt::format("node {} is in two parts of split {}", node, k),
                    "leave it in one of them");
        part = kParts[p];
      }
  }
}

}  // namespace graphsr
