// A file that is used where it lies, instead of being read: pages come from the disk, or from what the system
// keeps of it in memory, when they are first looked at, and may leave memory again.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "graphsr/base/disk.h"

namespace graphsr {

// What is looked at is what the file holds at that moment. A file that is replaced as base/atomic_file.h does
// it stays what it was for those who have it mapped. One that another program writes over or cuts short in
// its place does not: looking behind its new end ends the process by the signal SIGBUS (see
// end_in_a_sentence_on_lost_maps).
class MappedFile {
 public:
  // Refuses (bad input) what cannot be opened or is not a file.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {begin_, size_}; }

  // Refuses (bad input) a file whose size or time of change is no longer what it was when it was mapped. Call
  // it after a look at all of it.
  void expect_unchanged() const;

 private:
  std::filesystem::path path_;
  Descriptor descriptor_;  // stays open for expect_unchanged()
  const char* begin_ = nullptr;
  size_t size_ = 0;
  int64_t seconds_ = 0, nanoseconds_ = 0;  // time of the last change
};

using MappedFilePtr = std::shared_ptr<const MappedFile>;

// Tells the system that these bytes of a mapped file will not be looked at soon, so that their pages leave
// memory. They come back when they are looked at.
void let_pages_leave(const void* begin, size_t bytes);

// While it lives, these bytes of a mapped file are looked at here and there, and what lies around a page is
// not read with it. Where memory is short that would push out what is needed: gathering 4 kB rows of a file
// twice as large as the memory came to no end.
class LooksHereAndThere {
 public:
  LooksHereAndThere(const void* begin, size_t bytes);
  ~LooksHereAndThere();
  LooksHereAndThere(const LooksHereAndThere&) = delete;
  LooksHereAndThere& operator=(const LooksHereAndThere&) = delete;

 private:
  void* begin_;
  size_t bytes_;
};

// From now on a mapped file that is cut short, or a disk that fails, ends the process with one sentence on
// stderr and exit code 6 instead of a bare signal. For programs, not for libraries: signals belong to the
// whole process.
void end_in_a_sentence_on_lost_maps();

}  // namespace graphsr
