#include "graphsr/graph/npy_values.h"

#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are used as they are stored");

// numpy's UCS-4 text, which is filled up with zeros, as UTF-8; nothing when it is no text.
std::optional<std::string> from_ucs4(const unsigned char* bytes, int item_size) {
  std::string text;
  size_t length = 0;
  for (int i = 0; i < item_size; i += 4) {
    uint32_t c;
    std::memcpy(&c, bytes + i, 4);
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return std::nullopt;
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else {
      const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
      text += static_cast<char>((0xf80 >> more & 0xff) | c >> 6 * more);
      for (int k = more - 1; k >= 0; --k) text += static_cast<char>(0x80 | (c >> 6 * k & 0x3f));
    }
    if (c != 0) length = text.size();
  }
  text.resize(length);
  return text;
}

// Bytes, also filled up with zeros; nothing when they are not UTF-8.
std::optional<std::string> from_bytes(const unsigned char* bytes, int item_size) {
  std::string text(bytes, bytes + item_size);
  text.resize(text.find_last_not_of('\0') + 1);
  if (!is_utf8(text)) return std::nullopt;
  return text;
}

}  // namespace

float float_from_half(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float size = exponent == 31 ? (fraction == 0 ? std::numeric_limits<float>::infinity() : std::nanf(""))
                     : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                     : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return bits >> 15 ? -size : size;
}

void expect_dimensions(const NpyArray& array, size_t dimensions) {
  if (array.shape.size() != dimensions)
    bad_input(array.place, fmt::format("has {} dimensions, expected {}", array.shape.size(), dimensions));
}

std::vector<int64_t> integers_of(const NpyArray& array) {
  expect_dimensions(array, 1);
  std::vector<int64_t> values(static_cast<size_t>(array.count()));
  const auto convert = [&](int64_t i, auto value) {
    const std::optional<int64_t> whole = whole_number(value);
    if (!whole)
      bad_input(array.place, fmt::format("element {} is {}, not a whole number of 64 bits", i, value));
    values[static_cast<size_t>(i)] = *whole;
  };
  if (!for_numbers(array, convert)) bad_input(array.place, "holds text, expected integers");
  return values;
}

std::vector<float> floats_of(const NpyArray& array) {
  std::vector<float> values(static_cast<size_t>(array.count()));
  const auto convert = [&](int64_t i, auto value) {
    if (std::isfinite(static_cast<double>(value)) &&
        std::abs(static_cast<double>(value)) > std::numeric_limits<float>::max())
      bad_input(array.place, fmt::format("element {} is {}, too large for float32", i, value));
    values[static_cast<size_t>(i)] = static_cast<float>(value);
  };
  if (!for_numbers(array, convert)) bad_input(array.place, "holds text, expected numbers");
  return values;
}

std::vector<std::string> strings_of(const NpyArray& array) {
  expect_dimensions(array, 1);
  std::vector<std::string> texts;
  if (array.kind != 'U' && array.kind != 'S') {
    for (const int64_t number : integers_of(array)) texts.push_back(std::to_string(number));
    return texts;
  }
  for (int64_t i = 0; i < array.count(); ++i) {
    const unsigned char* bytes = array.elements().data() + i * array.item_size;
    const auto text =
        array.kind == 'U' ? from_ucs4(bytes, array.item_size) : from_bytes(bytes, array.item_size);
    if (!text) bad_input(array.place, fmt::format("element {} is not text", i), "save it with astype(str)");
    texts.push_back(*text);
  }
  return texts;
}

std::vector<bool> truths_of(const NpyArray& array) {
  std::vector<bool> values(static_cast<size_t>(array.count()));
  const auto convert = [&](int64_t i, auto value) {
    if (value != 0 && value != 1)
      bad_input(array.place, fmt::format("element {} is {}, neither 0 nor 1", i, value), "save it as bool");
    values[static_cast<size_t>(i)] = value == 1;
  };
  if (!for_numbers(array, convert)) bad_input(array.place, "holds text, expected 0 and 1");
  return values;
}

}  // namespace graphsr
