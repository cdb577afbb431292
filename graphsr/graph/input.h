// What a path leads to, before its format is known: a file, a folder, or a tar archive, which is treated as a
// folder. Files may also be in memory; then no disk is touched.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/source.h"

namespace graphsr {

class Input {
 public:
  // Refuses what is not there, and what is neither a file nor a folder.
  explicit Input(const std::string& path);

  // The bytes of a file of this name, with nothing beside it; and files by name, which are treated like the
  // members of an archive.
  static Input in_memory(const std::string& name, std::string bytes);
  static Input in_memory(const std::string& name, std::map<std::string, std::string> files);

  enum class Kind { file, folder, archive };
  Kind kind() const { return kind_; }
  bool is_file() const { return kind_ == Kind::file; }
  bool is_in_memory() const { return memory_ != nullptr; }
  const std::string& path() const { return path_; }

  // The file's own name; or the files of the folder (not of folders in it) or of the archive (of any depth,
  // by their last name only); sorted.
  const std::vector<std::string>& files() const { return files_; }

  // The first bytes of the file, unpacked where it is gzip; empty for folders and archives.
  const std::string& head() const { return head_; }

  // The file's, folder's or archive's name without the endings of packing: "cora.content", "cora".
  std::string name() const;

  // Whether there is a file of this name: in the folder or archive, or beside the file.
  bool has(const std::string& file) const;

  // The one file whose name ends like this, with or without a further ".gz": in the folder or archive; of a
  // file, only itself. Nothing when there is none, refused when there are several.
  std::optional<std::string> ending(std::string_view end) const;

  // Opens a file for which has() is true; gzip is unpacked.
  SourcePtr open(const std::string& file) const;

  // Where the file is, for errors.
  std::string place(const std::string& file) const;

 private:
  Input() = default;
  void look_into_file();
  SourcePtr open_whole() const;

  std::string path_, folder_, head_;
  Kind kind_ = Kind::file;
  bool is_tar_ = false;
  std::vector<std::string> files_;
  // By name; of a file, also of an archive, its own content alone.
  std::shared_ptr<const std::map<std::string, std::string>> memory_;
};

// "cora.content" of "cora.content.gz"; other names as they are.
std::string without_gz(std::string_view name);

}  // namespace graphsr
