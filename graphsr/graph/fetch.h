// A published data set, put into a data folder under its name.
#pragma once

#include <filesystem>

#include "graphsr/base/download.h"
#include "graphsr/base/progress.h"
#include "graphsr/graph/fetch_table.h"

namespace graphsr {

struct Fetched {
  std::filesystem::path place;  // the data set's folder, or its file if that was there
  bool was_there = false;       // with exactly these bytes: nothing was done
};

// Makes FOLDER/NAME with the entry's files, which appears whole or not at all, and FOLDER itself where it is
// missing. Files on the way are in FOLDER/NAME.part, where the next call goes on. What is at the place and is
// not exactly this is refused (wrong usage) unless `force`, and then replaced at the end. Two calls at a time
// are refused (Fault::resource); other faults as for download().
Fetched fetch(const FetchEntry& entry, const std::filesystem::path& folder, bool force,
              const DownloadOptions& options, const Progress& progress);

}  // namespace graphsr
