// Every operation takes at least a byte of the file and makes at most one value, equal integers share one,
// and containers only take what is on the stack: so what is built stays in proportion to the file, and there
// is no recursion.
#include "graphsr/graph/pickle_machine.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/text.h"

namespace graphsr {

namespace {

constexpr size_t kMostValues = 1 << 25;
constexpr size_t kMostMarks = 10000;  // of nested containers that are not closed
constexpr size_t kLongestLine = 1 << 28;

}  // namespace

void PickleMachine::refuse(const std::string& problem) const {
  pickle_.refuse(fmt::format("as a pickle, byte {}: {}", size_ - rest_.size(), problem));
}

void PickleMachine::run() {
  constexpr unsigned char kStop = '.';
  for (;;) {
    const auto operation = static_cast<unsigned char>(take(1)[0]);
    if (operation == kStop) break;
    if (!step(operation)) refuse(fmt::format("the operation 0x{:02x} is not read", operation));
  }
  pickle_.root_ = pop();
  if (!stack_.empty() || !marks_.empty()) refuse("it ends with values left over");
  if (!rest_.empty()) refuse("something follows its end");
}

bool PickleMachine::step(unsigned char operation) {
  return step_number(operation) || step_stack(operation) || step_container(operation) ||
         step_text(operation) || step_name(operation);
}

std::string_view PickleMachine::take(uint64_t count) {
  if (count > rest_.size()) refuse("it ends too early");
  const std::string_view front = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return front;
}

std::string_view PickleMachine::take_line() {
  const size_t end = rest_.substr(0, kLongestLine).find('\n');
  if (end == std::string_view::npos) refuse("it ends too early");
  std::string_view line = take(end + 1);
  line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

uint64_t PickleMachine::take_size(int bytes) {
  uint64_t size = 0;
  const std::string_view text = take(static_cast<uint64_t>(bytes));
  for (int i = 0; i < bytes; ++i) size |= uint64_t{static_cast<unsigned char>(text[i])} << 8 * i;
  return size;
}

PickleMachine::Id PickleMachine::top() {
  if (stack_.empty() || (!marks_.empty() && marks_.back() == stack_.size()))
    refuse("it takes what is not there");
  return stack_.back();
}

PickleMachine::Id PickleMachine::pop() {
  const Id id = top();
  stack_.pop_back();
  return id;
}

size_t PickleMachine::mark() {
  if (marks_.empty()) refuse("it closes what was not opened");
  const size_t begin = marks_.back();
  marks_.pop_back();
  return begin;
}

std::vector<PickleMachine::Id> PickleMachine::pop_mark() {
  const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(mark());
  std::vector<Id> items(begin, stack_.end());
  stack_.erase(begin, stack_.end());
  return items;
}

void PickleMachine::push(PickleValue value) {
  if (pickle_.values_.size() >= kMostValues) refuse(fmt::format("it has more than {} values", kMostValues));
  push(static_cast<Id>(pickle_.values_.size()));
  pickle_.values_.push_back(std::move(value));
}

void PickleMachine::push_integer(int64_t integer) {
  const auto known = integers_.find(integer);
  if (known != integers_.end()) return push(known->second);
  push({Kind::integer, integer, 0, {}, {}});
  integers_[integer] = stack_.back();
}

void PickleMachine::push_constant(Kind kind, int64_t integer) {
  const int64_t key = 2 * static_cast<int64_t>(kind) + integer;
  const auto known = constants_.find(key);
  if (known != constants_.end()) return push(known->second);
  push({kind, integer, 0, {}, {}});
  constants_[key] = stack_.back();
}

void PickleMachine::push_text(Kind kind, std::string_view text) { push({kind, 0, 0, text, {}}); }

int64_t PickleMachine::line_number() {
  std::string_view line = take_line();
  if (line.ends_with('L')) line.remove_suffix(1);
  int64_t number = 0;
  const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc() || stop != line.data() + line.size())
    refuse(in_quotes(line) + " is no integer of 64 bits");
  return number;
}

bool PickleMachine::step_number(unsigned char operation) {
  switch (operation) {
    case 'K':
      return push_integer(static_cast<int64_t>(take_size(1))), true;
    case 'M':
      return push_integer(static_cast<int64_t>(take_size(2))), true;
    case 'J':
      return push_integer(static_cast<int32_t>(take_size(4))), true;
    case 'I':
      if (rest_.starts_with("00\n") || rest_.starts_with("01\n"))
        return push_constant(Kind::truth, take_line() == "01"), true;
      return push_integer(line_number()), true;
    case 'L':
      return push_integer(line_number()), true;
    case 0x8a:
    case 0x8b: {
      const uint64_t bytes = take_size(operation == 0x8a ? 1 : 4);
      if (bytes > 8) refuse("it has an integer of more than 64 bits");
      uint64_t integer = take_size(static_cast<int>(bytes));
      if (bytes > 0 && bytes < 8 && integer >> (8 * bytes - 1) != 0) integer -= uint64_t{1} << 8 * bytes;
      return push_integer(static_cast<int64_t>(integer)), true;
    }
    case 'G': {
      uint64_t bits = 0;
      for (const char c : take(8)) bits = bits << 8 | static_cast<unsigned char>(c);
      return push({Kind::real, 0, std::bit_cast<double>(bits), {}, {}}), true;
    }
    case 'F':
      return push({Kind::real, 0, std::strtod(std::string(take_line()).c_str(), nullptr), {}, {}}), true;
    case 'N':
      return push_constant(Kind::none, 0), true;
    case 0x88:
    case 0x89:
      return push_constant(Kind::truth, operation == 0x88), true;
    default:
      return false;
  }
}

void PickleMachine::remember(int64_t key) { memo_[key] = top(); }

void PickleMachine::recall(int64_t key) {
  const auto known = memo_.find(key);
  if (known == memo_.end()) refuse(fmt::format("it asks for value {}, which it did not keep", key));
  push(known->second);
}

bool PickleMachine::step_stack(unsigned char operation) {
  switch (operation) {
    case 0x80:  // the protocol's number; operations say themselves what they are
      return take(1), true;
    case 0x95:  // how long the next frame is
      return take(8), true;
    case '(':
      if (marks_.size() >= kMostMarks) refuse("it is nested too deeply");
      return marks_.push_back(stack_.size()), true;
    case '0':
      if (!marks_.empty() && marks_.back() == stack_.size()) return mark(), true;
      return pop(), true;
    case '1':
      return pop_mark(), true;
    case '2':
      return push(top()), true;
    case 'p':
      return remember(line_number()), true;
    case 'q':
      return remember(static_cast<int64_t>(take_size(1))), true;
    case 'r':
      return remember(static_cast<int64_t>(take_size(4))), true;
    case 0x94:
      return remember(static_cast<int64_t>(memo_.size())), true;
    case 'g':
      return recall(line_number()), true;
    case 'h':
      return recall(static_cast<int64_t>(take_size(1))), true;
    case 'j':
      return recall(static_cast<int64_t>(take_size(4))), true;
    default:
      return false;
  }
}

// What was put on the stack from `from` on becomes part of the list, or in pairs of the dict, below it.
void PickleMachine::append(size_t from, bool pairs) {
  if (from == 0 || from > stack_.size() || (!marks_.empty() && from <= marks_.back()))
    refuse("it takes what is not there");
  PickleValue& to = at(stack_[from - 1]);
  if (to.kind != (pairs ? Kind::dict : Kind::list))
    refuse(pairs ? "it fills a dict that is none" : "it extends a list that is none");
  if (pairs && (stack_.size() - from) % 2 != 0) refuse("it has a key without a value");
  to.items.insert(to.items.end(), stack_.begin() + static_cast<std::ptrdiff_t>(from), stack_.end());
  stack_.resize(from);
}

bool PickleMachine::step_container(unsigned char operation) {
  switch (operation) {
    case ']':
      return push({Kind::list, 0, 0, {}, {}}), true;
    case '}':
      return push({Kind::dict, 0, 0, {}, {}}), true;
    case ')':
      return push({Kind::tuple, 0, 0, {}, {}}), true;
    case 'l':
      return push({Kind::list, 0, 0, {}, pop_mark()}), true;
    case 't':
      return push({Kind::tuple, 0, 0, {}, pop_mark()}), true;
    case 'd': {
      std::vector<Id> items = pop_mark();
      if (items.size() % 2 != 0) refuse("it has a key without a value");
      return push({Kind::dict, 0, 0, {}, std::move(items)}), true;
    }
    case 0x85:
    case 0x86:
    case 0x87: {
      std::vector<Id> items(operation - 0x84);
      for (size_t i = items.size(); i-- > 0;) items[i] = pop();
      return push({Kind::tuple, 0, 0, {}, std::move(items)}), true;
    }
    case 'a':
      return append(stack_.size() - std::min<size_t>(stack_.size(), 1), false), true;
    case 'e':
      return append(mark(), false), true;
    case 's':
      return append(stack_.size() - std::min<size_t>(stack_.size(), 2), true), true;
    case 'u':
      return append(mark(), true), true;
    default:
      return false;
  }
}

}  // namespace graphsr
