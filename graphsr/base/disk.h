// System calls on files and folders, with errors that say the path and the reason.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace graphsr {

// Fault::resource with errno's reason: call at once after the system call. "cora.npz: cannot be written: ..."
[[noreturn]] void refuse_path(const std::filesystem::path& path, const std::string& what);

// close() is called once on every path; its error counts only where a caller asks for it.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags, mode_t mode = 0);
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  int release();
  bool close();

 private:
  int number_ = -1;
};

std::filesystem::path folder_of(const std::filesystem::path& path);

// fsync. File systems that cannot be asked order their writes themselves.
void sync(const std::filesystem::path& path, int descriptor);
void sync_folder(const std::filesystem::path& folder);

// All bytes of a file, of whatever size it says it has; nothing where it cannot be read.
std::optional<std::string> whole_file(const std::filesystem::path& path);

void write_all(const std::filesystem::path& path, int descriptor, std::string_view content);

}  // namespace graphsr
