// The npy format: one array of numpy's, a header in Python's notation and then the elements.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "graphsr/tensor/matrix.h"

namespace graphsr {

struct NpyArray {
  char kind = 0;      // numpy's: 'f' float, 'i' signed, 'u' unsigned, 'b' bool, 'U' unicode text, 'S' bytes
  int item_size = 0;  // bytes per element
  std::vector<int64_t> shape;
  AlignedVector<unsigned char> bytes;  // elements, little-endian, C order, from bytes[first] on
  std::string place;                   // "cora.npz, array 'labels'", for errors
  size_t first = 0;

  int64_t count() const;  // product of the shape
  std::span<const unsigned char> elements() const { return std::span(bytes).subspan(first); }
};

struct NpyHeader {
  std::string type;  // numpy's name: "<f4"; empty for a structured type
  bool fortran_order = false;
  std::vector<int64_t> shape;
  int64_t length = 0;  // bytes before the elements
};

// Puts the next `count` bytes of an array's file at `to`, or throws.
using ReadBytes = std::function<void(unsigned char* to, size_t count)>;

// Reads exactly the header. `place` names the array in errors. Refuses what is not npy version 1 to 3,
// headers above 64 kB, and anything but the three entries descr, fortran_order and shape, each once.
NpyHeader read_npy_header(const ReadBytes& read, const std::string& place);

// The array that the header announces, without its bytes. Refuses Python objects, structured and other types
// that are not read, big-endian and Fortran order, and sizes beyond what int64 counts.
NpyArray announced_array(const NpyHeader& header, const std::string& place);

}  // namespace graphsr
