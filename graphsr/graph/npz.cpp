#include "graphsr/graph/npz.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

// What an archive may unpack to: deflate can reach 1000 to 1, but arrays that people save do not.
constexpr int64_t kFreeBytes = 256 << 20;
constexpr int64_t kMostExpansion = 100;
constexpr size_t kNamesShown = 12;
constexpr std::string_view kEnding = ".npy";

bool is_array(const ZipMember& member) {
  return member.name.ends_with(kEnding) && member.name.size() > kEnding.size();
}

NpyHeader header_of(const Zip& zip, const ZipMember& member, const std::string& place) {
  size_t at = 0;
  const auto read = [&](unsigned char* to, size_t count) {
    const std::string head = zip.beginning(member, at + count);
    if (head.size() < at + count) bad_input(place, "ends too early", "save it again with numpy.savez");
    std::copy_n(head.data() + at, count, to);
    at += count;
  };
  return read_npy_header(read, place);
}

}  // namespace

Npz::Npz(const std::string& path, const std::vector<std::string>& wanted)
    : path_(path), zip_(path, "an npz file") {
  read_headers(wanted);
}

Npz::Npz(Source& source, const std::vector<std::string>& wanted)
    : path_(source.place()),
      bytes_(std::make_unique<const std::string>(read_all(source))),
      zip_(*bytes_, path_, "an npz file") {
  read_headers(wanted);
}

std::string Npz::place(const std::string& name) const { return path_ + ", array " + in_quotes(name); }

void Npz::read_headers(const std::vector<std::string>& wanted) {
  std::set<std::string> members;
  int64_t allowed = kFreeBytes + kMostExpansion * zip_.size();
  for (const ZipMember& member : zip_.members()) {
    if (!members.insert(member.name).second) bad_input(path_, "has " + in_quotes(member.name) + " twice");
    if (member.size > allowed)
      bad_input(path_, fmt::format("unpacks to far more than its {} bytes can honestly hold", zip_.size()),
                "save it with numpy.savez if it is genuine");
    allowed -= member.size;
    if (!is_array(member)) continue;
    const std::string name = member.name.substr(0, member.name.size() - kEnding.size());
    const NpyHeader header = header_of(zip_, member, place(name));
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
    if (member.size - header.length != bytes)
      bad_input(place(name),
                fmt::format("has {} bytes of data, but its header announces {}", member.size - header.length,
                            bytes),
                "save it again with numpy.savez");
    array.first = static_cast<size_t>(header.length);
    if (is_wanted) arrays_[name] = {std::move(array), &member};
  }
}

NpyArray Npz::array(const std::string& name) const {
  const auto& [header, member] = found(name);
  NpyArray array = header;
  array.bytes.resize(static_cast<size_t>(member->size));
  zip_.unpack(*member, array.bytes.data());
  return array;
}

const Npz::Announced& Npz::found(const std::string& name) const {
  const auto place = arrays_.find(name);
  if (place != arrays_.end()) return place->second;
  std::string held;
  for (size_t i = 0; i < std::min(names_.size(), kNamesShown); ++i)
    held += (i == 0 ? "" : ", ") + in_quotes(names_[i]);
  if (names_.size() > kNamesShown) held += fmt::format(" and {} more", names_.size() - kNamesShown);
  bad_input(path_, "has no array " + in_quotes(name), "it holds " + (held.empty() ? "no arrays" : held));
}

}  // namespace graphsr
