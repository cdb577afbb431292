// The elements of npy arrays as the types that readers use.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "graphsr/graph/npy.h"

namespace graphsr {

// Refuses any other number of dimensions.
void expect_dimensions(const NpyArray& array, size_t dimensions);

// Converted copies; refuse other kinds, fractions in integers and values out of range. Integers and strings
// must have one dimension, floats and truths come flat. NaN and infinity stay in floats: the caller can name
// their row and column. Strings are UTF-8; integers among them become their digits. Truths are booleans, or
// integers that are 0 or 1.
std::vector<int64_t> integers_of(const NpyArray& array);
std::vector<float> floats_of(const NpyArray& array);
std::vector<std::string> strings_of(const NpyArray& array);
std::vector<bool> truths_of(const NpyArray& array);

float float_from_half(uint16_t bits);

// The number as int64, if it is a whole one that fits.
template <class T>
std::optional<int64_t> whole_number(T value) {
  bool fits = true;
  if constexpr (std::is_floating_point_v<T>)
    fits = value >= -0x1p63 && value < 0x1p63 && std::trunc(value) == value;  // false for NaN
  else if constexpr (std::is_same_v<T, uint64_t>)
    fits = value <= INT64_MAX;
  if (!fits) return std::nullopt;
  return static_cast<int64_t>(value);
}

// Calls use(i, value) for each element in its own type; false when the array is not of numbers.
template <class Use>
bool for_numbers(const NpyArray& array, const Use& use) {
  const int64_t count = array.count();
  const unsigned char* const elements = array.elements().data();
  const auto element = [&]<class T>(int64_t i, T value) {
    std::memcpy(&value, elements + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
    return value;
  };
  const auto all = [&]<class T>(T type) {
    for (int64_t i = 0; i < count; ++i) use(i, element(i, type));
    return true;
  };
  switch (array.kind << 8 | array.item_size) {
    case 'f' << 8 | 2:
      for (int64_t i = 0; i < count; ++i) use(i, float_from_half(element(i, uint16_t{})));
      return true;
    case 'f' << 8 | 4:
      return all(float{});
    case 'f' << 8 | 8:
      return all(double{});
    case 'i' << 8 | 1:
      return all(int8_t{});
    case 'i' << 8 | 2:
      return all(int16_t{});
    case 'i' << 8 | 4:
      return all(int32_t{});
    case 'i' << 8 | 8:
      return all(int64_t{});
    case 'b' << 8 | 1:
    case 'u' << 8 | 1:
      return all(uint8_t{});
    case 'u' << 8 | 2:
      return all(uint16_t{});
    case 'u' << 8 | 4:
      return all(uint32_t{});
    case 'u' << 8 | 8:
      return all(uint64_t{});
    default:
      return false;
  }
}

}  // namespace graphsr
