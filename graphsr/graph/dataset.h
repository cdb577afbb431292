// A graph as it came from a file or generator, with all that is known of its nodes. Methods never see it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/graph/builder.h"
#include "graphsr/graph/data_folder.h"
#include "graphsr/graph/graph.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

constexpr int32_t kUnlabelled = -1;

// The part of a split in which a node is.
enum class SplitPart : uint8_t { none, train, validation, test };

struct Dataset {
  std::string name;  // "cora", or the file's name without its ending
  GraphPtr graph;
  std::vector<int32_t> labels;             // class of each node, or kUnlabelled
  std::vector<std::string> class_names;    // one per class
  std::vector<std::string> node_ids;       // one per node; empty: the node's number
  std::vector<std::string> feature_names;  // one per column; empty: they have none
  std::vector<std::string> notes;          // what reading changed, for people: BuildCounts::sentence()
  std::string format;                      // "npz": the reader's name; empty: made, not read
  BuildCounts counts;                      // of the edges, as they were read
  std::vector<std::vector<SplitPart>>
      masks;                       // splits that came with the data, each with the part of every node
  std::string stated_fingerprint;  // by the file, where its form has one
  bool own_masks = false;  // the masks are the user's own, not a benchmark's: --protocol auto uses them

  int64_t nodes() const { return graph->nodes(); }
  int classes() const { return static_cast<int>(class_names.size()); }
  std::string node_id(int64_t node) const {
    return node_ids.empty() ? std::to_string(node) : node_ids[static_cast<size_t>(node)];
  }
};

// Labelled nodes of each class.
std::vector<int64_t> class_counts(const Dataset& dataset);

// Share of edges whose two ends have the same label, of those with two labelled ends; 0 when there are none.
double edge_homophily(const Dataset& dataset);

// sha256 over edges, features, labels and masks (if any): the same graph has the same hash whatever file it
// came from. The first gives the one that the file states, where there is one: for large graphs that saves
// seconds.
std::string fingerprint(const Dataset& dataset);
std::string computed_fingerprint(const Dataset& dataset);

// Opens what --dataset names: "demo", the path of a file or folder in a format that format.h knows, or the
// name of a data set in one of the folders. Refuses other names with the nearest that is known.
Dataset open_dataset(const std::string& what, const DataFolders& folders = {},
                     const ReadOptions& options = {});

}  // namespace graphsr
