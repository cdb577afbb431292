#include "graphsr/base/scratch_file.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "graphsr/base/disk.h"
#include "graphsr/base/environment.h"
#include "graphsr/base/error.h"

namespace graphsr {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& folder, size_t bytes, int code) {
  throw Error(Fault::resource, folder.string(),
              fmt::format("cannot hold {:.1f} GB of scratch: {}", static_cast<double>(bytes) / 1e9,
                          std::generic_category().message(code)),
              code == ENOMEM ? "raise the limit of addresses (ulimit -v)"
                             : "set TMPDIR to a folder on a disk with that much room");
}

// File systems that cannot make a file without a name get one with a name that is gone at once.
int nameless(const fs::path& folder) {
  Descriptor file(folder, O_TMPFILE | O_RDWR, 0600);
  if (file.is_open()) return file.release();
  std::string path = (folder / "graphsr-XXXXXX").string();
  const int number = ::mkostemp(path.data(), O_CLOEXEC);
  if (number >= 0) ::unlink(path.c_str());
  return number;
}

}  // namespace

ScratchFile::ScratchFile(size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  const std::string told = environment("TMPDIR");
  const fs::path folder = told.empty() ? "/var/tmp" : told;
  std::error_code unknown;
  const fs::space_info room = fs::space(folder, unknown);
  if (!unknown && room.available < bytes) refuse(folder, bytes, ENOSPC);  // sooner than when it is full
  const int number = nameless(folder);
  if (number < 0) refuse(folder, bytes, errno);
  int code = 0;
  do code = ::posix_fallocate(number, 0, static_cast<off_t>(bytes));
  while (code == EINTR);
  void* place = MAP_FAILED;
  if (code == 0) {
    place = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
    code = errno;
  }
  ::close(number);  // the mapping keeps the file
  if (place == MAP_FAILED) refuse(folder, bytes, code);
  begin_ = static_cast<char*>(place);
}

ScratchFile::~ScratchFile() {
  if (begin_ != nullptr) ::munmap(begin_, size_);
}

}  // namespace graphsr
