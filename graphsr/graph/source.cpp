#include "graphsr/graph/source.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zlib.h>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/memory.h"

namespace graphsr {

namespace {

constexpr const char* kAgain = "copy or download it again";
constexpr size_t kBuffer = 1 << 15;
constexpr size_t kSmall = 1 << 12;  // what is read first of files that are often small
constexpr uint64_t kFreeBytes = 256 << 20;
constexpr uint64_t kMostExpansion = 200;

class FileSource : public Source {
 public:
  explicit FileSource(const std::string& path) : Source(path) {
    do number_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    while (number_ < 0 && errno == EINTR);
    if (number_ < 0) {
      if (errno == ENOENT || errno == ENOTDIR) bad_input(path, "there is no such file", "check the path");
      bad_input(path, "cannot be opened: " + std::generic_category().message(errno), "check its permissions");
    }
    struct stat status;
    if (::fstat(number_, &status) != 0) status.st_mode = 0;
    if (S_ISDIR(status.st_mode)) {
      ::close(number_);
      bad_input(path, "is a folder", "name a file");
    }
  }
  ~FileSource() override { ::close(number_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  size_t read(char* to, size_t count) override {
    for (;;) {
      const ssize_t got = ::read(number_, to, count);
      if (got >= 0) return static_cast<size_t>(got);
      if (errno != EINTR)
        throw Error(Fault::resource, place(), "cannot be read: " + std::generic_category().message(errno));
    }
  }

 private:
  int number_ = -1;
};

// What was read ahead of a source, followed by the rest of it, if any.
class Resumed : public Source {
 public:
  Resumed(std::string head, SourcePtr rest, const std::string& place)
      : Source(place), head_(std::move(head)), rest_(std::move(rest)) {}

  size_t read(char* to, size_t count) override {
    if (next_ == head_.size()) return rest_ ? rest_->read(to, count) : 0;
    count = std::min(count, head_.size() - next_);
    std::memcpy(to, head_.data() + next_, count);
    next_ += count;
    return count;
  }

 private:
  std::string head_;
  size_t next_ = 0;
  SourcePtr rest_;
};

class Gunzip : public Source {
 public:
  explicit Gunzip(SourcePtr packed)
      : Source(packed->place()), packed_(std::move(packed)), buffer_(kBuffer), stream_() {
    constexpr int kGzipOnly = 16;
    if (::inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Gunzip() override { ::inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  size_t read(char* to, size_t count) override {
    count = std::min<size_t>(count, 1 << 30);
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(count);
    while (stream_.avail_out == count && !done_) step();
    const size_t got = count - stream_.avail_out;
    unpacked_ += got;
    if (unpacked_ > kFreeBytes && unpacked_ / kMostExpansion > taken_)
      bad_input(place(), fmt::format("unpacks to more than {} times its size", kMostExpansion),
                "if that is meant, unpack it first");
    return got;
  }

 private:
  void step() {
    if (stream_.avail_in == 0 && !refill()) {
      if (!between_) bad_input(place(), "ends too early for a gzip file", kAgain);
      done_ = true;
      return;
    }
    if (between_ && ::inflateReset(&stream_) != Z_OK) throw std::bad_alloc();
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) damaged(between_ && taken_any_);
    between_ = status == Z_STREAM_END;
    taken_any_ = true;
  }

  bool refill() {
    const size_t got = packed_->read(buffer_.data(), buffer_.size());
    taken_ += got;
    stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  [[noreturn]] void damaged(bool behind) const {
    const std::string_view message = stream_.msg == nullptr ? "" : stream_.msg;
    if (behind) bad_input(place(), "has bytes behind its end that are not gzip", kAgain);
    if (message == "incorrect data check" || message == "incorrect length check")
      bad_input(place(), "is damaged: its checksum is wrong", kAgain);
    bad_input(place(), "is damaged: it is no sound gzip file", kAgain);
  }

  SourcePtr packed_;
  std::vector<char> buffer_;
  z_stream stream_;
  uint64_t taken_ = 0, unpacked_ = 0;
  bool between_ = false, taken_any_ = false, done_ = false;  // between_: a member has just ended
};

}  // namespace

SourcePtr open_plain(const std::string& path) { return std::make_unique<FileSource>(path); }

SourcePtr open_bytes(std::string bytes, const std::string& place) {
  return std::make_unique<Resumed>(std::move(bytes), nullptr, place);
}

SourcePtr unpacked(SourcePtr packed) {
  const std::string head = first_bytes(*packed, 2), place = packed->place();
  auto whole = std::make_unique<Resumed>(head, std::move(packed), place);
  if (head != "\x1f\x8b") return whole;
  return std::make_unique<Gunzip>(std::move(whole));
}

SourcePtr open_source(const std::string& path) { return unpacked(open_plain(path)); }

std::string first_bytes(Source& source, size_t count) {
  std::string bytes;
  size_t length = 0;
  while (length < count) {
    if (length == bytes.size()) bytes.resize(std::min(count, std::max(kSmall, 2 * length)));
    const size_t got = source.read(bytes.data() + length, bytes.size() - length);
    if (got == 0) break;
    length += got;
  }
  bytes.resize(length);
  return bytes;
}

std::string read_all(Source& source, size_t limit) {
  const bool by_memory = limit == 0;
  if (by_memory) limit = static_cast<size_t>(memory_limit()) / 2;
  std::string content;
  for (size_t length = 0;;) {
    if (length == content.size()) content.resize(std::min(limit, 2 * length + kSmall) + 1);
    const size_t got = source.read(content.data() + length, content.size() - length);
    length += got;
    if (length > limit)
      throw Error(by_memory ? Fault::resource : Fault::input, source.place(),
                  fmt::format("is larger than {} MB, the most that is read at once", limit >> 20),
                  by_memory ? "give a smaller file, or more memory" : "give a smaller file");
    if (got > 0) continue;
    content.resize(length);
    return content;
  }
}

}  // namespace graphsr
