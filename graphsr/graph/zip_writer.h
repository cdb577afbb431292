// Zip archives, written member by member to a file that appears when all are written.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "graphsr/base/atomic_file.h"

struct archive;

namespace graphsr {

class ZipWriter {
 public:
  ZipWriter(const std::filesystem::path& path, bool deflate);
  ~ZipWriter();
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  // A member of `size` bytes, which follow in any number of pieces.
  void begin(const std::string& name, int64_t size);
  void add(std::string_view bytes);
  void commit();

 private:
  void check(int64_t result) const;

  NewFile file_;
  std::string path_;
  std::exception_ptr failure_;  // of the file, met inside libarchive
  struct Closer {
    void operator()(archive* handle) const;
  };
  std::unique_ptr<archive, Closer> handle_;
};

}  // namespace graphsr
