// Times reading of graphs on one core: tables of edges with ids of three kinds, npz beside plain inflate
// (zlib) of the same bytes, and a prepared file, which is mapped. Beside them numpy and pandas, where
// Debian's python3-pandas is installed (bench/peers/read_files.py). Times are of the processor, and files are
// in the cache of the system.
//
//   bench_read [--nodes N] [--degree D] [--large]     (default 100000 and 30; large: 2.4 million and 52)
#include <filesystem>
#include <numeric>
#include <random>
#include <string>
#include <vector>
#include <zlib.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/common.h"
#include "bench/cost.h"
#include "graphsr/graph/edge_table.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/generate.h"
#include "graphsr/graph/npz_writer.h"
#include "graphsr/graph/prepared_writer.h"
#include "graphsr/graph/tables_reader.h"
#include "graphsr/graph/zip.h"

namespace {

using namespace graphsr;
using namespace graphsr::bench;
namespace fs = std::filesystem;

constexpr int kRuns = 3;
constexpr double kMega = 1e6;

struct Options {
  int64_t nodes = 100000;
  double degree = 30;
  bool large = false;
};

Options options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--large")
      options = {2400000, 52, true};
    else if (word == "--nodes" && i + 1 < argc)
      options.nodes = std::stoll(argv[++i]);
    else if (word == "--degree" && i + 1 < argc)
      options.degree = std::stod(argv[++i]);
    else
      throw std::runtime_error("usage: bench_read [--nodes N] [--degree D] [--large]");
  }
  return options;
}

double size_of(const fs::path& file) { return static_cast<double>(fs::file_size(file)); }

// Seconds that the peer takes, or 0 when it is not there.
double peer_seconds(const std::string& what, const std::string& files) {
  const std::string text =
      output_of(fmt::format("/usr/bin/python3 {} {} {} 2>/dev/null",
                            quoted(GRAPHSR_SOURCE_DIR "/bench/peers/read_files.py"), what, files));
  const auto parsed = nlohmann::json::parse(text, nullptr, false);
  return parsed.is_discarded() ? 0 : parsed.at("seconds").get<double>();
}

std::string beside(const char* peer, double seconds, double bytes) {
  return seconds == 0 ? "" : fmt::format("; {} {:.0f} MB/s", peer, bytes / seconds / kMega);
}

Dataset generated(const Options& options, int features) {
  GenerateOptions g;
  g.nodes = options.nodes;
  g.degree = options.degree;
  g.features = features;
  g.feature_kind = "dense";
  g.words = 1;  // of dense features there are none
  g.classes = 10;
  ThreadPool pool(1);
  return generated_dataset(g, pool);
}

enum class Ids { counted, numbers, texts };

// The same graph under other names, its edges in an order that has nothing to do with them.
void write_tables(const Options& options, Ids ids, const fs::path& folder) {
  std::mt19937 random(1);
  std::vector<int64_t> numbers(static_cast<size_t>(options.nodes));
  std::iota(numbers.begin(), numbers.end(), 0);
  if (ids != Ids::counted) std::shuffle(numbers.begin(), numbers.end(), random);
  const auto id = [&](int64_t node) {
    return ids == Ids::texts ? fmt::format("paper{}", numbers[node]) : fmt::format("{}", numbers[node]);
  };
  NewFile nodes(folder / "nodes.csv"), edges(folder / "edges.csv");
  std::string text = "node_id,label,feature\n";
  for (int64_t v = 0; v < options.nodes; ++v) text += fmt::format("{},{},{}\n", id(v), v % 10, v % 7);
  nodes.write(text);
  text = "src_id,dst_id\n";
  const auto count = static_cast<int64_t>(static_cast<double>(options.nodes) * options.degree / 2);
  for (int64_t e = 0; e < count; ++e) {
    text += fmt::format("{},{}\n", id(random() % options.nodes), id(random() % options.nodes));
    if (text.size() > (1 << 20)) edges.write(text), text.clear();
  }
  edges.write(text);
  nodes.commit();
  edges.commit();
}

void time_tables(const Options& options, Ids ids, const char* name, const fs::path& folder) {
  cost_of([&] { return write_tables(options, ids, folder), 0.0; });
  const fs::path edges = folder / "edges.csv", nodes = folder / "nodes.csv";
  const double bytes = size_of(edges);
  const Cost table = least_cost_of(kRuns, [&] {
    NodeIndex index;
    Lines lines(open_source(nodes));
    for (lines.next(); lines.next();) index.add(lines.text().substr(0, lines.text().find(',')), "");
    index.settle();
    return seconds_of([&] {
      Lines text(open_source(edges));
      if (read_edge_table(text, index, UnknownEnds::refuse, "nodes.csv", {}).edges.empty())
        throw std::runtime_error("no edges");
    });
  });
  const Cost whole =
      cost_of([&] { return seconds_of([&] { read_tables(edges.string(), nodes.string()); }); });
  const double pandas = peer_seconds("csv", quoted(edges) + " " + quoted(nodes));
  fmt::print("CSV edges, {:<17} {:>5.0f} MB: {:>4.0f} MB/s (whole graph {:.2f} s, peak {:.0f} MB){}\n", name,
             bytes / kMega, bytes / table.seconds / kMega, whole.seconds, whole.peak_bytes / kMega,
             beside("pandas", pandas, bytes));
}

// The members of an archive, unpacked, one after the other.
std::string unpacked_members(const fs::path& npz) {
  std::string bytes;
  const Zip zip(npz.string(), "an npz file");
  for (const ZipMember& member : zip.members()) {
    const size_t before = bytes.size();
    bytes.resize(before + static_cast<size_t>(member.size));
    zip.unpack(member, reinterpret_cast<unsigned char*>(bytes.data()) + before);
  }
  return bytes;
}

double inflate_seconds(const std::string& bytes) {
  uLongf packed_size = compressBound(bytes.size());
  std::vector<Bytef> packed(packed_size), out(bytes.size());
  compress2(packed.data(), &packed_size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 6);
  return seconds_of([&] {
    uLongf size = out.size();
    if (uncompress(out.data(), &size, packed.data(), packed_size) != Z_OK)
      throw std::runtime_error("not unpacked");
  });
}

void time_npz(const fs::path& folder) {
  const fs::path npz = folder / "packed.npz";
  cost_of([&] { return write_npz(generated({100000, 30}, 16), npz), 0.0; });
  double bytes = 0;
  {
    const std::string members = unpacked_members(npz);
    bytes = static_cast<double>(members.size());
  }
  const Cost plain = least_cost_of(kRuns, [&] { return inflate_seconds(unpacked_members(npz)); });
  const Cost read = least_cost_of(kRuns, [&] { return seconds_of([&] { read_dataset(npz); }); });
  fmt::print("npz, deflated, {:.0f} MB in {:.0f} MB: {:.0f} MB/s; zlib alone {:.0f} MB/s{}\n", bytes / kMega,
             size_of(npz) / kMega, bytes / read.seconds / kMega, bytes / plain.seconds / kMega,
             beside("numpy", peer_seconds("npz", quoted(npz)), bytes));
}

void time_prepared(const Options& options, const fs::path& folder) {
  const fs::path npz = folder / "whole.npz", graph = folder / "whole.graph";
  const Cost made = cost_of([&] { return seconds_of([&] { write_npz(generated(options, 100), npz); }); });
  const Cost converted =
      cost_of([&] { return seconds_of([&] { write_prepared(read_dataset(npz), graph); }); });
  int runs = options.large ? 1 : kRuns;
  const Cost read = least_cost_of(runs, [&] { return seconds_of([&] { read_dataset(npz); }); });
  const Cost mapped = least_cost_of(kRuns, [&] { return seconds_of([&] { read_dataset(graph); }); });
  double nodes = 0, stored = 0;
  {
    const Dataset dataset = read_dataset(graph);
    nodes = static_cast<double>(dataset.nodes());
    stored = static_cast<double>(dataset.graph->edges.nonzeros());
  }
  fmt::print(
      "generated graph: {:.0f} nodes, {:.0f} edges, 100 dense features; {:.2f} bytes for each stored edge\n",
      nodes, stored / 2, (8 * (nodes + 1) + 4 * stored) / stored);
  const auto line = [](const char* what, const Cost& cost, const std::string& rest = "") {
    fmt::print("  {:<34}{:>8.3f} s, peak {:>6.0f} MB{}\n", what, cost.seconds, cost.peak_bytes / kMega, rest);
  };
  line("generate and write npz", made, fmt::format("; {:.0f} MB on disk", size_of(npz) / kMega));
  line("convert npz to prepared", converted, fmt::format("; {:.0f} MB on disk", size_of(graph) / kMega));
  line("load npz", read, beside("numpy", peer_seconds("npz", quoted(npz)), size_of(npz)));
  line("load prepared, mapped and checked", mapped);
}

}  // namespace

static int compare(int argc, char** argv) {
  try {
    const Options options = options_of(argc, argv);
    pin_to_one_core();
    const fs::path folder = fs::temp_directory_path() / fmt::format("graphsr-bench-read-{}", getpid());
    fs::create_directory(folder);
    const Options tables = options.large ? Options{} : options;
    time_tables(tables, Ids::counted, "ids 0 to n-1:", folder);
    time_tables(tables, Ids::numbers, "shuffled numbers:", folder);
    time_tables(tables, Ids::texts, "text ids:", folder);
    time_npz(folder);
    time_prepared(options, folder);
    fs::remove_all(folder);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_read: {}\n", error.what());
    return 1;
  }
  return 0;
}

int main(int argc, char** argv) { return graphsr::bench::reported(compare, argc, argv); }
