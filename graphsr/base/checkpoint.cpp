#include "graphsr/base/checkpoint.h"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <system_error>

#include "graphsr/base/disk.h"
#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"

namespace graphsr {

namespace fs = std::filesystem;

namespace {

constexpr size_t kHashLength = 64;
constexpr const char* kAddress = "address";
constexpr const char* kPart = ".part";
constexpr const char* kUnfinished = ".part.new";

fs::path path_of(const fs::path& folder, const std::string& name) {
  return folder / (sha256(name).substr(0, 24) + kPart);
}

// Whether nothing stands there, or what this class writes and nothing else: only that may be removed.
bool is_ours(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return true;
  if (!fs::is_directory(folder, error)) return false;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(kPart) && !name.ends_with(kUnfinished)) return false;
  }
  return true;
}

}  // namespace

Checkpoint::Checkpoint(fs::path folder, const std::string& address, bool resume)
    : folder_(std::move(folder)), address_(address) {
  if (!is_ours(folder_))
    wrong_usage(folder_.string(), "stands where the checkpoint goes and holds something else",
                "move it away, or give another --out");
  std::error_code error;
  if (!fs::exists(folder_, error)) return;
  lock();
  const std::optional<std::string> found = resume ? read(kAddress) : std::nullopt;
  if (!found) return;  // parts of nobody knows what are not used either
  if (*found != address)
    wrong_usage("--resume", "the run that was stopped had other options, data or version",
                "give its command again, or start anew without --resume");
  begun_ = true;
}

// The system lets go of the lock when the process ends, however it does.
void Checkpoint::lock() const {
  locked_.emplace(folder_, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (locked_->is_open() && flock(locked_->number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    wrong_usage(folder_.string(), "another run is writing there", "wait for it, or give another --out");
}

// What was there before goes only now. The folder stays, since it is locked.
void Checkpoint::begin() const {
  const std::lock_guard guard(mutex_);
  if (begun_) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw Error(Fault::resource, folder_.string(), "cannot be made: " + error.message());
  if (!locked_) lock();
  for (const auto& entry : fs::directory_iterator(folder_, error)) fs::remove(entry.path(), error);
  write(kAddress, address_);
  begun_ = true;
}

std::optional<std::string> Checkpoint::load(const std::string& name) const {
  {
    const std::lock_guard guard(mutex_);
    if (!begun_) return std::nullopt;
  }
  return read(name);
}

std::optional<std::string> Checkpoint::read(const std::string& name) const {
  std::optional<std::string> content = whole_file(path_of(folder_, name));
  if (!content || content->size() < kHashLength) return std::nullopt;
  std::string bytes = content->substr(kHashLength);
  // A crash of the machine may leave a file with holes: the hash tells.
  if (sha256(bytes) != content->substr(0, kHashLength)) return std::nullopt;
  return bytes;
}

void Checkpoint::save(const std::string& name, std::string_view bytes) const {
  begin();
  write(name, bytes);
}

void Checkpoint::write(const std::string& name, std::string_view bytes) const {
  const fs::path path = path_of(folder_, name), temporary = fs::path(path).replace_extension(kUnfinished);
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file << sha256(bytes);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code error;
  if (file) fs::rename(temporary, path, error);
  if (!file || error)
    throw Error(Fault::resource, folder_.string(), "a finished part of the run could not be kept there",
                "make room on the disk, then give the same command with --resume");
}

size_t Checkpoint::parts() const {
  {
    const std::lock_guard guard(mutex_);
    if (!begun_) return 0;
  }
  size_t count = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error)) count += entry.path().extension() == kPart;
  return count > 0 ? count - 1 : 0;  // the address is no part
}

void Checkpoint::remove() noexcept {
  std::error_code error;
  if (begun_) fs::remove_all(folder_, error);
}

}  // namespace graphsr
