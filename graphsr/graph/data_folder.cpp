#include "graphsr/graph/data_folder.h"

#include <cstdlib>
#include <set>

#include "graphsr/base/error.h"

namespace graphsr {

namespace fs = std::filesystem;

static std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

DataFolders data_folders(const std::string& first) {
  DataFolders folders;
  std::error_code error;
  if (!first.empty()) {
    if (!fs::is_directory(first, error))
      wrong_usage("--data-dir", "'" + first + "' is not a folder", "give the folder that holds data sets");
    folders.push_back(first);
  }
  if (const std::string named = from_environment("GRAPHSR_DATA"); !named.empty()) folders.push_back(named);
  const std::string shared = from_environment("XDG_DATA_HOME"), home = from_environment("HOME");
  if (!shared.empty())
    folders.push_back(fs::path(shared) / "graphsr");
  else if (!home.empty())
    folders.push_back(fs::path(home) / ".local/share/graphsr");
  return folders;
}

std::optional<fs::path> dataset_file(const std::string& name, const DataFolders& folders) {
  if (name.empty() || name.find('/') != std::string::npos) return std::nullopt;
  std::error_code error;
  for (const fs::path& folder : folders)
    for (const fs::path& file : {folder / (name + ".npz"), folder / name / (name + ".npz")})
      if (fs::is_regular_file(file, error)) return file;
  return std::nullopt;
}

std::vector<std::string> dataset_names(const DataFolders& folders) {
  std::set<std::string> names;
  std::error_code error;
  for (const fs::path& folder : folders)
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const fs::path& path = entry.path();
      const std::string name = path.extension() == ".npz" ? path.stem().string() : path.filename().string();
      if (dataset_file(name, {folder})) names.insert(name);
    }
  return {names.begin(), names.end()};
}

}  // namespace graphsr
