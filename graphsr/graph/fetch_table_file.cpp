// A table of the user's own, for data sets and mirrors that fetch_table.cpp does not have.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/fetch_table.h"

namespace graphsr {

namespace {

using nlohmann::json;

constexpr const char* kRemedy = "docs/data.md shows the form";
constexpr size_t kLongestName = 100;

class TableReader {
 public:
  explicit TableReader(const std::string& path) : path_(path) {}

  std::vector<FetchEntry> read() {
    std::vector<FetchEntry> entries;
    for (const json& value : list(parsed(), "datasets")) entries.push_back(entry(value));
    return entries;
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const { bad_input(path_, problem, kRemedy); }

  json parsed() const {
    json document = json::parse(read_file(path_), nullptr, false);
    if (document.is_discarded()) refuse("is not JSON");
    return document;
  }

  static const json* member(const json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
  }

  std::vector<json> list(const json& object, const char* name) const {
    const json* value = member(object, name);
    if (!value || !value->is_array() || value->empty())
      refuse(fmt::format("{}'{}' is no list, or empty", where_, name));
    return value->get<std::vector<json>>();
  }

  std::string text(const json& object, const char* name, bool required = true) const {
    const json* value = member(object, name);
    if (!value && !required) return "";
    if (!value || !value->is_string()) refuse(fmt::format("{}'{}' is missing or no text", where_, name));
    return value->get<std::string>();
  }

  // A name that is one plain file or folder, and not that of a part.
  std::string plain_name(const json& object) const {
    const std::string name = text(object, "name");
    const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
      return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
             c == '_' || c == '-';
    });
    if (!plain || name.empty() || name.size() > kLongestName || name[0] == '.' || name[0] == '-' ||
        name.ends_with(".part"))
      refuse(
          fmt::format("{}{} is no plain name of letters, digits, '.', '_' and '-'", where_, in_quotes(name)));
    return name;
  }

  FetchEntry entry(const json& value) {
    where_.clear();
    FetchEntry entry;
    entry.name = plain_name(value);
    where_ = entry.name + ": ";
    if (!seen_.insert(entry.name).second) refuse(where_ + "stands there twice");
    entry.source = text(value, "source", false);
    entry.licence = text(value, "licence", false);
    entry.cite = text(value, "cite", false);
    std::set<std::string> names;
    for (const json& part : list(value, "files")) {
      entry.files.push_back(file(part));
      if (!names.insert(entry.files.back().name).second)
        refuse(where_ + "file " + entry.files.back().name + " stands there twice");
    }
    return entry;
  }

  FetchFile file(const json& value) const {
    FetchFile file{plain_name(value), text(value, "url"), 0, text(value, "sha256")};
    if (!file.url.starts_with("https://"))
      refuse(fmt::format("{}the address of {} does not begin with https://", where_, file.name));
    if (!std::all_of(file.url.begin(), file.url.end(), [](unsigned char c) { return c > ' ' && c < 0x7f; }))
      refuse(
          fmt::format("{}the address of {} has characters that must be written with %", where_, file.name));
    const json* size = member(value, "size");
    if (!size || !size->is_number_unsigned() || size->get<uint64_t>() == 0 ||
        size->get<uint64_t>() > INT64_MAX)
      refuse(fmt::format("{}'size' of {} is no number of bytes", where_, file.name));
    file.size = size->get<int64_t>();
    if (file.sha256.size() != 64 || file.sha256.find_first_not_of("0123456789abcdef") != std::string::npos)
      refuse(fmt::format("{}'sha256' of {} is not 64 digits of 0-9 and a-f", where_, file.name));
    return file;
  }

  const std::string& path_;
  std::string where_;  // "cora: ", once that is known
  std::set<std::string> seen_;
};

}  // namespace

std::vector<FetchEntry> read_fetch_table(const std::string& path) { return TableReader(path).read(); }

}  // namespace graphsr
