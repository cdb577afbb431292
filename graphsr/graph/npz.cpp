#include "graphsr/graph/npz.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/zip.h"

namespace graphsr {

namespace {

// What an archive may unpack to: deflate can reach 1000 to 1, but arrays that people save do not.
constexpr int64_t kFreeBytes = 256 << 20;
constexpr int64_t kMostExpansion = 100;
constexpr size_t kChunk = 1 << 20;
constexpr size_t kNamesShown = 12;
constexpr std::string_view kEnding = ".npy";

bool is_array(const Zip& zip) { return zip.name().ends_with(kEnding) && zip.name().size() > kEnding.size(); }

std::string array_name(const Zip& zip) { return zip.name().substr(0, zip.name().size() - kEnding.size()); }

NpyHeader header_of(Zip& zip, const std::string& place) {
  return read_npy_header([&](unsigned char* to, size_t count) { zip.read(to, count); }, place);
}

}  // namespace

Npz::Npz(const std::string& path, const std::vector<std::string>& wanted) : path_(path) {
  const std::string file = read_file(path);
  read_headers(file, wanted);
  read_data(file);
}

Npz::Npz(Source& source, const std::vector<std::string>& wanted) : path_(source.place()) {
  const std::string file = read_all(source);
  read_headers(file, wanted);
  read_data(file);
}

std::string Npz::place(const std::string& name) const { return path_ + ", array " + in_quotes(name); }

void Npz::read_headers(std::string_view file, const std::vector<std::string>& wanted) {
  Zip zip(file, path_, "an npz file");
  std::set<std::string> members;
  int64_t allowed = kFreeBytes + kMostExpansion * std::ssize(file);
  while (zip.next()) {
    if (!members.insert(zip.name()).second) bad_input(path_, "has " + in_quotes(zip.name()) + " twice");
    if (zip.size() > allowed)
      bad_input(path_, fmt::format("unpacks to far more than its {} bytes can honestly hold", file.size()),
                "save it with numpy.savez if it is genuine");
    allowed -= zip.size();
    if (!is_array(zip)) continue;
    const std::string name = array_name(zip);
    const NpyHeader header = header_of(zip, place(name));
    names_.push_back(name);
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    NpyArray array;
    try {
      array = announced_array(header, place(name));
    } catch (const Error&) {
      if (is_wanted) throw;
      continue;
    }
    const int64_t bytes = array.count() * array.item_size;
    if (zip.size() - header.length != bytes)
      bad_input(
          place(name),
          fmt::format("has {} bytes of data, but its header announces {}", zip.size() - header.length, bytes),
          "save it again with numpy.savez");
    if (is_wanted) arrays_[name] = std::move(array);
  }
}

void Npz::read_data(std::string_view file) {
  Zip zip(file, path_, "an npz file");
  while (zip.next()) {
    const auto found = is_array(zip) ? arrays_.find(array_name(zip)) : arrays_.end();
    if (found == arrays_.end()) continue;
    NpyArray& array = found->second;
    header_of(zip, place(found->first));
    // Memory grows with the data that arrive, never by what a header claims.
    for (int64_t left = array.count() * array.item_size; left > 0;) {
      const size_t more = std::min(kChunk, static_cast<size_t>(left)), before = array.bytes.size();
      array.bytes.resize(before + more);
      zip.read(array.bytes.data() + before, more);
      left -= static_cast<int64_t>(more);
    }
    zip.finish();
  }
}

const NpyArray& Npz::array(const std::string& name) const {
  const auto found = arrays_.find(name);
  if (found != arrays_.end()) return found->second;
  std::string held;
  for (size_t i = 0; i < std::min(names_.size(), kNamesShown); ++i)
    held += (i == 0 ? "" : ", ") + in_quotes(names_[i]);
  if (names_.size() > kNamesShown) held += fmt::format(" and {} more", names_.size() - kNamesShown);
  bad_input(path_, "has no array " + in_quotes(name), "it holds " + (held.empty() ? "no arrays" : held));
}

}  // namespace graphsr
