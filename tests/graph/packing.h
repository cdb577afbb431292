// gzip and tar files made in memory.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>
#include <zlib.h>

#include <archive.h>
#include <archive_entry.h>

#include "tests/graph/npz_maker.h"

namespace graphsr {

inline std::string gz_of(const std::string& text) {
  z_stream stream = {};
  if (deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("no zlib");
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("not packed");
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string tar_of(const std::vector<Member>& members) {
  size_t room = 1 << 16, used = 0;
  for (const Member& member : members) room += member.content.size() + 4096;
  std::string out(room, '\0');
  archive* writer = archive_write_new();
  archive_write_set_format_ustar(writer);
  archive_write_open_memory(writer, out.data(), out.size(), &used);
  for (const Member& member : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(member.content.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(writer, entry);
    archive_write_data(writer, member.content.data(), member.content.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  out.resize(used);
  return out;
}

}  // namespace graphsr
