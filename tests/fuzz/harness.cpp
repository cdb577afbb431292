#include "tests/fuzz/harness.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <zlib.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/inspection.h"

// Without these it is several times as slow. ASAN_OPTIONS=malloc_context_size=30 makes reports say where
// memory came from.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:quarantine_size_mb=8:thread_local_quarantine_size_kb=64:max_malloc_fill_size="
         "0:"
         "detect_stack_use_after_return=0";
}

// The fuzzer should look for new ways through the library, not through the checks of its results.
#define NOT_EXPLORED __attribute__((no_sanitize("coverage")))

namespace graphsr {

namespace {

ReadOptions options_of(std::string_view& bytes) {
  ReadOptions options;
  if (bytes.empty()) return options;
  const auto choice = static_cast<unsigned char>(bytes[0]);
  bytes.remove_prefix(1);
  constexpr Direction kDirections[] = {Direction::both, Direction::as_read, Direction::reversed,
                                       Direction::both};
  constexpr UnknownEnds kUnknown[] = {UnknownEnds::refuse, UnknownEnds::drop, UnknownEnds::add};
  options.direction = kDirections[choice & 3];
  if ((choice >> 2 & 3) > 0) options.unknown_ends = kUnknown[(choice >> 2 & 3) - 1];
  if ((choice & 16) != 0) options.min_weight = 0.5;
  options.features_required = (choice & 32) == 0;
  return options;
}

NOT_EXPLORED void expect_ascending_rows(const Csr& matrix) {
  expect(std::ssize(matrix.offsets) == matrix.rows + 1, "there is an offset for every row");
  expect(matrix.offsets[0] == 0 && matrix.offsets.back() == matrix.nonzeros(), "offsets span the columns");
  expect(matrix.values.empty() || matrix.values.size() == matrix.columns.size(),
         "values stand beside columns");
  for (int64_t row = 0; row < matrix.rows; ++row) {
    expect(matrix.length(row) >= 0, "offsets ascend");
    int32_t before = -1;
    for (const int32_t column : matrix.row(row)) {
      expect(column > before && column < matrix.cols, "columns ascend and are in range");
      before = column;
    }
  }
}

NOT_EXPLORED void expect_finite(const Features& features) {
  if (features.is_sparse()) {
    expect_ascending_rows(features.sparse());
    for (const Real value : features.sparse().values)
      expect(std::isfinite(value) && value != 0, "stored features are finite and not 0");
  } else {
    for (const Real value : features.dense().values()) expect(std::isfinite(value), "features are finite");
  }
}

NOT_EXPLORED void expect_one_line(const std::string& text) {
  bool is_ascii = true;
  for (const char c : text) {
    expect(static_cast<unsigned char>(c) >= ' ', "a message stands on one line");
    is_ascii &= static_cast<signed char>(c) >= 0;
  }
  expect(is_ascii || is_utf8(text), "a message is UTF-8");
}

NOT_EXPLORED void add_number(std::string& to, uint32_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> 8 * i);
}

}  // namespace

NOT_EXPLORED void expect(bool is_true, const char* sentence) {
  if (is_true) return;
  std::fprintf(stderr, "not so: %s\n", sentence);
  std::abort();
}

FuzzedFile fuzzed_file(std::string_view bytes) {
  const ReadOptions options = options_of(bytes);
  return {options, std::string(bytes)};
}

NOT_EXPLORED FuzzedFiles fuzzed_files(std::string_view bytes, const std::vector<std::string>& names) {
  FuzzedFiles out{options_of(bytes), {}};
  const auto is_mark = [&](size_t at) NOT_EXPLORED {
    return at + 2 < bytes.size() && bytes[at] == '@' && bytes[at + 1] == '@' && bytes[at + 2] >= 'a' &&
           static_cast<size_t>(bytes[at + 2] - 'a') < names.size();
  };
  size_t name = 0, begin = 0;
  for (size_t at = 0; at <= bytes.size(); ++at) {
    if (at < bytes.size() && !is_mark(at)) continue;
    if (at > 0) out.files[names[name]] = bytes.substr(begin, at - begin);
    if (at == bytes.size()) break;
    name = static_cast<size_t>(bytes[at + 2] - 'a');
    begin = at + 3;
    at += 2;
  }
  return out;
}

NOT_EXPLORED void expect_sound(const Dataset& dataset, const ReadOptions& options) {
  expect(dataset.graph != nullptr, "there is a graph");
  const Csr& edges = dataset.graph->edges;
  const int64_t nodes = dataset.nodes();
  expect(nodes > 0 && edges.cols == nodes && edges.values.empty(), "edges join nodes and have no weights");
  expect_ascending_rows(edges);
  for (int64_t node = 0; node < nodes; ++node)
    for (const int32_t neighbour : edges.row(node)) expect(neighbour != node, "no edge is a self loop");
  if (options.direction == Direction::both) expect(transposed(edges).matrix == edges, "edges go both ways");
  const Features& features = dataset.graph->features;
  expect(features.rows() == nodes, "every node has features");
  expect(features.cols() > 0 || !options.features_required, "there are features");
  expect_finite(features);
  expect(std::ssize(dataset.labels) == nodes, "every node has a label or none");
  for (const int32_t label : dataset.labels)
    expect(label >= kUnlabelled && label < dataset.classes(), "labels are in range");
  expect(dataset.node_ids.empty() || std::ssize(dataset.node_ids) == nodes, "every node has an id");
  for (const std::string& id : dataset.node_ids) expect(is_utf8(id), "ids are UTF-8");
  for (const std::string& name : dataset.class_names) expect(is_utf8(name), "names of classes are UTF-8");
  for (const auto& mask : dataset.masks) expect(std::ssize(mask) == nodes, "masks have every node");
  expect(is_utf8(dataset.name), "the name is UTF-8");
  for (const std::string& note : dataset.notes) expect_one_line(note);
  for (const std::string& warning : inspect(dataset).warnings) expect_one_line(warning);
}

void expect_read_or_refused(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    expect(error.fault() == Fault::input, error.what());
    expect_one_line(error.what());
  }
}

int fuzz_file(std::string_view bytes, const char* name, const FuzzedReader& reader) {
  expect_read_or_refused([&] {
    const auto [options, content] = fuzzed_file(bytes);
    const Input input = Input::in_memory(name, content);
    if (reader.recognises(input)) expect_sound(reader.read(input, options), options);
  });
  return 0;
}

int fuzz_files(std::string_view bytes, const std::vector<std::string>& names, const FuzzedReader& reader) {
  expect_read_or_refused([&] {
    auto [options, files] = fuzzed_files(bytes, names);
    const Input input = Input::in_memory("toy", std::move(files));
    if (reader.recognises(input)) expect_sound(reader.read(input, options), options);
  });
  return 0;
}

std::string stored_zip(const std::map<std::string, std::string>& members) {
  std::string out, directory;
  size_t room = 64;
  for (const auto& [name, content] : members) room += 100 + 2 * name.size() + content.size();
  out.reserve(room);
  directory.reserve(room);
  for (const auto& [name, content] : members) {
    std::string common;  // of both kinds of headers
    add_number(common, 20, 2);
    add_number(common, 0, 2 + 2);       // flags, stored
    add_number(common, 0x21 << 16, 4);  // the first day of 1980
    add_number(common,
               static_cast<uint32_t>(::crc32(0, reinterpret_cast<const Bytef*>(content.data()),
                                             static_cast<uInt>(content.size()))),
               4);
    for (int i = 0; i < 2; ++i) add_number(common, static_cast<uint32_t>(content.size()), 4);
    add_number(common, static_cast<uint32_t>(name.size()), 2);
    add_number(common, 0, 2);  // nothing extra
    directory += "PK\1\2" + std::string("\x14\0", 2) + common + std::string(6, '\0');
    add_number(directory, 0x81a40000, 4);  // a plain file
    add_number(directory, static_cast<uint32_t>(out.size()), 4);
    directory += name;
    out += "PK\3\4" + common + name + content;
  }
  const auto begin = static_cast<uint32_t>(out.size());
  out += directory + "PK\5\6" + std::string(4, '\0');
  for (int i = 0; i < 2; ++i) add_number(out, static_cast<uint32_t>(members.size()), 2);
  add_number(out, static_cast<uint32_t>(directory.size()), 4);
  add_number(out, begin, 4);
  add_number(out, 0, 2);
  return out;
}

}  // namespace graphsr
