// What a path leads to, before its format is known: a file, a folder, or a tar archive, which is treated as a
// folder.
#pragma once

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

  enum class Kind { file, folder, archive };
  Kind kind() const { return kind_; }
  bool is_file() const { return kind_ == Kind::file; }
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
  std::string path_, folder_, head_;
  Kind kind_ = Kind::file;
  std::vector<std::string> files_;
};

// "cora.content" of "cora.content.gz"; other names as they are.
std::string without_gz(std::string_view name);

}  // namespace graphsr
