#include "graphsr/base/disk.h"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "graphsr/base/error.h"

namespace graphsr {

namespace fs = std::filesystem;

void refuse_path(const fs::path& path, const std::string& what) {
  const int code = errno;
  throw Error(Fault::resource, path.string(),
              "cannot " + what + ": " + std::generic_category().message(code));
}

Descriptor::Descriptor(const fs::path& path, int flags, mode_t mode) {
  do number_ = ::open(path.c_str(), flags | O_CLOEXEC, mode);
  while (number_ < 0 && errno == EINTR);
}

int Descriptor::release() { return std::exchange(number_, -1); }

bool Descriptor::close() {
  const int number = release();
  return number < 0 || ::close(number) == 0 || errno == EINTR;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void sync(const fs::path& path, int descriptor) {
  while (::fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
    if (errno != EINTR) refuse_path(path, "be brought to disk");
}

void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  if (!descriptor.is_open()) refuse_path(folder, "be opened");
  sync(folder, descriptor.number());
}

std::optional<std::string> whole_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

void write_all(const fs::path& path, int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno != EINTR) refuse_path(path, "be written");
    if (written > 0) content.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace graphsr
