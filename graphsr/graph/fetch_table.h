// Published data sets that can be fetched by name: which files they are, where they lie, and their sha256. A
// new one is an entry in the table of fetch_table.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace graphsr {

struct FetchFile {
  std::string name;  // in the data set's folder
  std::string url;   // of a fixed version
  int64_t size = 0;  // bytes
  std::string sha256;
};

struct FetchEntry {
  std::string name;     // the folder, and what --dataset calls it
  std::string source;   // who publishes it
  std::string licence;  // as stated there
  std::string cite;
  std::vector<FetchFile> files;

  int64_t bytes() const;  // of all files
};

std::span<const FetchEntry> fetch_table();

// A table of the user's own, {"datasets": [{"name", "files": [{"name", "url", "size", "sha256"}]}]}, with
// "source", "licence" and "cite" where wanted. Refuses (bad input) addresses that are not https and names
// that are paths.
std::vector<FetchEntry> read_fetch_table(const std::string& path);

}  // namespace graphsr
