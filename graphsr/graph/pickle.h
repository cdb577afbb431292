// Python's pickles, as far as arrays need them. A pickle is a program for a small stack machine that may name
// any function of Python and have it called. This one builds numbers, text, tuples, lists, dicts, numpy
// arrays and scipy's sparse matrices out of its bytes, and refuses every other name: nothing is ever called.
// https://github.com/python/cpython/blob/main/Lib/pickletools.py describes the operations.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/npy.h"

namespace graphsr {

struct PickleValue {
  enum class Kind { none, truth, integer, real, text, bytes, tuple, list, dict, type, array, matrix, name };
  using Id = int32_t;  // of a value in its pickle; values refer to each other by these, also in circles

  Kind kind = Kind::none;
  int64_t integer = 0;    // of integer and truth; of array: whether in Fortran order; of name: which
  double real = 0;        // of real
  std::string_view text;  // of text and bytes; of type: "<f4"; of matrix: "csr"
  // Elements of tuples and lists; keys and values in turn of dicts; of a matrix the dict of its attributes;
  // of an array its shape, type and bytes.
  std::vector<Id> items;
};

class Pickle {
 public:
  // Reads exactly one value of protocols 0 to 5. `place` names the file in errors. Memory is at most a
  // constant times the bytes.
  Pickle(std::string bytes, std::string place);

  using Id = PickleValue::Id;
  using Kind = PickleValue::Kind;
  Id root() const { return root_; }
  const PickleValue& operator[](Id id) const { return values_[static_cast<size_t>(id)]; }
  const std::string& place() const { return place_; }
  size_t size() const { return bytes_->size(); }  // of the file

  // The value that a dict, or a matrix among its attributes, has under a name; where there are two, the last;
  // -1 where there is none.
  Id find(Id dict, std::string_view name) const;

  // Copies of arrays: refuse other values and what npy files may not have either. `what` names it in errors:
  // "indptr".
  NpyArray array(Id id, const std::string& what) const;

  // A tuple or list of integers as an array.
  NpyArray integers(Id id, const std::string& what) const;

  [[noreturn]] void refuse(const std::string& problem) const;

 private:
  friend class PickleMachine;

  std::unique_ptr<const std::string> bytes_;  // values point into it
  std::string place_;
  std::vector<PickleValue> values_;
  std::deque<std::string> made_;  // text that does not stand in the file as it is
  Id root_ = 0;
};

}  // namespace graphsr
