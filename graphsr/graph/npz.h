// npz files: zip archives of npy arrays. Every size is checked before anything is allocated from it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/npy_values.h"
#include "graphsr/graph/source.h"

namespace graphsr {

class Npz {
 public:
  // Reads the headers of all arrays first, refuses what cannot be (sizes that overflow or that the file does
  // not hold, an archive that unpacks to more than it could honestly hold, names that appear twice), then the
  // data of the arrays in `wanted` that are there. Types that are not read (Python objects, big-endian,
  // Fortran order) are refused in wanted arrays and ignored in others, for published files carry such extras.
  // So are members that are not arrays.
  Npz(const std::string& path, const std::vector<std::string>& wanted);

  // The same for an archive that is open already.
  Npz(Source& source, const std::vector<std::string>& wanted);

  bool has(const std::string& name) const { return arrays_.contains(name); }
  const NpyArray& array(const std::string& name) const;  // refuses with the array's name when it is missing

  std::vector<int64_t> integers(const std::string& name) const { return integers_of(array(name)); }
  std::vector<float> floats(const std::string& name) const { return floats_of(array(name)); }
  std::vector<std::string> strings(const std::string& name) const { return strings_of(array(name)); }

  const std::string& path() const { return path_; }
  std::string place(const std::string& name) const;  // "cora.npz, array 'labels'", for errors

 private:
  void read_headers(std::string_view file, const std::vector<std::string>& wanted);
  void read_data(std::string_view file);

  std::string path_;
  std::vector<std::string> names_;  // of all arrays in the file
  std::map<std::string, NpyArray> arrays_;
};

}  // namespace graphsr
