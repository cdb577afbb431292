// https://github.com/huggingface/safetensors#format. Every number of the header is checked against the bytes
// that are there before memory is taken for it.
#include "graphsr/model/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "the format is little-endian");
constexpr uint64_t kLengthBytes = 8;
constexpr uint64_t kLongestHeader = 16 << 20;
constexpr int kDeepest = 3;  // file, tensor, its shape or offsets
constexpr const char* kMetadata = "__metadata__";
constexpr const char* kAgain = "save the model again";

[[noreturn]] void refuse(const std::string& place, const std::string& problem) {
  bad_input(place, problem, kAgain);
}

// Elements of a shape; -1 when they are more than int64 counts.
int64_t element_count(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (const int64_t extent : shape)
    if (__builtin_mul_overflow(count, extent, &count)) return -1;
  return count;
}

// JSON without repeated keys and without depth: the library itself keeps the last of equal keys.
json parsed_header(std::string_view text, const std::string& place) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto check = [&](int depth, json::parse_event_t event, json& value) {
    using Event = json::parse_event_t;
    if (depth > kDeepest) refuse(place, "the header is nested too deeply");
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(value.get<std::string>()).second)
      refuse(place, "the header has " + in_quotes(value.get<std::string>()) + " twice");
    return true;
  };
  try {
    return json::parse(text, check);
  } catch (const json::exception&) {
    refuse(place, "the header is not JSON");
  }
}

// A list of whole numbers that int64 can hold.
std::vector<int64_t> whole_numbers(const json& object, const char* key, const std::string& place) {
  const auto list = object.find(key);
  if (list == object.end() || !list->is_array()) refuse(place, fmt::format("has no {}", key));
  std::vector<int64_t> numbers;
  for (const json& number : *list) {
    if (!number.is_number_unsigned() || number.get<uint64_t>() > INT64_MAX)
      refuse(place, fmt::format("{} is not a list of whole numbers from 0", key));
    numbers.push_back(number.get<int64_t>());
  }
  return numbers;
}

struct Span {
  std::string name;
  std::vector<int64_t> shape;
  int64_t begin, end;
};

Span tensor_span(const std::string& name, const json& entry, int64_t data_size, const std::string& place) {
  if (!entry.is_object()) refuse(place, "is not described by an object");
  for (const auto& [key, value] : entry.items())
    if (key != "dtype" && key != "shape" && key != "data_offsets")
      refuse(place, "has the unknown property " + in_quotes(key));
  const auto type = entry.find("dtype");
  if (type == entry.end() || !type->is_string()) refuse(place, "has no dtype");
  if (*type != "F32")
    bad_input(place, fmt::format("has type {}", in_quotes(type->get<std::string>())),
              "only F32 is read: convert it to float32");

  Span span = {name, whole_numbers(entry, "shape", place), 0, 0};
  const std::vector<int64_t> offsets = whole_numbers(entry, "data_offsets", place);
  if (offsets.size() != 2) refuse(place, fmt::format("has {} data_offsets, expected 2", offsets.size()));
  span.begin = offsets[0];
  span.end = offsets[1];
  if (span.begin > span.end || span.end > data_size)
    refuse(place, fmt::format("lies at bytes {} to {} of {}", span.begin, span.end, data_size));
  const int64_t count = element_count(span.shape);
  if (count < 0) refuse(place, "has a shape that is too large");
  if (count > data_size / 4 || count * 4 != span.end - span.begin)
    refuse(place,
           fmt::format("has {} bytes, but its shape says {} values of 4", span.end - span.begin, count));
  return span;
}

Tensor tensor_at(const Span& span, std::string_view data, const std::string& place) {
  Tensor tensor;
  tensor.shape = span.shape;
  tensor.values.resize(static_cast<size_t>(span.end - span.begin) / sizeof(float));
  if (!tensor.values.empty())
    std::memcpy(tensor.values.data(), data.data() + span.begin, tensor.values.size() * sizeof(float));
  const auto wrong = std::find_if_not(tensor.values.begin(), tensor.values.end(),
                                      [](float value) { return std::isfinite(value); });
  if (wrong != tensor.values.end())
    refuse(place, fmt::format("value {} is not a finite number", wrong - tensor.values.begin()));
  return tensor;
}

}  // namespace

std::string tensor_bytes(const TensorFile& file) {
  std::string bytes;
  for (const auto& [name, tensor] : file.tensors)
    if (!tensor.values.empty())
      bytes.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float));
  return bytes;
}

std::string to_safetensors(const TensorFile& file) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!file.metadata.empty()) header[kMetadata] = file.metadata;
  int64_t end = 0;
  for (const auto& [name, tensor] : file.tensors) {
    const bool sized =
        std::all_of(tensor.shape.begin(), tensor.shape.end(), [](int64_t n) { return n >= 0; }) &&
        element_count(tensor.shape) == std::ssize(tensor.values);
    if (name == kMetadata || !sized ||
        !std::all_of(tensor.values.begin(), tensor.values.end(),
                     [](float value) { return std::isfinite(value); }))
      throw Error(Fault::internal, "tensor " + in_quotes(name), "its name, shape or values cannot be saved");
    const int64_t begin = end;
    end += std::ssize(tensor.values) * static_cast<int64_t>(sizeof(float));
    header[name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const json::exception&) {
    throw Error(Fault::internal, "model file", "a name or text in it is not UTF-8");
  }
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string bytes(kLengthBytes, '\0');
  const uint64_t length = text.size();
  std::memcpy(bytes.data(), &length, kLengthBytes);
  return bytes + text + tensor_bytes(file);
}

TensorFile from_safetensors(std::string_view bytes, const std::string& place) {
  if (bytes.size() < kLengthBytes) refuse(place, "is too short for a safetensors file");
  uint64_t length;
  std::memcpy(&length, bytes.data(), kLengthBytes);
  bytes.remove_prefix(kLengthBytes);
  if (length > bytes.size())
    refuse(place,
           fmt::format("is cut short or not a safetensors file: its header should have {} bytes", length));
  if (length > kLongestHeader)
    refuse(place, fmt::format("the header has {} bytes, which is too long", length));
  const std::string_view text = bytes.substr(0, length), data = bytes.substr(length);
  if (!text.starts_with('{')) refuse(place, "is not a safetensors file: its header is not a JSON object");

  TensorFile file;
  std::vector<Span> spans;
  const json header = parsed_header(text, place);
  for (const auto& [name, entry] : header.items()) {
    if (name != kMetadata) {
      spans.push_back(tensor_span(name, entry, std::ssize(data), place + ", tensor " + in_quotes(name)));
      continue;
    }
    if (!entry.is_object()) refuse(place, "its metadata is not an object");
    for (const auto& [key, value] : entry.items()) {
      if (!value.is_string()) refuse(place, "its metadata " + in_quotes(key) + " is not text");
      file.metadata[key] = value.get<std::string>();
    }
  }

  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  int64_t end = 0;
  for (const Span& span : spans) {
    const std::string tensor_place = place + ", tensor " + in_quotes(span.name);
    if (span.begin != end)
      refuse(tensor_place,
             fmt::format("starts at byte {}, but the one before it ends at {}", span.begin, end));
    end = span.end;
    file.tensors[span.name] = tensor_at(span, data, tensor_place);
  }
  if (end != std::ssize(data))
    refuse(place, fmt::format("has {} bytes after its last tensor", std::ssize(data) - end));
  return file;
}

}  // namespace graphsr
