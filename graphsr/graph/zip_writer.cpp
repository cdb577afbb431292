#include "graphsr/graph/zip_writer.h"

#include <archive.h>
#include <archive_entry.h>

#include "graphsr/base/error.h"

namespace graphsr {

void ZipWriter::Closer::operator()(archive* handle) const { archive_write_free(handle); }

ZipWriter::ZipWriter(const std::filesystem::path& path, bool deflate)
    : file_(path), path_(path.string()), handle_(archive_write_new()) {
  check(archive_write_set_format_zip(handle_.get()));
  check(archive_write_set_options(handle_.get(),
                                  deflate ? "zip:compression=deflate" : "zip:compression=store"));
  check(archive_write_set_bytes_in_last_block(handle_.get(), 1));
  // Exceptions must not cross libarchive.
  const auto write = [](archive*, void* self, const void* bytes, size_t count) -> la_ssize_t {
    auto& writer = *static_cast<ZipWriter*>(self);
    try {
      writer.file_.write({static_cast<const char*>(bytes), count});
      return static_cast<la_ssize_t>(count);
    } catch (...) {
      writer.failure_ = std::current_exception();
      return -1;
    }
  };
  check(archive_write_open(handle_.get(), this, nullptr, write, nullptr));
}

ZipWriter::~ZipWriter() {
  if (handle_) archive_write_fail(handle_.get());
}

void ZipWriter::check(int64_t result) const {
  if (result >= ARCHIVE_OK) return;
  if (failure_) std::rethrow_exception(failure_);
  const char* why = archive_error_string(handle_.get());
  throw Error(Fault::resource, path_, std::string("cannot be written: ") + (why ? why : "unknown reason"));
}

void ZipWriter::begin(const std::string& name, int64_t size) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                       archive_entry_free);
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 315532800, 0);  // 1980-01-01, the earliest that zip can say
  archive_entry_set_size(entry.get(), size);
  check(archive_write_header(handle_.get(), entry.get()));
}

void ZipWriter::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const la_ssize_t written = archive_write_data(handle_.get(), bytes.data(), bytes.size());
    check(written);
    if (written == 0)
      throw Error(Fault::resource, path_, "cannot be written: a member is larger than announced");
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

void ZipWriter::commit() {
  check(archive_write_close(handle_.get()));
  handle_.reset();
  file_.commit();
}

}  // namespace graphsr
