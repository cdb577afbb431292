#include "graphsr/graph/zip.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <libdeflate.h>
#include <new>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <zlib.h>

#include "graphsr/base/disk.h"
#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/source.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

namespace {

constexpr std::string_view kMember = "PK\3\4", kEntry = "PK\1\2", kEnd = "PK\5\6", kEnd64 = "PK\6\6",
                           kEnd64Place = "PK\6\7";
constexpr int64_t kMemberBytes = 30, kEntryBytes = 46, kEndBytes = 22, kEnd64Bytes = 56,
                  kEnd64PlaceBytes = 20;
constexpr int64_t kLongestComment = 65535;
constexpr uint64_t kIn64 = 0xffffffff;  // where 32 bits do not suffice, 64 stand elsewhere
constexpr uint16_t kStored = 0, kDeflated = 8, kEncrypted = 1;
constexpr int64_t kMostExpansion = 1032;  // a bit of deflate's gives at most 129 bytes
constexpr size_t kChunk = 4096;

// Numbers as they lie in the file, little-endian.
uint64_t number(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

uint16_t short_at(std::string_view bytes, size_t at) { return static_cast<uint16_t>(number(bytes, at, 2)); }
uint64_t int_at(std::string_view bytes, size_t at) { return number(bytes, at, 4); }
uint64_t long_at(std::string_view bytes, size_t at) { return number(bytes, at, 8); }

// From outside, so that it does not fit int64: then it fits no file either.
int64_t bounded(uint64_t value) { return static_cast<int64_t>(std::min<uint64_t>(value, INT64_MAX)); }

// The extra field that has what does not fit 32 bits: size, packed size and offset, as far as they are
// needed. False when it is cut short.
bool read_wide_numbers(std::string_view extra, uint64_t& size, uint64_t& packed, uint64_t& offset) {
  constexpr uint16_t kWide = 1;
  while (extra.size() >= 4) {
    const uint16_t kind = short_at(extra, 0), length = short_at(extra, 2);
    extra.remove_prefix(4);
    if (length > extra.size()) return false;
    std::string_view field = extra.substr(0, length);
    extra.remove_prefix(length);
    if (kind != kWide) continue;
    for (uint64_t* value : {&size, &packed, &offset}) {
      if (*value != kIn64) continue;
      if (field.size() < 8) return false;
      *value = long_at(field, 0);
      field.remove_prefix(8);
    }
    return true;
  }
  return true;
}

}  // namespace

class Zip::Bytes {
 public:
  explicit Bytes(std::string_view bytes) : memory_(bytes), size_(std::ssize(bytes)) {}
  explicit Bytes(const std::string& path) : file_(std::in_place, path, O_RDONLY) {
    struct stat status;
    if (file_->is_open() && ::fstat(file_->number(), &status) == 0) size_ = status.st_size;
  }

  int64_t size() const { return size_; }

  bool has(int64_t offset, int64_t count) const {
    return offset >= 0 && count >= 0 && offset <= size_ && count <= size_ - offset;
  }

  // Of what the file has: false when it has become shorter, or cannot be read.
  bool read(int64_t offset, void* to, size_t count) const {
    if (!file_) {
      std::memcpy(to, memory_.data() + offset, count);
      return true;
    }
    for (auto* place = static_cast<char*>(to); count > 0;) {
      const ssize_t got = ::pread(file_->number(), place, count, offset);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      place += got, offset += got, count -= static_cast<size_t>(got);
    }
    return true;
  }

 private:
  std::string_view memory_;
  std::optional<Descriptor> file_;
  int64_t size_ = 0;
};

struct Zip::Directory {
  int64_t offset, bytes;
  uint64_t entries;
};

Zip::Zip(std::string_view bytes, std::string path, std::string format)
    : path_(std::move(path)), format_(std::move(format)), bytes_(std::make_unique<Bytes>(bytes)) {
  read_directory();
}

Zip::Zip(std::string path, std::string format) : path_(std::move(path)), format_(std::move(format)) {
  open_plain(path_);  // refuses what is no file, with the reason
  bytes_ = std::make_unique<Bytes>(path_);
  read_directory();
}

Zip::~Zip() = default;
Zip::Zip(Zip&&) noexcept = default;

int64_t Zip::size() const { return bytes_->size(); }

void Zip::damaged() const { bad_input(path_, kDamaged, kAgain); }

void Zip::refuse(const ZipMember& member, const char* problem, const char* advice) const {
  bad_input(path_ + ", member " + in_quotes(member.name), problem, advice);
}

// Its place in 64 bits, which a pointer right before the record at `end` leads to.
std::optional<Zip::Directory> Zip::wide_directory(int64_t end) const {
  char place[kEnd64PlaceBytes], wide[kEnd64Bytes];
  const std::string_view pointer(place, sizeof place), record(wide, sizeof wide);
  const int64_t before = end - kEnd64PlaceBytes;
  if (!bytes_->has(before, kEnd64PlaceBytes) || !bytes_->read(before, place, sizeof place) ||
      !pointer.starts_with(kEnd64Place))
    return std::nullopt;
  const int64_t from = bounded(long_at(pointer, 8));
  if (!bytes_->has(from, kEnd64Bytes) || !bytes_->read(from, wide, sizeof wide) ||
      !record.starts_with(kEnd64))
    damaged();
  return Directory{bounded(long_at(record, 48)), bounded(long_at(record, 40)), long_at(record, 32)};
}

// The record of the directory's place is the last thing in the file but for a comment.
Zip::Directory Zip::find_directory() const {
  const int64_t tail_bytes = std::min(bytes_->size(), kEndBytes + kLongestComment);
  const int64_t tail_begin = bytes_->size() - tail_bytes;
  std::string tail(static_cast<size_t>(tail_bytes), '\0');
  if (!bytes_->read(tail_begin, tail.data(), tail.size())) damaged();
  for (size_t at = tail.rfind(kEnd); at != tail.npos; at = at > 0 ? tail.rfind(kEnd, at - 1) : tail.npos) {
    const std::string_view end = std::string_view(tail).substr(at);
    if (std::ssize(end) < kEndBytes || short_at(end, 20) > std::ssize(end) - kEndBytes) continue;
    const int64_t place = tail_begin + static_cast<int64_t>(at);
    const uint64_t entries = short_at(end, 10), size = int_at(end, 12), offset = int_at(end, 16);
    Directory found = {bounded(offset), bounded(size), entries};
    if (entries == 0xffff || size == kIn64 || offset == kIn64) found = wide_directory(place).value_or(found);
    if (found.offset > place || found.bytes > place - found.offset) damaged();
    return found;
  }
  damaged();
}

void Zip::read_directory() {
  char head[2] = {};
  if (bytes_->size() < 2 || !bytes_->read(0, head, sizeof head) || std::string_view(head, 2) != "PK")
    bad_input(path_, "is not " + format_, "check the path");
  const Directory directory = find_directory();
  std::string text(static_cast<size_t>(directory.bytes), '\0');
  if (!bytes_->read(directory.offset, text.data(), text.size())) damaged();
  std::string_view left = text;
  for (uint64_t i = 0; i < directory.entries; ++i) {
    if (left.size() < kEntryBytes || !left.starts_with(kEntry)) damaged();
    const size_t name = short_at(left, 28), extra = short_at(left, 30), comment = short_at(left, 32);
    if (name == 0 || left.size() - kEntryBytes < name + extra + comment) damaged();
    ZipMember member;
    member.flags = short_at(left, 8);
    member.method = short_at(left, 10);
    member.checksum = static_cast<uint32_t>(int_at(left, 16));
    member.name = left.substr(kEntryBytes, name);
    uint64_t packed = int_at(left, 20), size = int_at(left, 24), offset = int_at(left, 42);
    if (!read_wide_numbers(left.substr(kEntryBytes + name, extra), size, packed, offset)) damaged();
    member.size = bounded(size), member.packed_size = bounded(packed), member.offset = bounded(offset);
    if (!bytes_->has(member.offset, kMemberBytes) || !bytes_->has(member.offset, member.packed_size))
      damaged();
    members_.push_back(std::move(member));
    left.remove_prefix(kEntryBytes + name + extra + comment);
  }
}

void Zip::check_sizes(const ZipMember& member) const {
  if ((member.flags & kEncrypted) != 0) refuse(member, "is encrypted", "save it without a password");
  if (member.method != kStored && member.method != kDeflated)
    refuse(member, "is packed in a way that is not read", "save it with numpy.savez_compressed");
  if (member.method == kStored ? member.size != member.packed_size
                               : member.size / kMostExpansion > member.packed_size)
    refuse(member);
}

// Where its bytes begin.
int64_t Zip::content_of(const ZipMember& member) const {
  char own[kMemberBytes];
  const std::string_view header(own, sizeof own);
  if (!bytes_->read(member.offset, own, sizeof own) || !header.starts_with(kMember)) refuse(member);
  const int64_t begin = member.offset + kMemberBytes + short_at(header, 26) + short_at(header, 28);
  if (!bytes_->has(begin, member.packed_size)) refuse(member);
  return begin;
}

// By zlib, which can stop after some bytes.
std::string Zip::beginning(const ZipMember& member, size_t count) const {
  check_sizes(member);
  int64_t from = content_of(member);
  const int64_t end = from + member.packed_size;
  std::string out(static_cast<size_t>(std::min(bounded(count), member.size)), '\0');
  if (member.method == kStored) {
    if (!bytes_->read(from, out.data(), out.size())) refuse(member);
    return out;
  }
  z_stream stream = {};
  if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> closer(&stream, ::inflateEnd);
  unsigned char chunk[kChunk];
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<unsigned>(out.size());
  for (int status = Z_OK; stream.avail_out > 0 && status == Z_OK;) {
    if (stream.avail_in == 0 && from < end) {
      stream.avail_in = static_cast<unsigned>(std::min<int64_t>(kChunk, end - from));
      stream.next_in = chunk;
      if (!bytes_->read(from, chunk, stream.avail_in)) refuse(member);
      from += stream.avail_in;
    }
    status = ::inflate(&stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
  }
  if (stream.avail_out > 0) refuse(member);
  return out;
}

// By libdeflate: 1.7 times as fast as zlib where all is unpacked at once.
void Zip::unpack(const ZipMember& member, unsigned char* to) const {
  check_sizes(member);
  const int64_t from = content_of(member);
  const auto size = static_cast<size_t>(member.size), packed_size = static_cast<size_t>(member.packed_size);
  if (member.method == kStored) {
    if (!bytes_->read(from, to, size)) refuse(member);
  } else {
    AlignedVector<unsigned char> packed(packed_size);
    if (!bytes_->read(from, packed.data(), packed_size)) refuse(member);
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> inflater(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (!inflater) throw std::bad_alloc();
    switch (libdeflate_deflate_decompress(inflater.get(), packed.data(), packed_size, to, size, nullptr)) {
      case LIBDEFLATE_SUCCESS:
        break;
      case LIBDEFLATE_SHORT_OUTPUT:
        refuse(member, "ends too early");
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        refuse(member, "is longer than the archive says");
      default:
        refuse(member);
    }
  }
  if (libdeflate_crc32(0, to, size) != member.checksum) refuse(member, "is damaged: its checksum is wrong");
}

}  // namespace graphsr
