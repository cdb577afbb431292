#include "graphsr/base/part_file.h"

#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace graphsr {

PartFile::PartFile(const std::filesystem::path& path)
    : path_(path), part_(path.string() + ".part"), descriptor_(part_, O_WRONLY | O_CREAT | O_APPEND, 0666) {
  struct stat status;
  if (!descriptor_.is_open() || ::fstat(descriptor_.number(), &status) != 0) refuse_path(part_, "be opened");
  size_ = status.st_size;
}

PartFile::~PartFile() {
  if (descriptor_.is_open() && size_ == 0) ::unlink(part_.c_str());
}

void PartFile::append(std::string_view bytes) {
  write_all(part_, descriptor_.number(), bytes);
  size_ += static_cast<int64_t>(bytes.size());
}

void PartFile::clear() {
  if (::ftruncate(descriptor_.number(), 0) != 0) refuse_path(part_, "be emptied");
  size_ = 0;
}

void PartFile::finish() {
  sync(part_, descriptor_.number());
  if (!descriptor_.close()) refuse_path(part_, "be written");
  if (::rename(part_.c_str(), path_.c_str()) != 0) refuse_path(path_, "be put in its place");
  sync_folder(folder_of(path_));
}

}  // namespace graphsr
