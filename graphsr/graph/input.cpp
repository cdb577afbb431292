#include "graphsr/graph/input.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/tar.h"

namespace graphsr {

namespace fs = std::filesystem;

namespace {

constexpr size_t kHead = 1 << 16;
constexpr size_t kMostFiles = 1 << 20;

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unreadable;
    if (entry->is_regular_file(unreadable)) names.push_back(entry->path().filename().string());
    if (names.size() > kMostFiles) break;
  }
  if (error) bad_input(folder, "cannot be listed: " + error.message(), "check its permissions");
  return names;
}

}  // namespace

std::string without_gz(std::string_view name) {
  if (name.ends_with(".gz") && name.size() > 3) name.remove_suffix(3);
  return std::string(name);
}

Input::Input(const std::string& path) : path_(path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::directory) {
    kind_ = Kind::folder;
    folder_ = path;
    files_ = files_in(path);
  } else {
    if (type != fs::file_type::regular && type != fs::file_type::not_found && type != fs::file_type::none)
      bad_input(path, "is neither a file nor a folder", "save what it gives as a file and name that");
    folder_ = fs::path(path).parent_path().string();
    files_ = {fs::path(path).filename().string()};
    look_into_file();
  }
  std::sort(files_.begin(), files_.end());
}

Input Input::in_memory(const std::string& name, std::string bytes) {
  Input input;
  input.path_ = name;
  input.files_ = {fs::path(name).filename().string()};
  std::map<std::string, std::string> only;
  only[input.files_.front()] = std::move(bytes);
  input.memory_ = std::make_shared<const std::map<std::string, std::string>>(std::move(only));
  input.look_into_file();
  std::sort(input.files_.begin(), input.files_.end());
  return input;
}

Input Input::in_memory(const std::string& name, std::map<std::string, std::string> files) {
  Input input;
  input.path_ = name;
  input.kind_ = Kind::archive;
  for (const auto& [file, bytes] : files) input.files_.push_back(file);
  input.memory_ = std::make_shared<const std::map<std::string, std::string>>(std::move(files));
  return input;
}

void Input::look_into_file() {
  head_ = first_bytes(*open_whole(), kHead);
  if (!is_tar(head_)) return;
  is_tar_ = true;
  kind_ = Kind::archive;
  head_.clear();
  files_ = tar_members(*open_whole());
}

// The file that was named, be it an archive or not.
SourcePtr Input::open_whole() const {
  return memory_ ? unpacked(open_bytes(memory_->begin()->second, path_)) : open_source(path_);
}

std::string Input::name() const {
  fs::path path = fs::path(path_).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  std::string name = path.filename().string();
  if (kind_ == Kind::folder)
    return name == "." || name == ".." ? fs::absolute(path).filename().string() : name;
  name = without_gz(name);
  if (kind_ == Kind::archive)
    for (const char* ending : {".tgz", ".tar"})
      if (name.ends_with(ending)) name.resize(name.size() - 4);
  return name;
}

bool Input::has(const std::string& file) const {
  if (kind_ != Kind::file || memory_) return std::binary_search(files_.begin(), files_.end(), file);
  std::error_code error;
  return fs::is_regular_file(fs::path(folder_) / file, error);
}

std::optional<std::string> Input::ending(std::string_view end) const {
  std::vector<std::string> found;
  for (const std::string& file : files_)
    if (without_gz(file).ends_with(end)) found.push_back(file);
  if (found.empty()) return std::nullopt;
  if (found.size() > 1)
    bad_input(path_,
              fmt::format("has {} files that end in {}, such as {} and {}", found.size(), end,
                          in_quotes(found[0]), in_quotes(found[1])),
              "name one of them");
  return found.front();
}

SourcePtr Input::open(const std::string& file) const {
  if (is_tar_) return unpacked(open_tar_member(open_whole(), file));
  return memory_ ? unpacked(open_bytes(memory_->at(file), place(file))) : open_source(place(file));
}

std::string Input::place(const std::string& file) const {
  if (kind_ != Kind::archive) return (fs::path(folder_) / file).string();
  return path_ + ", member " + in_quotes(file);
}

}  // namespace graphsr
