#include "graphsr/graph/alias_table.h"

#include <algorithm>
#include <cassert>

namespace graphsr {

AliasTable::AliasTable(std::span<const float> weights) : cells_(weights.size()) {
  assert(!weights.empty());
  double sum = 0;
  for (const float w : weights) sum += w;
  std::vector<double> share(weights.size());  // of a cell; 1 on average
  std::vector<int32_t> small, large;
  for (size_t i = 0; i < weights.size(); ++i) {
    share[i] = weights[i] / sum * static_cast<double>(weights.size());
    (share[i] < 1 ? small : large).push_back(static_cast<int32_t>(i));
  }
  const auto set = [&](int32_t i, double own, int32_t other) {
    const double threshold = own * 4294967296.0;
    cells_[i] = {threshold >= 4294967295.0 ? UINT32_MAX : static_cast<uint32_t>(threshold), other};
  };
  while (!small.empty() && !large.empty()) {
    const int32_t poor = small.back(), rich = large.back();
    small.pop_back();
    set(poor, share[poor], rich);
    share[rich] -= 1 - share[poor];
    if (share[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
  for (const auto& rest : {small, large})
    for (const int32_t i : rest) set(i, 1, i);
}

}  // namespace graphsr
