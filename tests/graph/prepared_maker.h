// Datasets that have all that a prepared file can hold, and what becomes of a file that is forged.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "graphsr/base/checksum.h"
#include "graphsr/graph/prepared_layout.h"
#include "tests/graph/toy_dataset.h"

namespace graphsr {

// Nine nodes in a cycle, two classes and three nodes without one, ids, two splits, some edges given twice.
inline Dataset rich_dataset(Features features) {
  Dataset dataset = toy_dataset({4, 2}, 3);
  auto graph = std::make_shared<Graph>();
  graph->edges = dataset.graph->edges;
  graph->features = std::move(features);
  dataset.graph = std::move(graph);
  for (int i = 0; i < 9; ++i) dataset.node_ids.push_back("node-\xc3\xa9-" + std::to_string(i * i));
  dataset.counts = {12, 9, 2, 1, 0, 0};
  using enum SplitPart;
  dataset.masks = {{train, train, validation, test, test, none, none, none, test},
                   {test, test, test, train, train, validation, none, none, none}};
  dataset.own_masks = true;
  return dataset;
}

inline Features dense_features() {
  Matrix matrix(9, 3);
  for (int64_t i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<Real>(i) / 4 - 2;
  return Features(std::move(matrix));
}

inline Features sparse_features(bool with_values) {
  Csr sparse{9, 5, {0}, {}, {}};
  for (int32_t i = 0; i < 9; ++i) {
    for (int32_t j = i % 3; j < 5; j += 2) {
      sparse.columns.push_back(j);
      if (with_values) sparse.values.push_back(static_cast<Real>(1 + i * j) / 8);
    }
    sparse.offsets.push_back(sparse.nonzeros());
  }
  return Features(std::move(sparse));
}

inline PreparedHeader header_in(const std::string& bytes) {
  PreparedHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

// The file with this header and all checksums made right again, as someone would do who means harm.
inline std::string sealed(std::string bytes, PreparedHeader header) {
  for (SectionPlace& section : header.sections)
    if (section.offset <= bytes.size() && section.bytes <= bytes.size() - section.offset)
      section.checksum = checksum(std::string_view(bytes).substr(section.offset, section.bytes));
  header.checksum = header_checksum(header);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

// Where a section begins.
inline size_t begin_of(const std::string& bytes, Section section) {
  return header_in(bytes).sections[static_cast<size_t>(section)].offset;
}

template <class T>
void put_at(std::string& bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

}  // namespace graphsr
