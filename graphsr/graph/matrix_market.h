// MatrixMarket files (.mtx): coordinate or array, pattern, integer or real, general or symmetric.
// https://math.nist.gov/MatrixMarket/formats.html
#pragma once

#include <cstdint>
#include <string_view>

#include "graphsr/graph/lines.h"

namespace graphsr {

bool is_matrix_market(std::string_view head);

class MatrixMarket {
 public:
  // Reads up to the line of sizes. Refuses complex, skew-symmetric and hermitian matrices.
  explicit MatrixMarket(SourcePtr source);

  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  bool is_symmetric() const { return symmetric_; }  // only the lower half is stored
  bool is_array() const { return array_; }          // every value is stored, by columns

  struct Entry {
    int64_t row, column;  // from 0
    double value;         // finite
  };

  // Goes to the next entry; false after the last. Refuses fewer or more than announced.
  bool next(Entry& entry);

  const std::string& file() const { return lines_.file(); }
  std::string place() const { return lines_.place(); }

 private:
  void read_kind();
  void read_sizes();
  bool next_line();
  int64_t index(std::string_view text, int64_t limit, const char* what) const;

  Lines lines_;
  bool array_ = false, pattern_ = false, symmetric_ = false;
  int64_t rows_ = 0, cols_ = 0, left_ = 0;
  int64_t row_ = 0, column_ = 0;  // of the next value of an array
};

}  // namespace graphsr
