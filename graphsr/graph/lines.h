// The lines of a text file, one at a time, without copying them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/source.h"

namespace graphsr {

class Lines {
 public:
  // A byte order mark is skipped; UTF-16, zero bytes at the beginning and lines of more than 256 MB are
  // refused.
  explicit Lines(SourcePtr source);

  // Goes to the next line; false after the last.
  bool next();

  // The line without its end (LF or CR LF), until the next call.
  std::string_view text() const { return line_; }
  int64_t number() const { return number_; }  // from 1

  const std::string& file() const { return source_->place(); }
  std::string place() const;               // "cora.cites:17"
  std::string place(size_t column) const;  // "cora.cites:17:5", the column from 1

 private:
  bool refill();

  SourcePtr source_;
  std::vector<char> buffer_;    // grows with the file
  size_t begin_ = 0, end_ = 0;  // of what is in the buffer and not given out
  std::string_view line_;
  int64_t number_ = 0;
};

}  // namespace graphsr
