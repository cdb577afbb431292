// Graphs into a folder of text files: what tables_reader.h reads.
#pragma once

#include <filesystem>
#include <string>

#include "graphsr/graph/dataset.h"

namespace graphsr {

enum class FolderForm {
  csv,  // edges.csv, nodes.csv
  mtx   // adj.mtx, features.mtx, nodes.csv
};

// Read again it is the same graph: classes.csv keeps the order of the classes, and features stand in
// features.mtx where columns of nodes.csv would not tell sparse from dense. An existing folder is refused
// unless `force`. Of several splits the first is written; gives back a note on what could not be, or "".
std::string write_folder(const Dataset& dataset, const std::filesystem::path& place, FolderForm form,
                         bool force);

}  // namespace graphsr
