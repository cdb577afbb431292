// npz files: zip archives of npy arrays. Every size is checked before anything is allocated from it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace graphsr {

struct NpyArray {
  char kind = 0;      // numpy's: 'f' float, 'i' signed, 'u' unsigned, 'b' bool, 'U' unicode text, 'S' bytes
  int item_size = 0;  // bytes per element
  std::vector<int64_t> shape;
  std::vector<unsigned char> bytes;  // little-endian, C order

  int64_t count() const;  // product of the shape
};

class Npz {
 public:
  // Reads the headers of all arrays first, refuses what cannot be (object arrays, big-endian or Fortran order, sizes
  // that overflow or that the file cannot hold, an archive that unpacks to more than it could honestly hold), then the
  // data of the arrays in `wanted` that are there.
  Npz(const std::string& path, const std::vector<std::string>& wanted);

  bool has(const std::string& name) const { return arrays_.contains(name); }
  const NpyArray& array(const std::string& name) const;  // refuses with the array's name when it is missing

  // Converted copies; refuse other kinds, fractions in integers, values out of range, NaN and infinity.
  std::vector<int64_t> integers(const std::string& name) const;
  std::vector<float> floats(const std::string& name) const;
  std::vector<std::string> strings(const std::string& name) const;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::map<std::string, NpyArray> arrays_;
};

}  // namespace graphsr
