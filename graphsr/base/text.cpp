#include "graphsr/base/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace graphsr {

namespace {

constexpr size_t kLongest = 60;

// Bytes of the character at the front of the text, or 0 when it is not well formed.
size_t character_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  uint32_t code = first & (0x7f >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return overlong || surrogate || code > 0x10ffff ? 0 : length;
}

struct Range {
  uint32_t first, last;
};

bool is_in(std::span<const Range> ranges, uint32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return code >= r.first && code <= r.last; });
}

constexpr Range kDisturbing[] = {{0x00, 0x1f},
                                 {0x7f, 0x9f},
                                 {0x200e, 0x200f},
                                 {0x2028, 0x202e},
                                 {0x2066, 0x2069}};  // controls, direction, line ends
constexpr Range kWidthless[] = {
    {0x300, 0x36f}, {0x200b, 0x200d}, {0x20d0, 0x20f0}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}};
constexpr Range kWide[] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},  {0xf900, 0xfaff},
                           {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},  {0x1f300, 0x1f64f},
                           {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

// The character at the front, well formed and of this many bytes.
uint32_t code_point(std::string_view text, size_t length) {
  const auto first = static_cast<unsigned char>(text[0]);
  uint32_t code = length == 1 ? first : first & (0x7fu >> length);
  for (size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  return code;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::u32string characters(std::string_view text) {
  std::u32string out;
  while (!text.empty()) {
    const size_t length = character_length(text);
    out += length == 0 ? U'\xfffd' : static_cast<char32_t>(code_point(text, length));
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return out;
}

std::string in_quotes(std::string_view name) {
  std::string shown = "'";
  while (!name.empty() && shown.size() < kLongest) {
    const size_t length = character_length(name);
    const auto first = static_cast<unsigned char>(name[0]);
    // C0 controls and delete; the C1 controls are C2 80 to C2 9F.
    const bool control =
        first < 0x20 || first == 0x7f || (length == 2 && first == 0xc2 && (name[1] & 0x20) == 0);
    if (length == 0 || control)
      shown += '?';
    else
      shown += name.substr(0, length);
    name.remove_prefix(length == 0 ? 1 : length);
  }
  return shown += name.empty() ? "'" : "...'";
}

std::string on_one_line(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const size_t length = character_length(text);
    if (text[0] == '\t' || text[0] == '\n' || text[0] == '\r')
      shown += ' ';
    else if (length == 0 || is_in(kDisturbing, code_point(text, length)))
      shown += '?';
    else
      shown += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return shown;
}

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const size_t length = std::max<size_t>(1, character_length(text));
    const uint32_t code = code_point(text, length);
    width += is_in(kWidthless, code) ? 0 : is_in(kWide, code) ? 2 : 1;
    text.remove_prefix(length);
  }
  return width;
}

}  // namespace graphsr
