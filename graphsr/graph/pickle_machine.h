// The stack machine behind Pickle; for pickle.cpp only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graphsr/graph/pickle.h"

namespace graphsr {

class PickleMachine {
 public:
  PickleMachine(Pickle& pickle, std::string_view bytes)
      : pickle_(pickle), rest_(bytes), size_(bytes.size()) {}

  // Leaves the one value in the pickle.
  void run();

 private:
  using Id = PickleValue::Id;
  using Kind = PickleValue::Kind;

  bool step(unsigned char operation);  // these: false when the operation is not among theirs
  bool step_number(unsigned char operation);
  bool step_text(unsigned char operation);
  bool step_container(unsigned char operation);
  bool step_stack(unsigned char operation);
  bool step_name(unsigned char operation);

  [[noreturn]] void refuse(const std::string& problem) const;

  // Of the file.
  std::string_view take(uint64_t count);
  std::string_view take_line();
  uint64_t take_size(int bytes);  // little-endian

  // Of the stack.
  Id top();
  Id pop();
  size_t mark();               // where what was put since the last mark begins
  std::vector<Id> pop_mark();  // that, in order
  void push(Id id) { stack_.push_back(id); }
  void push(PickleValue value);
  void push_integer(int64_t integer);
  void push_constant(Kind kind, int64_t integer);
  void push_text(Kind kind, std::string_view text);
  void append(size_t from, bool pairs);
  void remember(int64_t key);
  void recall(int64_t key);
  int64_t line_number();

  // Text that does not stand in the file as it is.
  std::string_view keep(std::string text);
  std::string without_escapes(std::string_view quoted) const;
  std::string from_raw_unicode(std::string_view text) const;

  // Names, and what they are asked to make.
  void push_name(std::string_view module, std::string_view name);
  void call();
  void make_object();
  void build();
  void build_array(PickleValue& array, const PickleValue& state);
  void call_scalar(const std::vector<Id>& arguments);
  void call_from_buffer(const std::vector<Id>& arguments);
  void call_type(const std::vector<Id>& arguments);
  void call_encode(const std::vector<Id>& arguments);
  void push_matrix(Id of);
  void check_array(const PickleValue& array) const;
  const PickleValue& at(Id id) const { return pickle_.values_[static_cast<size_t>(id)]; }
  PickleValue& at(Id id) { return pickle_.values_[static_cast<size_t>(id)]; }

  Pickle& pickle_;
  std::string_view rest_;
  size_t size_, kept_ = 0;
  std::vector<Id> stack_;
  std::vector<size_t> marks_;
  std::unordered_map<int64_t, Id> memo_, integers_;
  std::unordered_map<int64_t, Id> constants_;
};

}  // namespace graphsr
