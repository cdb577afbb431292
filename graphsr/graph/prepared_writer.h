// Graphs into the form that is mapped instead of read: what prepared_reader.h opens.
#pragma once

#include <filesystem>

#include "graphsr/graph/dataset.h"

namespace graphsr {

// The same data set gives the same bytes. The graph is written from where it lies: no copy of it is made.
void write_prepared(const Dataset& dataset, const std::filesystem::path& path);

}  // namespace graphsr
