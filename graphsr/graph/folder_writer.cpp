#include "graphsr/graph/folder_writer.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/feature_rows.h"
#include "graphsr/graph/npz_csr.h"

namespace graphsr {

namespace {

using Text = fmt::memory_buffer;

std::string text_of(const Text& text) { return {text.data(), text.size()}; }

template <class... Args>
void put(Text& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

// Tables have no way to say these.
void check_names(const Dataset& dataset) {
  const auto refuse = [&](const char* what, const std::string& name) {
    bad_input(dataset.name, fmt::format("the {} {} cannot stand in a CSV table", what, in_quotes(name)),
              "convert to npz instead");
  };
  const auto breaks_line = [](const std::string& name) {
    return name.find_first_of("\n\r") != std::string::npos;
  };
  for (const std::string& name : dataset.class_names)
    if (name.empty() || name == "-1" || breaks_line(name)) refuse("class name", name);
  for (const std::string& id : dataset.node_ids)
    if (id.empty() || breaks_line(id)) refuse("node id", id);
}

// Quoted where a reader of tables would see something else.
std::string cell(const std::string& text) {
  const bool plain = text.find_first_of(",;\t\"") == std::string::npos && !text.starts_with(' ') &&
                     !text.ends_with(' ') && !text.starts_with('#');
  if (plain) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string edges_csv(const Dataset& dataset, bool symmetric) {
  const Csr& edges = dataset.graph->edges;
  Text text;
  put(text, "src_id,dst_id\n");
  for (int64_t v = 0; v < edges.rows; ++v)
    for (const int32_t u : edges.row(v)) {
      if (symmetric && u < v) continue;
      // Row v lists whom v hears: the edge comes from there.
      const auto from = symmetric ? v : u, to = symmetric ? u : v;
      if (dataset.node_ids.empty())
        put(text, "{},{}\n", from, to);
      else
        put(text, "{},{}\n", cell(dataset.node_ids[from]), cell(dataset.node_ids[to]));
    }
  return text_of(text);
}

std::string adjacency_mtx(const Csr& edges, bool symmetric) {
  Text text;
  put(text, "%%MatrixMarket matrix coordinate pattern {}\n", symmetric ? "symmetric" : "general");
  put(text, "{} {} {}\n", edges.rows, edges.rows, symmetric ? edges.nonzeros() / 2 : edges.nonzeros());
  for (int64_t v = 0; v < edges.rows; ++v)
    for (const int32_t u : edges.row(v)) {
      if (symmetric && u > v) continue;  // the lower half
      const auto from = symmetric ? v : u, to = symmetric ? u : v;
      put(text, "{} {}\n", from + 1, to + 1);
    }
  return text_of(text);
}

std::string features_mtx(const Features& features) {
  Text text;
  if (!features.is_sparse()) {
    const Matrix& dense = features.dense();
    put(text, "%%MatrixMarket matrix array real general\n{} {}\n", dense.rows(), dense.cols());
    for (int64_t j = 0; j < dense.cols(); ++j)
      for (int64_t i = 0; i < dense.rows(); ++i) put(text, "{}\n", dense(i, j));
    return text_of(text);
  }
  const Csr& sparse = features.sparse();
  put(text, "%%MatrixMarket matrix coordinate {} general\n", sparse.values.empty() ? "pattern" : "real");
  put(text, "{} {} {}\n", sparse.rows, sparse.cols, sparse.nonzeros());
  for (int64_t i = 0; i < sparse.rows; ++i)
    for (int64_t e = sparse.offsets[i]; e < sparse.offsets[i + 1]; ++e) {
      put(text, "{} {}", i + 1, sparse.columns[e] + 1);
      if (!sparse.values.empty()) put(text, " {}", sparse.values[e]);
      put(text, "\n");
    }
  return text_of(text);
}

// Would a reader of columns see them as dense?
bool reads_dense(const Features& features) {
  if (features.is_sparse()) return false;
  const Matrix& dense = features.dense();
  FeatureRows rows(FeatureRows::Form::by_share);
  for (int64_t i = 0; i < std::min<int64_t>(dense.rows(), 1000); ++i) {
    for (int64_t j = 0; j < dense.cols(); ++j) rows.add(j, dense(i, j));
    rows.end_row(dense.cols());
  }
  return !rows.finish(dense.cols()).is_sparse();
}

std::string nodes_csv(const Dataset& dataset, bool with_features) {
  const Features& features = dataset.graph->features;
  const bool with_mask = !dataset.masks.empty();
  Text text;
  put(text, "node_id,label");
  if (with_mask) put(text, ",train_mask,val_mask,test_mask");
  for (int64_t j = 0; with_features && j < features.cols(); ++j) put(text, ",feature_{}", j);
  put(text, "\n");
  for (int64_t v = 0; v < dataset.nodes(); ++v) {
    const int32_t label = dataset.labels[v];
    put(text, "{},{}", cell(dataset.node_id(v)),
        label == kUnlabelled ? "" : cell(dataset.class_names[label]));
    if (with_mask) {
      const SplitPart part = dataset.masks[0][v];
      put(text, ",{:d},{:d},{:d}", part == SplitPart::train, part == SplitPart::validation,
          part == SplitPart::test);
    }
    for (int64_t j = 0; with_features && j < features.cols(); ++j) put(text, ",{}", features.dense()(v, j));
    put(text, "\n");
  }
  return text_of(text);
}

std::string classes_csv(const Dataset& dataset) {
  std::string text = "class\n";
  for (const std::string& name : dataset.class_names) text += cell(name) + "\n";
  return text;
}

}  // namespace

std::string write_folder(const Dataset& dataset, const std::filesystem::path& place, FolderForm form,
                         bool force) {
  check_names(dataset);
  const Graph& graph = *dataset.graph;
  const bool symmetric = is_symmetric(graph.edges);
  const bool columns = form == FolderForm::csv && reads_dense(graph.features);
  OutputFolder folder(place, force);
  if (form == FolderForm::csv)
    folder.write("edges.csv", edges_csv(dataset, symmetric));
  else
    folder.write("adj.mtx", adjacency_mtx(graph.edges, symmetric));
  if (!columns) folder.write("features.mtx", features_mtx(graph.features));
  folder.write("nodes.csv", nodes_csv(dataset, columns));
  folder.write("classes.csv", classes_csv(dataset));
  folder.commit();
  if (dataset.masks.size() < 2) return "";
  return fmt::format("a table has room for one split: of {}, the first was written", dataset.masks.size());
}

}  // namespace graphsr
