// Files and folders that appear whole or not at all, whatever is killed or full.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graphsr {

// A file that is written under a temporary name in the same folder and put in its place by commit(): fsync,
// rename, fsync of the folder. Without commit nothing remains. Throws Fault::resource with the path when the
// disk refuses. A link to a file stays a link; what is neither a file nor new is refused (wrong usage).
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view content);
  void commit();

 private:
  std::filesystem::path path_, target_, temporary_;
  int descriptor_ = -1;
};

// A NewFile with this content, committed.
void write_file(const std::filesystem::path& path, std::string_view content);

// The whole file; refuses (bad input) what cannot be opened or is a folder.
std::string read_file(const std::filesystem::path& path);

// A folder that is filled under a temporary name beside its place and moved there by commit(); without commit
// nothing remains. An existing folder with anything in it is refused (wrong usage) unless `force`, and then
// stays untouched until commit() puts the new one in its place and removes it. Files, and folders that hold
// the working folder, are always refused. Folders above the place are made where they are missing.
class OutputFolder {
 public:
  OutputFolder(const std::filesystem::path& place, bool force);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  void write(const std::string& name, std::string_view content);  // a plain name, without folders
  void commit();

 private:
  void make_temporary();
  void discard() noexcept;

  std::filesystem::path place_, temporary_;
  std::vector<std::filesystem::path> made_;  // folders above the place that were missing, topmost first
  bool force_, committed_ = false;
};

// Puts a folder that is complete, its files on disk, in its place: fsync, rename, fsync of the folder above,
// which must be the same for both. What stands there is replaced and removed if `replace`, else refused
// (wrong usage) unless it is an empty folder.
void place_folder(const std::filesystem::path& finished, const std::filesystem::path& place, bool replace);

}  // namespace graphsr
