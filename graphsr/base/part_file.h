// A file that grows over several runs under the name PATH.part and gets its own name when it is complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "graphsr/base/disk.h"

namespace graphsr {

class PartFile {
 public:
  // Opens PATH.part, or makes it. Throws Fault::resource, here and below, when the disk refuses.
  explicit PartFile(const std::filesystem::path& path);
  ~PartFile();  // an empty part is removed, any other stays
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::filesystem::path& part() const { return part_; }
  int64_t size() const { return size_; }

  void append(std::string_view bytes);
  void clear();

  // fsync, rename to PATH, fsync of the folder; nothing may follow.
  void finish();

 private:
  std::filesystem::path path_, part_;
  Descriptor descriptor_;
  int64_t size_ = 0;
};

}  // namespace graphsr
