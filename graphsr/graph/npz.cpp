#include "graphsr/graph/npz.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

// What an archive may unpack to: deflate can reach 1000 to 1, but arrays that people save do not.
constexpr int64_t kFreeBytes = 256 << 20;
constexpr int64_t kMostExpansion = 100;
constexpr size_t kFirstChunk = 1 << 16, kChunk = 1 << 20;
constexpr size_t kReserved = 256 << 20;
constexpr size_t kNamesShown = 12;
constexpr std::string_view kEnding = ".npy";

bool is_array(const Zip& zip) { return zip.name().ends_with(kEnding) && zip.name().size() > kEnding.size(); }

std::string array_name(const Zip& zip) { return zip.name().substr(0, zip.name().size() - kEnding.size()); }

NpyHeader header_of(Zip& zip, const std::string& place) {
  return read_npy_header([&](unsigned char* to, size_t count) { zip.read(to, count); }, place);
}

}  // namespace

Npz::Npz(const std::string& path, const std::vector<std::string>& wanted) : path_(path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  read_headers(error ? 0 : static_cast<int64_t>(size), wanted);
}

Npz::Npz(Source& source, const std::vector<std::string>& wanted)
    : path_(source.place()), bytes_(read_all(source)) {
  read_headers(std::ssize(*bytes_), wanted);
}

Zip Npz::open() const { return bytes_ ? Zip(*bytes_, path_, "an npz file") : Zip(path_, "an npz file"); }

std::string Npz::place(const std::string& name) const { return path_ + ", array " + in_quotes(name); }

void Npz::read_headers(int64_t file_size, const std::vector<std::string>& wanted) {
  Zip zip = open();
  std::set<std::string> members;
  int64_t allowed = kFreeBytes + kMostExpansion * file_size;
  while (zip.next()) {
    if (!members.insert(zip.name()).second) bad_input(path_, "has " + in_quotes(zip.name()) + " twice");
    if (zip.size() > allowed)
      bad_input(path_, fmt::format("unpacks to far more than its {} bytes can honestly hold", file_size),
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
    if (is_wanted) headers_[name] = std::move(array);
  }
}

NpyArray Npz::array(const std::string& name) const {
  NpyArray array = header(name);
  Zip zip = open();
  while (zip.next()) {
    if (!is_array(zip) || array_name(zip) != name) continue;
    header_of(zip, array.place);
    // Memory grows with the data that arrive, not by what a header claims. After the first of them, what is
    // only reserved costs none.
    auto left = static_cast<size_t>(array.count() * array.item_size);
    while (left > 0) {
      const size_t before = array.bytes.size(), more = std::min(before == 0 ? kFirstChunk : kChunk, left);
      if (before == kFirstChunk) array.bytes.reserve(std::min(before + left, kReserved));
      array.bytes.resize(before + more);
      zip.read(array.bytes.data() + before, more);
      left -= more;
    }
    zip.finish();
    return array;
  }
  bad_input(path_, fmt::format("{} is no longer in it", in_quotes(name)),
            "do not change files that are being read");
}

const NpyArray& Npz::header(const std::string& name) const {
  const auto found = headers_.find(name);
  if (found != headers_.end()) return found->second;
  std::string held;
  for (size_t i = 0; i < std::min(names_.size(), kNamesShown); ++i)
    held += (i == 0 ? "" : ", ") + in_quotes(names_[i]);
  if (names_.size() > kNamesShown) held += fmt::format(" and {} more", names_.size() - kNamesShown);
  bad_input(path_, "has no array " + in_quotes(name), "it holds " + (held.empty() ? "no arrays" : held));
}

}  // namespace graphsr
