#include "graphsr/base/text.h"

#include <cstddef>
#include <cstdint>

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

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
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

}  // namespace graphsr
