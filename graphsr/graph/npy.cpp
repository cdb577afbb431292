#include "graphsr/graph/npy.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

constexpr size_t kLongestHeader = 1 << 16;
constexpr size_t kMostDimensions = 64;     // numpy's own limit
constexpr size_t kMostDigits = 18;         // of a number, so that it fits int64
constexpr int64_t kLongestItem = 1 << 20;  // bytes of one element

// The Python dictionary at the head of an npy file, and nothing else of Python.
class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  void parse(NpyHeader& header) {
    bool has_type = false, has_order = false, has_shape = false;
    expect('{');
    while (next() != '}') {
      const std::string key = quoted_text();
      bool* const seen = key == "descr"           ? &has_type
                         : key == "fortran_order" ? &has_order
                         : key == "shape"         ? &has_shape
                                                  : nullptr;
      if (seen == nullptr || *seen) refuse("has the unexpected entry " + in_quotes(key));
      *seen = true;
      expect(':');
      if (key == "descr") header.type = type();
      if (key == "fortran_order") header.fortran_order = truth();
      if (key == "shape") header.shape = shape();
      if (next() != '}') expect(',');
    }
    expect('}');
    if (next() != '\0' || at_ != text_.size()) refuse("goes on after its end");
    if (!has_type || !has_order || !has_shape) refuse("lacks descr, fortran_order or shape");
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const {
    bad_input(place_, "its npy header " + problem, "save it again with numpy.savez");
  }

  // The next character that is not blank; '\0' at the end.
  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  void expect(char wanted) {
    if (next() != wanted || at_ == text_.size()) refuse(fmt::format("has no '{}' at byte {}", wanted, at_));
    ++at_;
  }

  std::string quoted_text() {
    const char quote = next();
    if (quote != '\'' && quote != '"') refuse(fmt::format("has no text at byte {}", at_));
    const size_t begin = ++at_;
    at_ = std::min(text_.find(quote, begin), text_.size());
    if (at_ == text_.size()) refuse("is cut short");
    return std::string(text_.substr(begin, at_++ - begin));
  }

  // Structured types are lists of fields; they are passed over, for arrays that nobody wants may have them.
  std::string type() {
    if (next() != '[' && next() != '(' && next() != '{') return quoted_text();
    int depth = 0;
    do {
      const char c = next();
      if (c == '\0') refuse("is cut short");
      if (c == '\'' || c == '"') {
        quoted_text();
        continue;
      }
      if (c == '[' || c == '(' || c == '{') ++depth;
      if (c == ']' || c == ')' || c == '}') --depth;
      ++at_;
    } while (depth > 0);
    return "";
  }

  bool truth() {
    next();
    for (const std::string_view word : {"True", "False"})
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return word == "True";
      }
    refuse("has neither True nor False for fortran_order");
  }

  std::vector<int64_t> shape() {
    std::vector<int64_t> extents;
    expect('(');
    while (next() != ')') {
      if (next() == '-') refuse("has a negative shape");
      int64_t extent = 0;
      const size_t begin = at_;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
        if (at_ - begin == kMostDigits) refuse("has a shape that is too large");
        extent = extent * 10 + (text_[at_] - '0');
      }
      if (at_ == begin) refuse(fmt::format("has no number at byte {}", at_));
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long numbers so
      if (extents.size() == kMostDimensions) refuse("has too many dimensions");
      extents.push_back(extent);
      if (next() != ')') expect(',');
    }
    expect(')');
    return extents;
  }

  std::string_view text_;
  size_t at_ = 0;
  const std::string& place_;
};

struct TypeName {
  char order = 0, kind = 0;
  int64_t item_size = 0;
  bool is_read = false;
};

TypeName parsed_type(const std::string& type) {
  TypeName name;
  if (type.size() < 3 || type.size() > 10 || type.find_first_not_of("0123456789", 2) != std::string::npos)
    return name;
  name.order = type[0];
  name.kind = type[1];
  const int64_t number = std::stoll(type.substr(2));
  name.item_size = name.kind == 'U' ? 4 * number : number;
  const bool power = number == 1 || number == 2 || number == 4 || number == 8;
  switch (name.kind) {
    case 'f':
      name.is_read = power && number > 1;
      break;
    case 'i':
    case 'u':
      name.is_read = power;
      break;
    case 'b':
      name.is_read = number == 1;
      break;
    case 'U':
    case 'S':
      name.is_read = number > 0 && name.item_size <= kLongestItem;
      break;
    default:
      break;
  }
  if (name.order != '<' && name.order != '>' && name.order != '|') name.is_read = false;
  return name;
}

}  // namespace

int64_t NpyArray::count() const {
  int64_t product = 1;
  for (const int64_t extent : shape) product *= extent;
  return product;
}

NpyHeader read_npy_header(const ReadBytes& read, const std::string& place) {
  unsigned char head[12];
  read(head, 10);
  if (std::string_view(reinterpret_cast<const char*>(head), 6) != "\x93NUMPY")
    bad_input(place, "is not in npy format", "save it again with numpy.savez");
  const int major = head[6], minor = head[7];
  if (major < 1 || major > 3 || minor != 0)
    bad_input(place, fmt::format("has npy version {}.{}, and 1.0 to 3.0 are read", major, minor),
              "save it again with numpy.savez");
  size_t length = head[8] | head[9] << 8;
  size_t prefix = 10;
  if (major > 1) {
    read(head + 10, 2);
    length |= static_cast<size_t>(head[10]) << 16 | static_cast<size_t>(head[11]) << 24;
    prefix = 12;
  }
  if (length > kLongestHeader)
    bad_input(place, fmt::format("its npy header has {} bytes, which is too long", length),
              "save it again with numpy.savez");
  std::string text(length, '\0');
  read(reinterpret_cast<unsigned char*>(text.data()), length);
  NpyHeader header;
  HeaderText(text, place).parse(header);
  header.length = static_cast<int64_t>(prefix + length);
  return header;
}

NpyArray announced_array(const NpyHeader& header, const std::string& place) {
  if (header.type.empty())
    bad_input(place, "has a structured type", "save each field as an array of its own");
  if (header.type.find('O') == 1)
    bad_input(place, "holds Python objects, which are not read",
              "save it as numbers or as text (astype(str))");
  const TypeName type = parsed_type(header.type);
  if (!type.is_read)
    bad_input(place, fmt::format("has type {}, which is not read", in_quotes(header.type)),
              "save it as float32, int64 or text");
  if (type.order == '>' && type.item_size > 1 && type.kind != 'S')
    bad_input(place, "is big-endian", "save it with astype(dtype.newbyteorder('<'))");
  if (type.order == '|' && type.item_size > 1 && type.kind != 'S')
    bad_input(place, fmt::format("has type {}, which names no byte order", in_quotes(header.type)),
              "save it again with numpy.savez");
  if (header.fortran_order && header.shape.size() > 1)
    bad_input(place, "is in Fortran order", "save it with numpy.ascontiguousarray");
  int64_t bytes = type.item_size;
  for (const int64_t extent : header.shape)
    if (__builtin_mul_overflow(bytes, extent, &bytes)) bad_input(place, "has a shape that is too large");
  return {type.kind, static_cast<int>(type.item_size), header.shape, {}, place};
}

}  // namespace graphsr
