// Memory on disk, for what may not fit into the machine's: a file without a name, mapped to be written and
// read. Its pages may leave memory; the file is gone with this object, or with the process, however that
// ends.
#pragma once

#include <cstddef>

namespace graphsr {

class ScratchFile {
 public:
  // In the folder that TMPDIR names, else /var/tmp (/tmp is often memory). All of its room is taken at once:
  // throws Fault::resource where the disk has not so much.
  explicit ScratchFile(size_t bytes);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  char* data() { return begin_; }  // zeros until they are written; begins at a page
  size_t size() const { return size_; }

 private:
  char* begin_ = nullptr;
  size_t size_ = 0;
};

}  // namespace graphsr
