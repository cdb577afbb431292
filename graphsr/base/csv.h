// Tables in CSV (RFC 4180) read back: quoted fields may hold commas, quotes and line ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graphsr {

struct CsvTable {
  std::string place;  // the file's name, for messages
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // each as long as the header
  std::vector<size_t> lines;                   // where each row begins, from 1

  // Where a column of this name stands, the first of equals; refuses when there is none.
  size_t column(std::string_view name) const;

  // Fields as numbers; what is none is refused with the line. "nan" and "inf" are numbers.
  double number(size_t row, size_t column) const;
  int64_t integer(size_t row, size_t column) const;
};

// The first row is the header. Refuses text without one, rows of another length and quotes that do not close.
CsvTable read_csv(std::string_view text, const std::string& place);

// A field as it is written: quoted where it has to be.
std::string csv_field(const std::string& text);

}  // namespace graphsr
