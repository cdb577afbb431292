#include "graphsr/graph/links.h"

#include <cassert>

namespace graphsr {

Csr with_links(const Csr& edges, const Csr& links) {
  assert(links.cols == edges.rows && "links name nodes of the graph");
  const Csr back = transposed(links).matrix;
  Csr out;
  out.rows = out.cols = edges.rows + links.rows;
  out.offsets.reserve(static_cast<size_t>(out.rows) + 1);
  out.columns.reserve(edges.columns.size() + 2 * links.columns.size());
  for (int64_t v = 0; v < edges.rows; ++v) {
    const auto old = edges.row(v);
    out.columns.insert(out.columns.end(), old.begin(), old.end());
    for (const int32_t s : back.row(v)) out.columns.push_back(static_cast<int32_t>(edges.rows + s));
    out.offsets.push_back(static_cast<int64_t>(out.columns.size()));
  }
  for (int64_t s = 0; s < links.rows; ++s) {
    const auto own = links.row(s);
    out.columns.insert(out.columns.end(), own.begin(), own.end());
    out.offsets.push_back(static_cast<int64_t>(out.columns.size()));
  }
  return out;
}

}  // namespace graphsr
