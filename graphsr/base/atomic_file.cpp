#include "graphsr/base/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/disk.h"
#include "graphsr/base/error.h"

namespace graphsr {

namespace fs = std::filesystem;

namespace {

constexpr const char* kOtherPlace = "choose another --out or add --force";

// Does not contain the file's own name, which may be as long as the system allows.
fs::path temporary_in(const fs::path& folder) {
  std::random_device device;
  return folder / fmt::format(".graphsr-{:08x}{:08x}.tmp", device(), device());
}

// One step where the system has it; otherwise two, between which there is nothing at the place. Gives the
// path at which the old one lies now.
fs::path swap_folders(const fs::path& finished, const fs::path& place) {
  if (::renameat2(AT_FDCWD, finished.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) == 0) return finished;
  if (errno != ENOSYS && errno != EINVAL && errno != ENOTSUP) refuse_path(place, "be replaced");
  const fs::path old = temporary_in(place.parent_path());
  if (::rename(place.c_str(), old.c_str()) != 0) refuse_path(place, "be replaced");
  if (::rename(finished.c_str(), place.c_str()) != 0) {
    const int code = errno;
    ::rename(old.c_str(), place.c_str());
    errno = code;
    refuse_path(place, "be replaced");
  }
  return old;
}

// Gives the path at which what was replaced lies now; empty when nothing was. rename() itself replaces an
// empty folder and refuses any other, also one that was filled in the meantime.
fs::path put_in_place(const fs::path& finished, const fs::path& place, bool replace) {
  sync_folder(finished);
  if (::rename(finished.c_str(), place.c_str()) == 0) return {};
  if (errno != ENOTEMPTY && errno != EEXIST) refuse_path(place, "be put in its place");
  if (!replace) wrong_usage(place.string(), "exists and is not empty", kOtherPlace);
  return swap_folders(finished, place);
}

void remove_replaced(const fs::path& old, const fs::path& place) {
  std::error_code error;
  if (!old.empty()) fs::remove_all(old, error);
  if (error)
    throw Error(Fault::resource, place.string(),
                "is complete, but what it replaced is left in " + old.string() + ": " + error.message());
}

}  // namespace

NewFile::NewFile(const fs::path& path) : path_(path) {
  std::error_code ignored;
  target_ = fs::is_symlink(path, ignored) && fs::exists(path, ignored) ? fs::canonical(path) : path;
  if (fs::exists(target_, ignored) && !fs::is_regular_file(target_, ignored))
    wrong_usage(path.string(), "is not a file", "name a file that is new or may be replaced");
  temporary_ = temporary_in(folder_of(target_));
  Descriptor descriptor(temporary_, O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (!descriptor.is_open()) refuse_path(path, "be created");
  descriptor_ = descriptor.release();
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::write(std::string_view content) { write_all(path_, descriptor_, content); }

void NewFile::commit() {
  sync(path_, descriptor_);
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) refuse_path(path_, "be written");
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) refuse_path(path_, "be put in its place");
  temporary_.clear();
  sync_folder(folder_of(target_));
}

void write_file(const fs::path& path, std::string_view content) {
  NewFile file(path);
  file.write(content);
  file.commit();
}

std::string read_file(const fs::path& path) {
  const Descriptor descriptor(path, O_RDONLY);
  if (!descriptor.is_open()) {
    if (errno == ENOENT || errno == ENOTDIR)
      bad_input(path.string(), "there is no such file", "check the path");
    bad_input(path.string(), "cannot be opened: " + std::generic_category().message(errno),
              "check its permissions");
  }
  struct stat status;
  if (::fstat(descriptor.number(), &status) != 0) refuse_path(path, "be read");
  if (S_ISDIR(status.st_mode)) bad_input(path.string(), "is a folder", "name a file");

  // The size is a hint only: it is 0 for pipes, and files change.
  std::string content(static_cast<size_t>(std::max<off_t>(status.st_size, 0)) + 1, '\0');
  size_t length = 0;
  for (;;) {
    if (length == content.size()) content.resize(2 * content.size() + (1 << 16));
    const ssize_t got = ::read(descriptor.number(), content.data() + length, content.size() - length);
    if (got == 0) break;
    if (got < 0 && errno != EINTR) refuse_path(path, "be read");
    if (got > 0) length += static_cast<size_t>(got);
  }
  content.resize(length);
  return content;
}

OutputFolder::OutputFolder(const fs::path& place, bool force) : force_(force) {
  if (place.empty()) wrong_usage("", "the output folder has no name", "choose another --out");
  std::error_code error;
  place_ = fs::absolute(place, error);
  if (!error) place_ = fs::weakly_canonical(place_, error);
  if (error) throw Error(Fault::resource, place.string(), "cannot be found: " + error.message());
  if (!place_.has_filename()) place_ = place_.parent_path();
  const fs::file_status status = fs::symlink_status(place_, error);
  if (fs::exists(status)) {
    if (!fs::is_directory(status)) wrong_usage(place.string(), "is not a folder", "choose another --out");
    const bool empty = fs::is_empty(place_, error);
    if (error) throw Error(Fault::resource, place.string(), "cannot be read: " + error.message());
    if (!empty && !force) wrong_usage(place.string(), "exists and is not empty", kOtherPlace);
    const fs::path here = fs::current_path(error);
    if (std::mismatch(place_.begin(), place_.end(), here.begin(), here.end()).first == place_.end())
      wrong_usage(place.string(), "is or holds the working folder and cannot be replaced",
                  "choose another --out");
  }
  try {
    make_temporary();
  } catch (...) {
    discard();
    throw;
  }
}

void OutputFolder::make_temporary() {
  std::error_code ignored;
  for (fs::path above = place_.parent_path(); !fs::exists(above, ignored); above = above.parent_path())
    made_.insert(made_.begin(), above);
  for (const fs::path& above : made_)
    if (::mkdir(above.c_str(), 0777) != 0 && errno != EEXIST) refuse_path(above, "be created");
  const fs::path temporary = temporary_in(place_.parent_path());
  if (::mkdir(temporary.c_str(), 0777) != 0) refuse_path(place_, "be created");
  temporary_ = temporary;
}

void OutputFolder::discard() noexcept {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
  for (auto above = made_.rbegin(); above != made_.rend(); ++above) ::rmdir(above->c_str());
}

OutputFolder::~OutputFolder() {
  if (!committed_) discard();
}

void OutputFolder::write(const std::string& name, std::string_view content) {
  if (committed_ || name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
    throw Error(Fault::internal, place_.string(), "cannot take a file named '" + name + "' now");
  write_file(temporary_ / name, content);
}

void OutputFolder::commit() {
  const fs::path old = put_in_place(temporary_, place_, force_);
  committed_ = true;
  sync_folder(place_.parent_path());
  for (const fs::path& above : made_) sync_folder(folder_of(above));
  remove_replaced(old, place_);
}

void place_folder(const fs::path& finished, const fs::path& place, bool replace) {
  const fs::path old = put_in_place(finished, place, replace);
  sync_folder(folder_of(place));
  remove_replaced(old, place);
}

}  // namespace graphsr
