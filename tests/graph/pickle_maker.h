// Pickles of protocol 2 made in memory, sound or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/graph/npz_maker.h"

namespace graphsr {

inline std::string little(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i);
  return out;
}

inline std::string pickled(const std::string& operations) { return "\x80\x02" + operations + "."; }
inline std::string pickled_int(int64_t value) { return "J" + little(static_cast<uint64_t>(value), 4); }
inline std::string pickled_bytes(const std::string& bytes) { return "T" + little(bytes.size(), 4) + bytes; }
inline std::string pickled_name(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}

inline std::string pickled_tuple(const std::vector<int64_t>& values) {
  std::string out = "(";
  for (const int64_t value : values) out += pickled_int(value);
  return out + "t";
}

// numpy's: _reconstruct, then the state (1, shape, dtype, False, bytes).
inline std::string array_operations(const std::string& type, const std::vector<int64_t>& shape,
                                    const std::string& bytes, char order = '<') {
  const std::string make = pickled_name("numpy.core.multiarray", "_reconstruct") +
                           pickled_name("numpy", "ndarray") + pickled_tuple({0}) + pickled_bytes("b") +
                           "\x87R";
  const std::string dtype = pickled_name("numpy", "dtype") + pickled_bytes(type) + "K" + '\0' +
                            "K\x01\x87R(K\x03" + pickled_bytes(std::string(1, order)) + "NNN" +
                            pickled_int(-1) + pickled_int(-1) + "K" + '\0' + "tb";
  return make + "(K\x01" + pickled_tuple(shape) + dtype + "\x89" + pickled_bytes(bytes) + "tb";
}

template <class T>
std::string array_operations(const std::string& type, const std::vector<T>& values) {
  return array_operations(type, {static_cast<int64_t>(values.size())}, bytes_of(values));
}

inline std::string csr_operations(int64_t rows, int64_t cols, const std::vector<int>& offsets,
                                  const std::vector<int>& columns, const std::vector<float>& values) {
  return pickled_name("scipy.sparse.csr", "csr_matrix") + ")\x81}(" + pickled_bytes("_shape") +
         pickled_tuple({rows, cols}) + pickled_bytes("indptr") + array_operations("i4", offsets) +
         pickled_bytes("indices") + array_operations("i4", columns) + pickled_bytes("data") +
         array_operations("f4", values) + pickled_bytes("format") + pickled_bytes("csr") + "ub";
}

inline std::string one_hot_operations(const std::vector<int>& classes, int count) {
  std::vector<int> cells;
  for (const int label : classes)
    for (int c = 0; c < count; ++c) cells.push_back(c == label);
  return array_operations("i4", {static_cast<int64_t>(classes.size()), count}, bytes_of(cells));
}

// collections.defaultdict(list) with a list of neighbours for each node.
inline std::string graph_operations(const std::vector<std::vector<int>>& neighbours) {
  std::string out =
      pickled_name("collections", "defaultdict") + pickled_name("__builtin__", "list") + "\x85R(";
  for (size_t node = 0; node < neighbours.size(); ++node) {
    out += pickled_int(static_cast<int64_t>(node)) + "](";
    for (const int neighbour : neighbours[node]) out += pickled_int(neighbour);
    out += "e";
  }
  return out + "u";
}

}  // namespace graphsr
