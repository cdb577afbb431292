// npz files made in memory, sound or not.
#pragma once

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

namespace graphsr {

struct Member {
  std::string name, content;
};

// An npy file with this header text (its length is put in front) and data.
inline std::string raw_npy(const std::string& header, const std::string& data, int major = 1) {
  std::string out = std::string("\x93NUMPY") + static_cast<char>(major) + '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) out += static_cast<char>(header.size() >> 8 * i);
  return out + header + data;
}

inline std::string npy_header(const std::string& type, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// One dimension unless a shape is given.
template <class T>
std::string npy(const std::string& type, const std::vector<T>& values, std::string shape = "") {
  if (shape.empty()) shape = fmt::format("({},)", values.size());
  return raw_npy(npy_header(type, shape), bytes_of(values));
}

// numpy's UCS-4 text from ASCII.
inline std::string text_npy(const std::vector<std::string>& texts) {
  size_t longest = 1;
  for (const auto& text : texts) longest = std::max(longest, text.size());
  std::vector<char32_t> letters;
  for (const auto& text : texts)
    for (size_t i = 0; i < longest; ++i)
      letters.push_back(i < text.size() ? static_cast<char32_t>(text[i]) : 0);
  return npy(fmt::format("<U{}", longest), letters, fmt::format("({},)", texts.size()));
}

// options are libarchive's for its zip writer; a password makes the members encrypted.
inline std::string zip_of(const std::vector<Member>& members, const char* options = "zip:compression=deflate",
                          const char* password = nullptr) {
  std::string out;
  size_t room = 4096, used = 0;
  for (const auto& member : members) room += member.content.size() + 3 * member.name.size() + 512;
  out.resize(room);
  archive* writer = archive_write_new();
  archive_write_set_format_zip(writer);
  if (password != nullptr) archive_write_set_passphrase(writer, password);
  bool good = archive_write_set_options(writer, options) == ARCHIVE_OK &&
              archive_write_open_memory(writer, out.data(), out.size(), &used) == ARCHIVE_OK;
  for (const auto& [name, content] : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    good =
        good && archive_write_header(writer, entry) == ARCHIVE_OK &&
        archive_write_data(writer, content.data(), content.size()) == static_cast<la_ssize_t>(content.size());
    archive_entry_free(entry);
  }
  good = archive_write_close(writer) == ARCHIVE_OK && good;
  archive_write_free(writer);
  if (!good) throw std::runtime_error("cannot make a zip file");
  out.resize(used);
  return out;
}

using Arrays = std::map<std::string, std::string>;  // name to npy file

inline std::string npz_of(const Arrays& arrays, const char* options = "zip:compression=deflate") {
  std::vector<Member> members;
  for (const auto& [name, content] : arrays) members.push_back({name + ".npy", content});
  return zip_of(members, options);
}

// Four nodes on a path 0-1-2-3, stored both ways; three features; classes 0 0 1 and one node without a label.
inline Arrays small_graph() {
  return {{"adj_data", npy<float>("<f4", {1, 1, 1, 1, 1, 1})},
          {"adj_indices", npy<int>("<i4", {1, 0, 2, 1, 3, 2})},
          {"adj_indptr", npy<int>("<i4", {0, 1, 3, 5, 6})},
          {"adj_shape", npy<int64_t>("<i8", {4, 4})},
          {"attr_data", npy<float>("<f4", {1, 2, 0.5, 1, -1})},
          {"attr_indices", npy<int>("<i4", {0, 2, 1, 0, 1})},
          {"attr_indptr", npy<int>("<i4", {0, 2, 3, 3, 5})},
          {"attr_shape", npy<int64_t>("<i8", {4, 3})},
          {"labels", npy<int64_t>("<i8", {0, 0, 1, -1})}};
}

}  // namespace graphsr
