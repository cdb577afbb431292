#include "graphsr/graph/inspection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "graphsr/base/text.h"
#include "graphsr/graph/npz_csr.h"

namespace graphsr {

namespace {

FeatureFigures feature_figures(const Features& features) {
  FeatureFigures f{.columns = features.cols(), .sparse = features.is_sparse(), .binary = true};
  const auto look = [&](Real value) {
    f.nonzeros += value != 0;
    f.binary &= value == 0 || value == 1;
    f.least = std::min(f.least, static_cast<double>(value));
    f.largest = std::max(f.largest, static_cast<double>(value));
  };
  if (!features.is_sparse() && features.dense().size() > 0)
    f.least = f.largest = static_cast<double>(features.dense().data()[0]);
  for (int64_t v = 0; v < features.rows(); ++v) {
    const int64_t before = f.nonzeros;
    if (features.is_sparse()) {
      const Csr& sparse = features.sparse();
      for (int64_t e = sparse.offsets[v]; e < sparse.offsets[v + 1]; ++e)
        look(sparse.values.empty() ? 1 : sparse.values[e]);
    } else {
      for (int64_t j = 0; j < f.columns; ++j) look(features.dense()(v, j));
    }
    f.empty_rows += f.nonzeros == before;
  }
  return f;
}

DegreeFigures degree_figures(const Csr& edges) {
  DegreeFigures d;
  if (edges.rows == 0) return d;
  std::vector<int64_t> degrees(edges.rows);
  for (int64_t v = 0; v < edges.rows; ++v) degrees[v] = edges.length(v);
  std::sort(degrees.begin(), degrees.end());
  for (size_t k = 0; k < kDegreeShares.size(); ++k)
    d.quantiles[k] = degrees[static_cast<size_t>(kDegreeShares[k] * static_cast<double>(edges.rows - 1))];
  d.mean = static_cast<double>(edges.nonzeros()) / static_cast<double>(edges.rows);
  return d;
}

// Features as they were read and as the model reads them. Weights with gradient, the optimiser's two and the
// best epoch's; hidden layers of all nodes in prediction, of which two are there at a time.
MemoryFigures memory_figures(const Dataset& dataset, const InspectionNeeds& needs) {
  const Csr& edges = dataset.graph->edges;
  const Features& features = dataset.graph->features;
  const auto nodes = static_cast<double>(dataset.nodes());
  const double real = sizeof(Real), width = needs.width;
  MemoryFigures m;
  const double stored = features.is_sparse()
                            ? 8 * (nodes + 1) + 4 * static_cast<double>(features.sparse().nonzeros()) +
                                  real * static_cast<double>(features.sparse().values.size())
                            : real * static_cast<double>(features.dense().size());
  m.data = 8 * (nodes + 1) + 4 * static_cast<double>(edges.nonzeros()) + 4 * nodes + 2 * stored;
  const double weights = 2 * width * (static_cast<double>(features.cols()) + width * (needs.layers - 1));
  m.training = 5 * real * weights * needs.networks;
  m.prediction = real * nodes * (2 * width + 2 * dataset.classes()) + 12 * nodes + real * weights;
  return m;
}

void warn_of_classes(const Dataset& dataset, const InspectionNeeds& needs, Inspection& i) {
  const auto warn = [&](std::string text) { i.warnings.push_back(std::move(text)); };
  if (i.unlabelled == i.nodes) return warn("no node has a label: there is nothing to learn from");
  const int64_t labelled_classes = std::ranges::count_if(i.class_counts, [](int64_t n) { return n > 0; });
  if (labelled_classes == 1) warn("only one class has labelled nodes: there is nothing to tell apart");
  const bool benchmark = i.unlabelled == 0;  // protocol paper takes its parts from every class
  const int64_t needed = benchmark ? needs.validation + needs.test + 1 : 2;
  for (size_t c = 0; c < i.class_counts.size(); ++c) {
    const int64_t count = i.class_counts[c];
    if (count == 0)
      warn(fmt::format("{} has no labelled node", "class " + in_quotes(dataset.class_names[c])));
    else if (count < needed && benchmark)
      warn(fmt::format(
          "{} has {} labelled nodes: --validation {} and --test {} need {} or more; lower them, or "
          "use --protocol own",
          "class " + in_quotes(dataset.class_names[c]), count, needs.validation, needs.test, needed));
    else if (count < needed)
      warn(fmt::format("{} has one labelled node: none can be held out for validation",
                       "class " + in_quotes(dataset.class_names[c])));
  }
}

void warn_of_features(Inspection& i) {
  const auto warn = [&](std::string text) { i.warnings.push_back(std::move(text)); };
  const FeatureFigures& f = i.features;
  if (f.columns == 0) return warn("nodes have no features: give some, for instance a column per community");
  if (f.empty_rows > 0)
    warn(fmt::format("{} of {} nodes have no feature that is not 0", f.empty_rows, i.nodes));
  if (std::max(std::abs(f.least), std::abs(f.largest)) > 100)
    warn(
        fmt::format("features range from {:g} to {:g}: --features standardise puts them on one scale "
                    "(auto does so)",
                    f.least, f.largest));
}

bool joins_labels(const Dataset& dataset) {
  for (int64_t v = 0; v < dataset.nodes(); ++v)
    for (const int32_t u : dataset.graph->edges.row(v))
      if (dataset.labels[v] != kUnlabelled && dataset.labels[u] != kUnlabelled) return true;
  return false;
}

void warn_of_edges(const Dataset& dataset, Inspection& i) {
  const auto warn = [&](std::string text) { i.warnings.push_back(std::move(text)); };
  if (i.edges == 0) return warn("there are no edges: a graph neural network has nothing to pass on");
  if (2 * i.isolated > i.nodes) warn(fmt::format("{} of {} nodes have no neighbour", i.isolated, i.nodes));
  if (i.homophily < 0.5 && joins_labels(dataset))
    warn(fmt::format(
        "only {:.0f} % of edges join nodes of one class: methods that trust neighbours may do worse "
        "than features alone",
        100 * i.homophily));
}

}  // namespace

Components components(const Csr& edges) {
  std::vector<int32_t> parent(edges.rows);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (int64_t v = 0; v < edges.rows; ++v)
    for (const int32_t u : edges.row(v)) {
      const int32_t a = root(static_cast<int32_t>(v)), b = root(u);
      if (a != b) parent[std::max(a, b)] = std::min(a, b);
    }
  std::vector<int64_t> size(edges.rows);
  for (int64_t v = 0; v < edges.rows; ++v) ++size[root(static_cast<int32_t>(v))];
  Components c;
  for (const int64_t s : size) {
    c.count += s > 0;
    c.largest = std::max(c.largest, s);
  }
  return c;
}

Inspection inspect(const Dataset& dataset, const InspectionNeeds& needs) {
  const Csr& edges = dataset.graph->edges;
  Inspection i;
  i.nodes = dataset.nodes();
  i.directed = !is_symmetric(edges);
  i.edges = i.directed ? edges.nonzeros() : edges.nonzeros() / 2;
  i.counts = dataset.counts;
  i.features = feature_figures(dataset.graph->features);
  i.class_counts = class_counts(dataset);
  i.unlabelled = std::ranges::count(dataset.labels, kUnlabelled);
  int64_t least = 0, most = 0;
  for (const int64_t count : i.class_counts) {
    if (count > 0) least = least == 0 ? count : std::min(least, count);
    most = std::max(most, count);
  }
  i.rho = most == 0 ? 0 : static_cast<double>(least) / static_cast<double>(most);
  std::vector<char> touched(edges.rows);
  for (int64_t v = 0; v < edges.rows; ++v) {
    if (edges.length(v) > 0) touched[v] = 1;
    for (const int32_t u : edges.row(v)) touched[u] = 1;
  }
  i.isolated = std::ranges::count(touched, 0);
  const Components parts = components(edges);
  i.components = parts.count;
  i.largest_component = parts.largest;
  i.homophily = edge_homophily(dataset);
  i.degrees = degree_figures(edges);
  i.memory = memory_figures(dataset, needs);
  if (!dataset.stated_fingerprint.empty() && dataset.stated_fingerprint != computed_fingerprint(dataset))
    i.warnings.push_back(
        "the file states a fingerprint that is not that of its content: convert its source again");
  warn_of_classes(dataset, needs, i);
  warn_of_features(i);
  warn_of_edges(dataset, i);
  return i;
}

}  // namespace graphsr
