#include "graphsr/graph/tar.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>
#include <set>
#include <utility>

#include <archive.h>
#include <archive_entry.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

constexpr const char* kAgain = "copy or download it again";
constexpr size_t kMostMembers = 1 << 16;

class Tar {
 public:
  explicit Tar(Source& source) : source_(source), buffer_(1 << 15), handle_(archive_read_new()) {
    if (handle_ == nullptr || archive_read_support_format_tar(handle_) != ARCHIVE_OK) {
      archive_read_free(handle_);
      throw std::bad_alloc();
    }
    if (archive_read_open(handle_, this, nullptr, &Tar::give, nullptr) != ARCHIVE_OK) {
      const std::exception_ptr thrown = thrown_;
      archive_read_free(handle_);
      if (thrown) std::rethrow_exception(thrown);
      bad_input(source.place(), "is a damaged tar archive", kAgain);
    }
  }
  ~Tar() { archive_read_free(handle_); }
  Tar(const Tar&) = delete;
  Tar& operator=(const Tar&) = delete;

  // Goes to the next regular file; false after the last.
  bool next() {
    archive_entry* entry = nullptr;
    for (;;) {
      const int status = archive_read_next_header(handle_, &entry);
      if (thrown_) std::rethrow_exception(thrown_);
      if (status == ARCHIVE_EOF) return false;
      if (status != ARCHIVE_OK && status != ARCHIVE_WARN) damaged();
      const char* path = archive_entry_pathname(entry);
      if (archive_entry_filetype(entry) != AE_IFREG || path == nullptr) continue;
      name_ = path;
      name_.erase(0, name_.find_last_of('/') + 1);
      if (archive_entry_sparse_reset(entry) > 0)  // a few bytes may stand for any number of zeros
        bad_input(source_.place(), "holds " + in_quotes(name_) + " with gaps, as tar --sparse makes them",
                  "pack it without --sparse");
      return true;
    }
  }

  size_t read(char* to, size_t count) {
    const la_ssize_t got = archive_read_data(handle_, to, count);
    if (thrown_) std::rethrow_exception(thrown_);
    if (got < 0) damaged();
    return static_cast<size_t>(got);
  }

  const std::string& name() const { return name_; }

 private:
  [[noreturn]] void damaged() const {
    if (archive_errno(handle_) == ENOMEM) throw std::bad_alloc();
    bad_input(source_.place(), "is a damaged or cut tar archive", kAgain);
  }

  // Called by libarchive, which is C: what is thrown waits until it has returned.
  static la_ssize_t give(archive*, void* self, const void** bytes) {
    Tar& tar = *static_cast<Tar*>(self);
    *bytes = tar.buffer_.data();
    try {
      return static_cast<la_ssize_t>(tar.source_.read(tar.buffer_.data(), tar.buffer_.size()));
    } catch (...) {
      tar.thrown_ = std::current_exception();
      return -1;
    }
  }

  Source& source_;
  std::vector<char> buffer_;
  archive* handle_;
  std::exception_ptr thrown_;
  std::string name_;
};

class TarMember : public Source {
 public:
  TarMember(SourcePtr archive, const std::string& name)
      : Source(archive->place() + ", member " + in_quotes(name)),
        archive_(std::move(archive)),
        tar_(*archive_) {
    while (tar_.next())
      if (tar_.name() == name) return;
    bad_input(archive_->place(), "has no member " + in_quotes(name), "the file has changed; try again");
  }

  size_t read(char* to, size_t count) override { return tar_.read(to, count); }

 private:
  SourcePtr archive_;
  Tar tar_;
};

}  // namespace

bool is_tar(std::string_view head) { return head.size() >= 512 && head.substr(257, 5) == "ustar"; }

std::vector<std::string> tar_members(Source& archive) {
  Tar tar(archive);
  std::set<std::string> names;
  while (tar.next()) {
    if (!names.insert(tar.name()).second)
      bad_input(archive.place(), "has two files named " + in_quotes(tar.name()),
                "unpack it and name one folder");
    if (names.size() > kMostMembers)
      bad_input(archive.place(), "has too many files", "unpack it and name one folder");
  }
  return {names.begin(), names.end()};
}

SourcePtr open_tar_member(SourcePtr archive, const std::string& name) {
  return std::make_unique<TarMember>(std::move(archive), name);
}

}  // namespace graphsr
