// The members of a zip archive, one after the other, by libarchive. Everything in it may be hostile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace graphsr {

class Zip {
 public:
  // In memory: the bytes must outlive this. `path` names the file in errors; `format` is what it should be:
  // "an npz file".
  Zip(std::string_view bytes, std::string path, std::string format);

  // In a file, which is read as members are.
  Zip(std::string path, std::string format);
  ~Zip();

  // Goes to the next member; false after the last. Refuses members that are encrypted, packed by anything but
  // deflate, or without a size.
  bool next();

  const std::string& name() const { return name_; }
  int64_t size() const { return size_; }  // unpacked, as the archive claims

  // The next `count` bytes of the member; refuses when there are fewer.
  void read(unsigned char* to, size_t count);

  // Refuses when bytes are left or the checksum of those read is wrong.
  void finish();

 private:
  void prepare();
  [[noreturn]] void damaged() const;
  std::string member() const;

  struct Closer {
    void operator()(archive* handle) const;
  };
  std::string path_, format_, name_;
  bool begins_like_zip_;
  int64_t size_ = 0;
  std::unique_ptr<archive, Closer> handle_;
};

}  // namespace graphsr
