// Graphs into the npz form of the gnn-benchmark collection: what npz_reader.h reads.
#pragma once

#include <filesystem>

#include "graphsr/graph/dataset.h"

namespace graphsr {

// The same data set gives the same bytes. Edges are stored in both directions where they are heard in both,
// features as attr_* or attr_matrix as they are; class_names, node_names and masks where there are any. Large
// graphs (from 256 MB) are stored, others deflated.
void write_npz(const Dataset& dataset, const std::filesystem::path& path);

}  // namespace graphsr
