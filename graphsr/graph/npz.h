// npz files: zip archives of npy arrays. Every size is checked before anything is allocated from it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graphsr/graph/npy_values.h"
#include "graphsr/graph/source.h"
#include "graphsr/graph/zip.h"

namespace graphsr {

class Npz {
 public:
  // Reads the headers of all arrays and refuses what cannot be (sizes that overflow or that the file does not
  // hold, an archive that unpacks to more than it could honestly hold, names that appear twice). Types that
  // are not read (Python objects, big-endian, Fortran order) are refused in the arrays in `wanted` and
  // ignored in others, for published files carry such extras. So are members that are not arrays.
  Npz(const std::string& path, const std::vector<std::string>& wanted);

  // The same for an archive that is open already; it is kept in memory.
  Npz(Source& source, const std::vector<std::string>& wanted);

  // Of the arrays in `wanted`; without their bytes. shape() refuses with the array's name when it is missing.
  bool has(const std::string& name) const { return arrays_.contains(name); }
  const std::vector<int64_t>& shape(const std::string& name) const { return found(name).header.shape; }

  // Reads the array from the file, each time anew: so that only those are in memory that are being used.
  NpyArray array(const std::string& name) const;

  std::vector<int64_t> integers(const std::string& name) const { return integers_of(array(name)); }
  std::vector<float> floats(const std::string& name) const { return floats_of(array(name)); }
  std::vector<std::string> strings(const std::string& name) const { return strings_of(array(name)); }

  const std::string& path() const { return path_; }
  std::string place(const std::string& name) const;  // "cora.npz, array 'labels'", for errors

 private:
  struct Announced {
    NpyArray header;  // without bytes
    const ZipMember* member;
  };
  void read_headers(const std::vector<std::string>& wanted);
  const Announced& found(const std::string& name) const;

  std::string path_;
  std::unique_ptr<const std::string> bytes_;  // of an archive that is not a file
  Zip zip_;
  std::vector<std::string> names_;  // of all arrays in the file
  std::map<std::string, Announced> arrays_;
};

}  // namespace graphsr
