#include "graphsr/base/mapped_file.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

#include "graphsr/base/error.h"

namespace graphsr {

MappedFile::MappedFile(const std::filesystem::path& path) : path_(path), descriptor_(path, O_RDONLY) {
  if (!descriptor_.is_open())
    bad_input(path.string(), "cannot be opened: " + std::generic_category().message(errno),
              "check the path and its permissions");
  struct stat status;
  if (::fstat(descriptor_.number(), &status) != 0 || !S_ISREG(status.st_mode))
    bad_input(path.string(), "is not a file", "name a file");
  size_ = static_cast<size_t>(status.st_size);
  seconds_ = status.st_mtim.tv_sec;
  nanoseconds_ = status.st_mtim.tv_nsec;
  if (size_ == 0) return;  // nothing to map
  void* place = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor_.number(), 0);
  if (place == MAP_FAILED) refuse_path(path, "be mapped");
  begin_ = static_cast<const char*>(place);
}

MappedFile::~MappedFile() {
  if (begin_ != nullptr) ::munmap(const_cast<char*>(begin_), size_);
}

void MappedFile::expect_unchanged() const {
  struct stat status;
  if (::fstat(descriptor_.number(), &status) == 0 && static_cast<size_t>(status.st_size) == size_ &&
      status.st_mtim.tv_sec == seconds_ && status.st_mtim.tv_nsec == nanoseconds_)
    return;
  bad_input(path_.string(), "was changed while it was read", "wait until it is written, and try again");
}

// The whole pages among these bytes.
static std::pair<void*, size_t> pages_of(const void* begin, size_t bytes) {
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE)),
             first = reinterpret_cast<uintptr_t>(begin);
  const uintptr_t inside = (first + page - 1) / page * page, end = (first + bytes) / page * page;
  return {reinterpret_cast<void*>(inside), inside < end ? end - inside : 0};
}

void let_pages_leave(const void* begin, size_t bytes) {
  const auto [place, size] = pages_of(begin, bytes);
  if (size > 0) ::madvise(place, size, MADV_PAGEOUT);
}

LooksHereAndThere::LooksHereAndThere(const void* begin, size_t bytes) {
  std::tie(begin_, bytes_) = pages_of(begin, bytes);
  if (bytes_ > 0) ::madvise(begin_, bytes_, MADV_RANDOM);
}

LooksHereAndThere::~LooksHereAndThere() {
  if (bytes_ > 0) ::madvise(begin_, bytes_, MADV_NORMAL);
}

static void tell_and_end(int) {
  constexpr std::string_view kSentence =
      "graphsr: a file that is in use was cut short, or its disk cannot be read; leave it as it is while "
      "it is used\n";
  if (::write(STDERR_FILENO, kSentence.data(), kSentence.size()) < 0)
    ::_exit(static_cast<int>(Fault::internal));
  ::_exit(static_cast<int>(Fault::resource));
}

void end_in_a_sentence_on_lost_maps() {
  struct sigaction action = {};
  action.sa_handler = tell_and_end;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace graphsr
