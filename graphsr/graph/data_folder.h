// Where data sets are that are named instead of given by a path: NAME.npz, NAME.graph, one of these in a
// folder NAME, or a folder NAME in any format, in one of a few folders.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace graphsr {

using DataFolders = std::vector<std::filesystem::path>;

// `first` where it is not empty (refused when it is no folder), then $GRAPHSR_DATA, then the user's own:
// $XDG_DATA_HOME/graphsr or ~/.local/share/graphsr.
DataFolders data_folders(const std::string& first);

// Where fetched data sets go: the first of these folders, whether it exists or not.
std::filesystem::path fetch_folder(const std::string& first);

// NAME.npz in this folder, else NAME.graph if that is a prepared graph: one of Planetoid's files ends so too.
std::optional<std::filesystem::path> graph_file(const std::filesystem::path& folder, const std::string& name);

// The file or folder of this data set in the first folder that has one. A name is no path: it has no slash,
// and neither begins with a dot nor ends in ".part".
std::optional<std::filesystem::path> dataset_file(const std::string& name, const DataFolders& folders);

// All names that dataset_file() would find, sorted.
std::vector<std::string> dataset_names(const DataFolders& folders);

}  // namespace graphsr
