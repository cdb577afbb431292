#include "graphsr/graph/npz.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <type_traits>

#include <fmt/format.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/zip.h"

namespace graphsr {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are used as they are stored");

// What an archive may unpack to: deflate can reach 1000 to 1, but arrays that people save do not.
constexpr int64_t kFreeBytes = 256 << 20;
constexpr int64_t kMostExpansion = 100;
constexpr size_t kChunk = 1 << 20;
constexpr size_t kNamesShown = 12;
constexpr std::string_view kEnding = ".npy";

bool is_array(const Zip& zip) { return zip.name().ends_with(kEnding) && zip.name().size() > kEnding.size(); }

std::string array_name(const Zip& zip) { return zip.name().substr(0, zip.name().size() - kEnding.size()); }

NpyHeader header_of(Zip& zip, const std::string& place) {
  return read_npy_header([&](unsigned char* to, size_t count) { zip.read(to, count); }, place);
}

template <class T>
T element(const NpyArray& array, int64_t i) {
  T value;
  std::memcpy(&value, array.bytes.data() + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
  return value;
}

float from_half(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float size = exponent == 31 ? (fraction == 0 ? std::numeric_limits<float>::infinity() : std::nanf(""))
                     : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                     : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return bits >> 15 ? -size : size;
}

// Calls use(i, value) for each element in its own type; false when the array is not of numbers.
template <class Use>
bool for_numbers(const NpyArray& array, const Use& use) {
  const int64_t count = array.count();
  const auto all = [&]<class T>(T) {
    for (int64_t i = 0; i < count; ++i) use(i, element<T>(array, i));
    return true;
  };
  switch (array.kind << 8 | array.item_size) {
    case 'f' << 8 | 2:
      for (int64_t i = 0; i < count; ++i) use(i, from_half(element<uint16_t>(array, i)));
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

Npz::Npz(const std::string& path, const std::vector<std::string>& wanted) : path_(path) {
  const std::string file = read_file(path);
  read_headers(file, wanted);
  read_data(file);
}

std::string Npz::place(const std::string& name) const { return path_ + ", array " + in_quotes(name); }

void Npz::read_headers(std::string_view file, const std::vector<std::string>& wanted) {
  Zip zip(file, path_, "an npz file");
  std::set<std::string> members;
  int64_t allowed = kFreeBytes + kMostExpansion * std::ssize(file);
  while (zip.next()) {
    if (!members.insert(zip.name()).second) bad_input(path_, "has " + in_quotes(zip.name()) + " twice");
    if (zip.size() > allowed)
      bad_input(path_, fmt::format("unpacks to far more than its {} bytes can honestly hold", file.size()),
                "save it with numpy.savez if it is genuine");
    allowed -= zip.size();
    if (!is_array(zip)) continue;
    const std::string name = array_name(zip);
    const NpyHeader header = header_of(zip, place(name));
    names_.push_back(name);
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    NpyArray array;
    try {
      array = announced_array(header, place(name));
    } catch (const Error&) {
      if (is_wanted) throw;
      continue;
    }
    const int64_t bytes = array.count() * array.item_size;
    if (zip.size() - header.length != bytes)
      bad_input(
          place(name),
          fmt::format("has {} bytes of data, but its header announces {}", zip.size() - header.length, bytes),
          "save it again with numpy.savez");
    if (is_wanted) arrays_[name] = std::move(array);
  }
}

void Npz::read_data(std::string_view file) {
  Zip zip(file, path_, "an npz file");
  while (zip.next()) {
    const auto found = is_array(zip) ? arrays_.find(array_name(zip)) : arrays_.end();
    if (found == arrays_.end()) continue;
    NpyArray& array = found->second;
    header_of(zip, place(found->first));
    // Memory grows with the data that arrive, never by what a header claims.
    for (int64_t left = array.count() * array.item_size; left > 0;) {
      const size_t more = std::min(kChunk, static_cast<size_t>(left)), before = array.bytes.size();
      array.bytes.resize(before + more);
      zip.read(array.bytes.data() + before, more);
      left -= static_cast<int64_t>(more);
    }
    zip.finish();
  }
}

const NpyArray& Npz::array(const std::string& name) const {
  const auto found = arrays_.find(name);
  if (found != arrays_.end()) return found->second;
  std::string held;
  for (size_t i = 0; i < std::min(names_.size(), kNamesShown); ++i)
    held += (i == 0 ? "" : ", ") + in_quotes(names_[i]);
  if (names_.size() > kNamesShown) held += fmt::format(" and {} more", names_.size() - kNamesShown);
  bad_input(path_, "has no array " + in_quotes(name), "it holds " + (held.empty() ? "no arrays" : held));
}

void Npz::expect_dimensions(const std::string& name, size_t dimensions) const {
  const size_t there = array(name).shape.size();
  if (there != dimensions)
    bad_input(place(name), fmt::format("has {} dimensions, expected {}", there, dimensions));
}

std::vector<int64_t> Npz::integers(const std::string& name) const {
  expect_dimensions(name, 1);
  const NpyArray& from = array(name);
  std::vector<int64_t> values(static_cast<size_t>(from.count()));
  const auto convert = [&]<class T>(int64_t i, T value) {
    bool fits = true;
    if constexpr (std::is_floating_point_v<T>)
      fits = value >= -0x1p63 && value < 0x1p63 && std::trunc(value) == value;  // false for NaN
    else if constexpr (std::is_same_v<T, uint64_t>)
      fits = value <= INT64_MAX;
    if (!fits)
      bad_input(place(name), fmt::format("element {} is {}, not a whole number of 64 bits", i, value));
    values[static_cast<size_t>(i)] = static_cast<int64_t>(value);
  };
  if (!for_numbers(from, convert)) bad_input(place(name), "holds text, expected integers");
  return values;
}

std::vector<float> Npz::floats(const std::string& name) const {
  const NpyArray& from = array(name);
  std::vector<float> values(static_cast<size_t>(from.count()));
  const auto convert = [&](int64_t i, auto value) {
    if (std::isfinite(static_cast<double>(value)) &&
        std::abs(static_cast<double>(value)) > std::numeric_limits<float>::max())
      bad_input(place(name), fmt::format("element {} is {}, too large for float32", i, value));
    values[static_cast<size_t>(i)] = static_cast<float>(value);
  };
  if (!for_numbers(from, convert)) bad_input(place(name), "holds text, expected numbers");
  return values;
}

std::vector<std::string> Npz::strings(const std::string& name) const {
  expect_dimensions(name, 1);
  const NpyArray& from = array(name);
  std::vector<std::string> texts;
  if (from.kind != 'U' && from.kind != 'S') {
    for (const int64_t number : integers(name)) texts.push_back(std::to_string(number));
    return texts;
  }
  for (int64_t i = 0; i < from.count(); ++i) {
    const unsigned char* bytes = from.bytes.data() + i * from.item_size;
    const auto text = from.kind == 'U' ? from_ucs4(bytes, from.item_size) : from_bytes(bytes, from.item_size);
    if (!text) bad_input(place(name), fmt::format("element {} is not text", i), "save it with astype(str)");
    texts.push_back(*text);
  }
  return texts;
}

}  // namespace graphsr
