// graphsr predict: a model file applied to a graph.
#include <algorithm>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/checks.h"
#include "app/verbs.h"
#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/experiment/documents.h"

namespace graphsr::app {

namespace {

struct PredictOptions : CommonOptions {
  std::string model, out;
  bool force = false;
};

Model open_model(std::filesystem::path path) {
  if (std::filesystem::is_directory(path)) path /= "model.safetensors";
  return from_model_file(read_file(path), path.string());
}

// Where both tables name their columns.
void require_same_columns(const Dataset& dataset, const Model& model) {
  const auto &here = dataset.feature_names, &there = model.feature_names;
  if (here.empty() || there.empty()) return;
  const auto [own, learned] = std::ranges::mismatch(here, there);
  if (own != here.end())
    bad_input(dataset.name,
              fmt::format("feature column {} is {}, but the model learned from {} there",
                          own - here.begin() + 1, in_quotes(*own), in_quotes(*learned)),
              "put the columns in the order of the table that the model was trained on");
}

bool knows_some_class(const Dataset& dataset, const Model& model) {
  return dataset.class_names.empty() ||
         std::ranges::any_of(dataset.class_names, [&](const std::string& name) {
           return std::ranges::find(model.class_names, name) != model.class_names.end();
         });
}

void predict(const CLI::App& verb, const PredictOptions& o) {
  if (!o.out.empty() && std::filesystem::exists(o.out) && !o.force)
    wrong_usage("--out", "'" + o.out + "' exists", "choose another --out or add --force");
  const Model model = open_model(o.model);
  const Dataset dataset = opened_dataset(verb, o);
  if (!o.quiet)
    for (const std::string& note : dataset.notes) fmt::print(stderr, "{}: {}\n", dataset.name, note);
  const Features& features = dataset.graph->features;
  if (features.cols() != model.network().features)
    bad_input(dataset.name,
              fmt::format("has {} features a node, the model was trained on {}", features.cols(),
                          model.network().features),
              "give a graph with the same features in the same order");
  require_same_columns(dataset, model);
  if (!o.quiet && !knows_some_class(dataset, model))
    fmt::print(stderr, "{}: none of its classes is one that the model knows\n", dataset.name);
  ThreadPool pool(o.threads > 0 ? o.threads : hardware_threads());
  const Graph graph{view_of(dataset.graph->edges, dataset.graph),
                    preprocessed(features, model.preprocessing, pool)};
  std::vector<int32_t> nodes(dataset.nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  const Matrix probability = predict(model.ensemble, graph, nodes, pool).probability;

  if (!o.out.empty()) {
    make_folder(std::filesystem::path(o.out).parent_path());
    write_file(o.out, predictions_csv(dataset, model.class_names, probability, nullptr));
  }
  std::vector<int64_t> counts(model.class_names.size());
  for (const int32_t c : predicted_classes(probability)) ++counts[c];
  if (o.json) {
    nlohmann::ordered_json predicted = nlohmann::ordered_json::object();
    for (size_t c = 0; c < counts.size(); ++c) predicted[model.class_names[c]] = counts[c];
    fmt::print("{}", json_text({{"dataset", dataset.name},
                                {"model", model.network().options.conv},
                                {"model_sha256", model_sha256(model)},
                                {"nodes", dataset.nodes()},
                                {"predicted_per_class", predicted}}));
  } else if (o.out.empty()) {
    fmt::print("{}", predictions_csv(dataset, model.class_names, probability, nullptr));
  } else {
    for (size_t c = 0; c < counts.size(); ++c) fmt::print("{:>9}  {}\n", counts[c], model.class_names[c]);
    fmt::print("predictions of {} nodes: {}\n", dataset.nodes(), o.out);
  }
}

}  // namespace

Action add_predict(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("predict", "apply a model file to a graph");
  auto o = std::make_shared<PredictOptions>();
  add_common_options(*verb, *o);
  verb->add_option("model", o->model, "model.safetensors, or the folder that fit wrote")->required();
  verb->add_option("--out", o->out, "CSV file to write; without it the table goes to stdout")
      ->type_name("FILE")
      ->check(not_empty());
  verb->add_flag("--force", o->force, "replace the file if it exists");
  verb->footer(
      "Example:\n"
      "  graphsr fit --dataset cora.npz --out runs/cora\n"
      "  graphsr predict runs/cora --dataset cora.npz --out predictions.csv\n");
  return [verb, o] { predict(*verb, *o); };
}

}  // namespace graphsr::app
