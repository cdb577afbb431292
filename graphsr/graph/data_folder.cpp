#include "graphsr/graph/data_folder.h"

#include <set>

#include "graphsr/base/environment.h"
#include "graphsr/base/error.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/planetoid_reader.h"
#include "graphsr/graph/prepared_reader.h"

namespace graphsr {

namespace fs = std::filesystem;

// Those that need not exist.
static DataFolders usual_folders() {
  DataFolders folders;
  if (const std::string named = environment("GRAPHSR_DATA"); !named.empty()) folders.push_back(named);
  const std::string shared = environment("XDG_DATA_HOME"), home = environment("HOME");
  if (!shared.empty())
    folders.push_back(fs::path(shared) / "graphsr");
  else if (!home.empty())
    folders.push_back(fs::path(home) / ".local/share/graphsr");
  return folders;
}

DataFolders data_folders(const std::string& first) {
  DataFolders folders = usual_folders();
  std::error_code error;
  if (!first.empty()) {
    if (!fs::is_directory(first, error))
      wrong_usage("--data-dir", "'" + first + "' is not a folder", "give the folder that holds data sets");
    folders.insert(folders.begin(), first);
  }
  return folders;
}

fs::path fetch_folder(const std::string& first) {
  if (!first.empty()) return first;
  const DataFolders folders = usual_folders();
  if (folders.empty())
    wrong_usage("--data-dir", "is missing, and neither $GRAPHSR_DATA, $XDG_DATA_HOME nor $HOME is set",
                "give the folder that holds data sets");
  return folders.front();
}

// What cannot be looked into is none.
static bool is_prepared(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  try {
    return recognises_prepared(Input(file.string()));
  } catch (const Error&) {
    return false;
  }
}

std::optional<fs::path> graph_file(const fs::path& folder, const std::string& name) {
  std::error_code error;
  const fs::path npz = folder / (name + ".npz"), prepared = folder / (name + ".graph");
  if (fs::is_regular_file(npz, error)) return npz;
  if (is_prepared(prepared)) return prepared;
  return std::nullopt;
}

// A folder of this name, or a file in it, that some reader takes. Planetoid's files must have the name too:
// the collection has several graphs in one folder.
static std::optional<fs::path> readable_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return std::nullopt;
  if (const auto file = planetoid_file((folder / folder.filename()).string())) return *file;
  try {
    const Input input(folder.string());
    for (const Format& format : formats())
      if (format.read != read_planetoid && format.recognises(input)) return folder;
  } catch (const Error&) {  // it cannot be looked into
  }
  return std::nullopt;
}

std::optional<fs::path> dataset_file(const std::string& name, const DataFolders& folders) {
  if (name.empty() || name.front() == '.' || name.ends_with(".part") || name.find('/') != std::string::npos)
    return std::nullopt;
  for (const fs::path& folder : folders) {
    if (const auto file = graph_file(folder, name)) return file;
    if (const auto file = graph_file(folder / name, name)) return file;
    if (const auto found = readable_folder(folder / name)) return found;
  }
  return std::nullopt;
}

std::vector<std::string> dataset_names(const DataFolders& folders) {
  std::set<std::string> names;
  std::error_code error;
  for (const fs::path& folder : folders)
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const fs::path& path = entry.path();
      const std::string name = path.extension() == ".npz" || path.extension() == ".graph"
                                   ? path.stem().string()
                                   : path.filename().string();
      if (dataset_file(name, {folder})) names.insert(name);
    }
  return {names.begin(), names.end()};
}

}  // namespace graphsr
