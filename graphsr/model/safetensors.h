// The safetensors file format: an eight-byte length, a JSON header, the tensors' bytes. Values are float32.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace graphsr {

struct Tensor {
  std::vector<int64_t> shape;
  std::vector<float> values;  // row-major, as many as the shape says
  bool operator==(const Tensor&) const = default;
};

struct TensorFile {
  std::map<std::string, Tensor> tensors;
  std::map<std::string, std::string> metadata;
  bool operator==(const TensorFile&) const = default;
};

// The data section, tensors in order of name, as written to the file.
std::string tensor_bytes(const TensorFile& file);

// The same file gives the same bytes. What could not be read back is an internal error: a shape that
// disagrees with its values, a value that is not finite, a name or text that is not UTF-8, a tensor named
// __metadata__.
std::string to_safetensors(const TensorFile& file);

// `place` names the source in errors. Refuses headers that are cut, too long or not JSON, unknown types,
// shapes that overflow or disagree with the offsets, gaps, overlaps, bytes left over, and values that are not
// finite.
TensorFile from_safetensors(std::string_view bytes, const std::string& place);

}  // namespace graphsr
