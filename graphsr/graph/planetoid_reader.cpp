#include "graphsr/graph/planetoid_reader.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/fields.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/lines.h"
#include "graphsr/graph/pickle.h"
#include "graphsr/graph/pickle_csr.h"
#include "graphsr/graph/stored_graph.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr std::string_view kBegin = "ind.";
constexpr std::string_view kEnds[] = {".x", ".y", ".tx", ".ty", ".allx", ".ally", ".graph", ".test.index"};
constexpr int64_t kValidation = 500;

// "cora" of "ind.cora.test.index", or "".
std::string graph_name(const std::string& file) {
  const std::string name = without_gz(file);
  for (const std::string_view end : kEnds)
    if (name.starts_with(kBegin) && name.ends_with(end) && name.size() > kBegin.size() + end.size())
      return name.substr(kBegin.size(), name.size() - kBegin.size() - end.size());
  return "";
}

// The files of one graph.
class Files {
 public:
  explicit Files(const Input& input) : input_(input) {
    for (const std::string& file : input.files()) {
      const std::string name = graph_name(file);
      if (name.empty() || name == name_) continue;
      if (!name_.empty())
        bad_input(input.path(),
                  fmt::format("has the files of {} and of {}", in_quotes(name_), in_quotes(name)),
                  fmt::format("name one of them: {}", input.place(file)));
      name_ = name;
    }
  }

  const std::string& name() const { return name_; }

  std::string file(const char* end) const {
    const std::string file = fmt::format("ind.{}.{}", name_, end);
    if (input_.has(file)) return file;
    if (input_.has(file + ".gz")) return file + ".gz";
    bad_input(input_.path(), fmt::format("there is no {} beside the others", in_quotes(file)),
              "a Planetoid graph is x, y, tx, ty, allx, ally, graph and test.index: download it too");
  }

  Pickle pickle(const char* end) const {
    const SourcePtr source = input_.open(file(end));
    return Pickle(read_all(*source), source->place());
  }

  SourcePtr open(const char* end) const { return input_.open(file(end)); }

 private:
  const Input& input_;
  std::string name_;
};

// The node of each row of tx.
std::vector<int64_t> test_nodes(const Files& files, int64_t first) {
  Lines lines(files.open("test.index"));
  std::vector<int64_t> nodes;
  while (lines.next()) {
    const std::string_view text = trimmed(lines.text());
    if (text.empty()) continue;
    const std::optional<int64_t> node = plain_number(text);
    if (!node || *node >= std::numeric_limits<int32_t>::max())
      bad_input(lines.place(), fmt::format("{} is no number of a node", in_quotes(text)));
    if (*node < first)
      bad_input(lines.place(), fmt::format("node {} is one of the {} of allx", *node, first),
                "test nodes come behind those");
    nodes.push_back(*node);
  }
  if (nodes.empty()) bad_input(lines.file(), "has no test node", "download it again");
  return nodes;
}

// How rows of the two halves become nodes.
struct Layout {
  int64_t first;  // rows of allx
  std::vector<int64_t> test;
  int64_t nodes;
  std::vector<int64_t> test_row;  // of nodes from `first` on; -1: in neither half
};

Layout layout_of(const Files& files, int64_t first, int64_t test_rows) {
  Layout layout{first, test_nodes(files, first), 0, {}};
  const std::string file = files.file("test.index");
  if (std::ssize(layout.test) != test_rows)
    bad_input(file, fmt::format("names {} nodes, but tx has {} rows", layout.test.size(), test_rows));
  layout.nodes = *std::max_element(layout.test.begin(), layout.test.end()) + 1;
  // Gaps are nodes of which nothing is known. Were they many, a single number could ask for any memory.
  if (layout.nodes - first > 2 * test_rows + 1000)
    bad_input(file,
              fmt::format("names node {}, and there are only {} test nodes", layout.nodes - 1, test_rows),
              "download it again");
  layout.test_row.assign(static_cast<size_t>(layout.nodes - first), -1);
  for (size_t row = 0; row < layout.test.size(); ++row) {
    int64_t& place = layout.test_row[static_cast<size_t>(layout.test[row] - first)];
    if (place >= 0) bad_input(file, fmt::format("names node {} twice", layout.test[row]));
    place = static_cast<int64_t>(row);
  }
  return layout;
}

void append_row(Csr& to, const Csr& from, int64_t row) {
  const int64_t begin = from.offsets[row], end = from.offsets[row + 1];
  to.columns.insert(to.columns.end(), from.columns.begin() + begin, from.columns.begin() + end);
  if (!from.values.empty())
    to.values.insert(to.values.end(), from.values.begin() + begin, from.values.begin() + end);
}

StoredCsr joined(StoredCsr all, StoredCsr test, const Layout& layout) {
  if (all.matrix.values.empty() != test.matrix.values.empty())
    for (Csr* half : {&all.matrix, &test.matrix}) half->values.resize(half->columns.size(), 1);
  for (const int64_t row : layout.test_row) {
    if (row >= 0) append_row(all.matrix, test.matrix, row);
    all.matrix.offsets.push_back(std::ssize(all.matrix.columns));
  }
  all.matrix.rows = layout.nodes;
  all.zeros += test.zeros;
  all.repeats |= test.repeats;
  return all;
}

std::vector<int64_t> joined(std::vector<int64_t> all, const std::vector<int64_t>& test,
                            const Layout& layout) {
  for (const int64_t row : layout.test_row)
    all.push_back(row >= 0 ? test[static_cast<size_t>(row)] : kUnlabelled);
  return all;
}

// A dict of lists of neighbours, which holds every edge in the lists of both its ends.
std::vector<Edge> graph_edges(const Pickle& pickle, int64_t nodes) {
  const PickleValue& dict = pickle[pickle.root()];
  if (dict.kind != PickleValue::Kind::dict) pickle.refuse("is no dict of lists of neighbours");
  const auto node = [&](PickleValue::Id id) {
    const PickleValue& value = pickle[id];
    if (value.kind != PickleValue::Kind::integer || value.integer < 0 || value.integer >= nodes)
      pickle.refuse(value.kind == PickleValue::Kind::integer
                        ? fmt::format("names node {}, and nodes are 0 to {}", value.integer, nodes - 1)
                        : "names a node that is no integer");
    return static_cast<int32_t>(value.integer);
  };
  std::vector<Edge> edges;
  std::vector<bool> seen(static_cast<size_t>(nodes));
  for (size_t i = 0; i < dict.items.size(); i += 2) {
    const int32_t from = node(dict.items[i]);
    if (seen[from]) pickle.refuse(fmt::format("has node {} twice", from));
    seen[from] = true;
    const PickleValue& list = pickle[dict.items[i + 1]];
    if (list.kind != PickleValue::Kind::list)
      pickle.refuse(fmt::format("node {} has no list of neighbours", from));
    if (edges.size() + list.items.size() > pickle.size())
      pickle.refuse("lists more neighbours than it can hold");
    for (const PickleValue::Id id : list.items) edges.push_back({from, node(id)});
  }
  return edges;
}

Csr read_edges(const Files& files, int64_t nodes, const ReadOptions& options, Dataset& dataset) {
  std::vector<Edge> edges = graph_edges(files.pickle("graph"), nodes);
  if (options.direction == Direction::both && drop_opposite(edges)) {
    // A self loop stands twice in the one list of its node.
    bool second = false;
    std::erase_if(edges, [&](Edge edge) { return edge.from == edge.to && (second = !second) == false; });
  }
  return finish_edges(nodes, std::move(edges), {}, options, dataset);
}

std::vector<SplitPart> public_split(const Layout& layout, int64_t train) {
  std::vector<SplitPart> mask(static_cast<size_t>(layout.nodes), SplitPart::none);
  const int64_t validation_end = std::min(train + kValidation, layout.first);
  std::fill(mask.begin(), mask.begin() + train, SplitPart::train);
  std::fill(mask.begin() + train, mask.begin() + validation_end, SplitPart::validation);
  for (const int64_t node : layout.test) mask[static_cast<size_t>(node)] = SplitPart::test;
  return mask;
}

// The labels of a file with one column per class.
std::vector<int64_t> one_hot(const Files& files, const char* end, int64_t rows, int64_t classes) {
  const NpyArray array = pickled_array(files.pickle(end));
  expect_dimensions(array, 2);
  if (array.shape[0] != rows || array.shape[1] != classes)
    bad_input(array.place,
              fmt::format("is {} x {}, expected {} x {}", array.shape[0], array.shape[1], rows, classes),
              "download it again");
  return from_one_hot(array);
}

}  // namespace

std::optional<std::string> planetoid_file(const std::string& path) {
  const std::filesystem::path named(path);
  const std::filesystem::path file =
      named.parent_path() / fmt::format("{}{}.graph", kBegin, named.filename().string());
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  return file.string();
}

bool recognises_planetoid(const Input& input) {
  return std::any_of(input.files().begin(), input.files().end(),
                     [](const std::string& file) { return !graph_name(file).empty(); });
}

Dataset read_planetoid(const Input& input, const ReadOptions& options) {
  const Files files(input);
  StoredCsr all = pickled_csr(files.pickle("allx"));
  const StoredCsr test = pickled_csr(files.pickle("tx"));
  const std::string x_place = input.place(files.file("allx"));
  if (all.matrix.cols != test.matrix.cols)
    bad_input(input.place(files.file("tx")),
              fmt::format("has {} columns, but allx has {}", test.matrix.cols, all.matrix.cols));
  const Layout layout = layout_of(files, all.matrix.rows, test.matrix.rows);
  const NpyArray train = pickled_array(files.pickle("y"));
  expect_dimensions(train, 2);
  if (train.shape[0] > layout.first || train.shape[1] > class_limit(layout.nodes))
    bad_input(train.place,
              fmt::format("is {} x {}, more than allx has rows", train.shape[0], train.shape[1]));

  Dataset dataset;
  dataset.name = files.name();
  auto graph = std::make_shared<Graph>();
  graph->edges = read_edges(files, layout.nodes, options, dataset);
  graph->features = features_from(joined(std::move(all), test, layout), layout.nodes, x_place, dataset);
  dataset.graph = std::move(graph);
  const std::vector<int64_t> labels = joined(one_hot(files, "ally", layout.first, train.shape[1]),
                                             one_hot(files, "ty", test.matrix.rows, train.shape[1]), layout);
  for (int64_t c = 0; c < train.shape[1]; ++c) dataset.class_names.push_back(std::to_string(c));
  set_labels(labels, input.place(files.file("ally")), dataset, true);
  dataset.masks.push_back(public_split(layout, train.shape[0]));
  if (const auto gaps = std::count(layout.test_row.begin(), layout.test_row.end(), -1); gaps > 0)
    dataset.notes.push_back(fmt::format("test.index leaves out {}: {} neither features nor label",
                                        gaps == 1 ? "1 node" : fmt::format("{} nodes", gaps),
                                        gaps == 1 ? "it has" : "they have"));
  return dataset;
}

}  // namespace graphsr
