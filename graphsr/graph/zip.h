// Zip archives by their directory: members are read in any order. Everything in them may be hostile.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphsr {

// As the directory has it.
struct ZipMember {
  std::string name;
  int64_t size = 0;                     // unpacked, as the archive claims
  int64_t packed_size = 0, offset = 0;  // of its own header; both fit the file
  uint32_t checksum = 0;
  uint16_t method = 0, flags = 0;
};

class Zip {
 public:
  // In memory: the bytes must outlive this. `path` names the file in errors; `format` is what it should be:
  // "an npz file". Refuses a directory that does not fit the file.
  Zip(std::string_view bytes, std::string path, std::string format);

  // In a file, which is read as members are.
  Zip(std::string path, std::string format);
  ~Zip();
  Zip(Zip&&) noexcept;

  int64_t size() const;  // of the archive, in bytes
  const std::vector<ZipMember>& members() const { return members_; }

  // These refuse members that are damaged, encrypted, or packed by anything but deflate.
  std::string beginning(const ZipMember& member, size_t count) const;  // at most so many bytes
  void unpack(const ZipMember& member, unsigned char* to) const;  // all `size` bytes, which must be right

 private:
  static constexpr const char *kDamaged = "is damaged or cut short", *kAgain = "copy or save it again";
  class Bytes;  // of the file
  struct Directory;
  Directory find_directory() const;
  std::optional<Directory> wide_directory(int64_t end) const;
  void read_directory();
  void check_sizes(const ZipMember& member) const;
  int64_t content_of(const ZipMember& member) const;
  [[noreturn]] void damaged() const;
  [[noreturn]] void refuse(const ZipMember& member, const char* problem = kDamaged,
                           const char* advice = kAgain) const;

  std::string path_, format_;
  std::unique_ptr<Bytes> bytes_;
  std::vector<ZipMember> members_;
};

}  // namespace graphsr
