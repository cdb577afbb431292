// Files and folders that appear whole or not at all, whatever is killed or full.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace graphsr {

// Temporary file in the same folder, fsync, rename, fsync of the folder. Throws Fault::resource with the path when the
// disk refuses.
void write_file(const std::filesystem::path& path, std::string_view content);

// The whole file; refuses (bad input) what cannot be opened or is a folder.
std::string read_file(const std::filesystem::path& path);

// A folder that is filled under a temporary name beside its place and moved there by commit(); without commit nothing
// remains. An existing folder is refused unless `force`, and then stays untouched until commit().
class OutputFolder {
 public:
  OutputFolder(const std::filesystem::path& place, bool force);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  void write(const std::string& name, std::string_view content);
  void commit();

 private:
  std::filesystem::path place_, temporary_;
  bool force_, committed_ = false;
};

}  // namespace graphsr
