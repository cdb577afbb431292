// The bytes of a file for readers, one after the other, unpacked on the way where they are gzip.
//
// Files are streamed through a small buffer and not mapped into memory: the pages of a mapping count as this
// process's memory, and a file that another program cuts short while it is mapped would end the process by a
// signal. A stream only ends early, which every reader refuses. (Prepared graphs are mapped:
// base/mapped_file.h.)
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace graphsr {

class Source {
 public:
  explicit Source(std::string place) : place_(std::move(place)) {}
  virtual ~Source() = default;

  // The next bytes, at most `count`; 0 only at the end. Refuses (bad input) what is damaged or cut short.
  virtual size_t read(char* to, size_t count) = 0;

  const std::string& place() const { return place_; }  // of the file, for errors

 private:
  std::string place_;
};

using SourcePtr = std::unique_ptr<Source>;

// A file; content that begins with gzip's two bytes is unpacked, whatever the name. Of that is refused: an
// early end, a wrong checksum, anything that follows and is not gzip again, and an expansion that only files
// made for harm have (more than 200 to 1 beyond the first 256 MB).
SourcePtr open_source(const std::string& path);

// As open_source, without unpacking.
SourcePtr open_plain(const std::string& path);

// Bytes that are in memory already.
SourcePtr open_bytes(std::string bytes, const std::string& place);

// Unpacks what another source gives, when that is gzip; else passes it on.
SourcePtr unpacked(SourcePtr packed);

// The first bytes, at most `count`.
std::string first_bytes(Source& source, size_t count);

// All that is left. Refuses more than half of the machine's memory, or more than `limit` bytes where that is
// not 0.
std::string read_all(Source& source, size_t limit = 0);

}  // namespace graphsr
