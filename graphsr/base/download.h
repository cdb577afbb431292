// Files whose size and sha256 are known, from servers that need not be believed: what is not exactly these
// bytes is never put in its place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace graphsr {

struct Download {
  std::string url;  // https
  std::filesystem::path path;
  int64_t size = 0;  // bytes
  std::string sha256;
  std::string otherwise;  // what to do when the server cannot be had: "get it by other means"
};

struct DownloadOptions {
  std::string ca_file;  // certificates to trust; empty: the system's
  int timeout = 30;     // seconds to connect in, and to bear less than 100 bytes a second
  int tries = 5;        // when the server fails, is silent or cuts the connection
  double pause = 0.5;   // seconds before the second try, doubled before each further one
};

// How many bytes of the file are there. May throw (an interrupt does): what was got stays for the next time.
using Downloaded = std::function<void(int64_t bytes)>;

// Makes the file, in PATH.part until it is complete: an old part goes on where it ends, if the server can do
// that, and else begins anew. Throws Fault::resource when the server or the disk cannot be had, bad input
// when the bytes are others; then no part is left.
void download(const Download& file, const DownloadOptions& options, const Downloaded& downloaded);

}  // namespace graphsr
