#include "graphsr/graph/zip.h"

#include <cerrno>
#include <new>
#include <utility>

#include <archive.h>
#include <archive_entry.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/source.h"

namespace graphsr {

namespace {
constexpr const char* kAgain = "copy or save it again";
constexpr std::string_view kBegin = "PK";
constexpr size_t kBlock = 1 << 18;
}  // namespace

void Zip::Closer::operator()(archive* handle) const { archive_read_free(handle); }

Zip::Zip(std::string_view bytes, std::string path, std::string format)
    : path_(std::move(path)),
      format_(std::move(format)),
      begins_like_zip_(bytes.starts_with(kBegin)),
      handle_(archive_read_new()) {
  prepare();
  if (archive_read_open_memory(handle_.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) damaged();
}

Zip::Zip(std::string path, std::string format)
    : path_(std::move(path)),
      format_(std::move(format)),
      begins_like_zip_(first_bytes(*open_plain(path_), kBegin.size()) == kBegin),
      handle_(archive_read_new()) {
  prepare();
  if (archive_read_open_filename(handle_.get(), path_.c_str(), kBlock) != ARCHIVE_OK) damaged();
}

// Only this reader, which goes by the directory at the end: the others would try to make sense of anything.
void Zip::prepare() {
  if (handle_ == nullptr || archive_read_support_format_zip_seekable(handle_.get()) != ARCHIVE_OK)
    throw std::bad_alloc();
}

Zip::~Zip() = default;

std::string Zip::member() const { return path_ + ", member " + in_quotes(name_); }

void Zip::damaged() const {
  if (archive_errno(handle_.get()) == ENOMEM) throw std::bad_alloc();
  if (!begins_like_zip_) bad_input(path_, "is not " + format_, "check the path");
  bad_input(name_.empty() ? path_ : member(), "is damaged or cut short", kAgain);
}

bool Zip::next() {
  name_.clear();
  archive_entry* entry = nullptr;
  const int status = archive_read_next_header(handle_.get(), &entry);
  if (status == ARCHIVE_EOF) return false;
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN) damaged();
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = archive_entry_pathname(entry);
  if (name == nullptr || *name == '\0') damaged();
  name_ = name;
  if (archive_entry_is_encrypted(entry)) bad_input(member(), "is encrypted", "save it without a password");
  const std::string_view packing = archive_format_name(handle_.get());
  if (!packing.ends_with("(uncompressed)") && !packing.ends_with("(deflation)"))
    bad_input(member(), "is packed in a way that is not read", "save it with numpy.savez_compressed");
  if (!archive_entry_size_is_set(entry) || archive_entry_size(entry) < 0) damaged();
  size_ = archive_entry_size(entry);
  return true;
}

void Zip::read(unsigned char* to, size_t count) {
  while (count > 0) {
    const la_ssize_t got = archive_read_data(handle_.get(), to, count);
    if (got < 0) damaged();
    if (got == 0) bad_input(member(), "ends too early", kAgain);
    to += got;
    count -= static_cast<size_t>(got);
  }
}

void Zip::finish() {
  unsigned char extra;
  const la_ssize_t got = archive_read_data(handle_.get(), &extra, 1);
  if (got < 0) damaged();
  if (got > 0) bad_input(member(), "is longer than the archive says", kAgain);
}

}  // namespace graphsr
