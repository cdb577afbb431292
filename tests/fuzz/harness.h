// What the fuzz targets share: how the fuzzer's bytes become files in memory, and what may come out of
// reading them. Nothing touches the disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// The first byte is the options; then files follow, each behind "@@" and the letter of its name: 'a' for the
// first of `names`. What stands before the first mark belongs to the first file. Of two files of one name the
// last counts.
struct FuzzedFiles {
  ReadOptions options;
  std::map<std::string, std::string> files;
};
FuzzedFiles fuzzed_files(std::string_view bytes, const std::vector<std::string>& names);

// Where only one file is needed: the options and the rest of the bytes.
struct FuzzedFile {
  ReadOptions options;
  std::string bytes;
};
FuzzedFile fuzzed_file(std::string_view bytes);

// Stops the program when a sentence is not true.
void expect(bool is_true, const char* sentence);

// Stops the program unless this is a graph that the rest of the library may rely on.
void expect_sound(const Dataset& dataset, const ReadOptions& options);

// Calls `read`: an Error that blames the input, in one line of UTF-8, is as good as a result; other
// exceptions stop the program.
void expect_read_or_refused(const std::function<void()>& read);

// Reads input that a reader recognises, and looks at what comes back.
struct FuzzedReader {
  bool (*recognises)(const Input& input);
  Dataset (*read)(const Input& input, const ReadOptions& options);
};
int fuzz_file(std::string_view bytes, const char* name, const FuzzedReader& reader);
int fuzz_files(std::string_view bytes, const std::vector<std::string>& names, const FuzzedReader& reader);

// A zip archive of these members, stored, with right checksums: so that changed bytes reach what is behind
// it.
std::string stored_zip(const std::map<std::string, std::string>& members);

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace graphsr
