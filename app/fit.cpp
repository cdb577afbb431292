// graphsr fit: from a graph to a classifier, its figures and its files.
#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/progress_bar.h"
#include "app/verbs.h"
#include "graphsr/base/atomic_file.h"
#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/method/method.h"
#include "graphsr/tensor/kernels.h"

namespace graphsr::app {

namespace {

struct FitOptions : CommonOptions {
  Cell cell;
  std::string split_file, out, optimiser = "adam";
  bool force = false;
};

template <class Table>
std::string names_of(const Table& table) {
  std::string names;
  for (const auto& entry : table) names += (names.empty() ? "" : "|") + std::string(entry.name);
  return names;
}

void add_cell_options(CLI::App& verb, FitOptions& o) {
  Cell& cell = o.cell;
  verb.add_option("--method", cell.method, names_of(methods()))->capture_default_str();
  verb.add_option("--model", cell.model.conv, names_of(convs()))->capture_default_str();
  verb.add_option("--seed", cell.split.seed, "of split, weights and dropout")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  verb.add_option("--features", cell.features,
                  "scaling of features: auto|" + names_of(scalings()) + "; auto looks at the values")
      ->capture_default_str();

  const auto split = [&](const char* name, auto& value, const char* text) {
    return verb.add_option(name, value, text)->capture_default_str()->group("Split");
  };
  split("--protocol", cell.split.protocol,
        "paper (balanced validation and test), own (all labelled nodes train), auto: own when labels are "
        "missing");
  split("--rho", cell.split.rho, "labelled nodes of a minority class / of a majority class");
  split("--minority", cell.split.minority, "auto, random:N, or class names with commas between them");
  split("--train", cell.split.train, "labelled nodes per majority class");
  split("--validation", cell.split.validation, "validation nodes per class");
  split("--test", cell.split.test, "test nodes per class");
  verb.add_option("--split", o.split_file, "use this split.json instead of drawing one")
      ->type_name("FILE")
      ->group("Split");

  const auto model = [&](const char* name, auto& value, const char* text) {
    return verb.add_option(name, value, text)->capture_default_str()->group("Model and training");
  };
  TrainOptions& training = cell.training;
  model("--layers", cell.model.layers, "convolutions before the linear head");
  model("--width", cell.model.width, "of every hidden layer");
  model("--heads", cell.model.heads, "attention heads of gat");
  model("--dropout", cell.model.dropout, "after every layer");
  model("--attention-dropout", cell.model.attention_dropout, "of gat's attention weights");
  model("--optimiser", o.optimiser, "adam|sgd");
  model("--rate", training.optimiser.rate, "learning rate")->check(CLI::PositiveNumber);
  model("--weight-decay", training.optimiser.weight_decay, "L2")->check(CLI::NonNegativeNumber);
  model("--momentum", training.optimiser.momentum, "of sgd")->check(CLI::Range(0.0, 1.0));
  model("--epochs", training.epochs, "at most")->check(CLI::Range(1, 1000000));
  model("--patience", training.patience, "epochs without a better validation accuracy before training stops")
      ->check(CLI::Range(1, 1000000));
}

void choose_optimiser(FitOptions& o) {
  const std::vector<std::string> known = {"adam", "sgd"};
  if (o.optimiser != known[0] && o.optimiser != known[1]) unknown_name("--optimiser", o.optimiser, known);
  o.cell.training.optimiser.kind =
      o.optimiser == "sgd" ? OptimiserOptions::Kind::sgd : OptimiserOptions::Kind::adam;
}

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

// The figures as people read them.
void print_result(const Dataset& dataset, const Cell& cell, const Result& result) {
  const Split& split = result.split;
  std::string minority;
  for (const int32_t c : split.minority) minority += (minority.empty() ? "" : ", ") + dataset.class_names[c];
  fmt::print("{}: {} nodes, {} edges, {} {} features ({}), {} classes\n", dataset.name, dataset.nodes(),
             dataset.graph->edges.nonzeros() / 2, dataset.graph->features.cols(),
             dataset.graph->features.is_sparse() ? "sparse" : "dense",
             name_of(result.model.preprocessing.scaling), dataset.classes());
  fmt::print("split: protocol {}, seed {}, rho {:.3g}: {} train, {} validation, {} test, {} in the pool\n",
             split.protocol, split.seed, split.rho, split.train.size(), split.validation.size(),
             split.test.size(), result.task.pool.size());
  fmt::print("minority: {}\n", minority.empty() ? "none" : minority);
  fmt::print("{} {}: kept epoch {} of {}, {:.2f} s\n\n", cell.method, cell.model.conv,
             result.report.best_epoch, result.report.epochs.size(), result.seconds.at("total"));
  const Metrics* shown = result.test ? &*result.test : result.validation ? &*result.validation : nullptr;
  if (!shown) {
    fmt::print("no nodes were held out, so there are no figures\n");
    return;
  }
  const char* part = result.test ? "test" : "validation";
  size_t width = 5;
  for (const std::string& name : dataset.class_names) width = std::max(width, name.size());
  std::vector<int64_t> labelled(dataset.classes());
  for (const int32_t label : result.task.train.labels) ++labelled[label];
  fmt::print("{:<{}}  {:>8}  {:>10}  {:>9}  {:>6}  {:>6}\n", "class", width, "labelled", part, "precision",
             "recall", "f1");
  for (int c = 0; c < dataset.classes(); ++c) {
    const ClassFigures& f = shown->per_class[c];
    fmt::print("{:<{}}  {:>8}  {:>10}  {:>9}  {:>6}  {:>6}\n", dataset.class_names[c], width, labelled[c],
               f.support, percent(f.precision), percent(f.recall), percent(f.f1));
  }
  fmt::print("\n{}: accuracy {}  macro-F1 {}  AUC-ROC {}  balanced accuracy {}  G-mean {}\n", part,
             percent(shown->accuracy), percent(shown->macro_f1), percent(shown->auc_roc),
             percent(shown->balanced_accuracy), percent(shown->g_mean));
  if (!result.test)
    fmt::print(
        "(held out of the labelled nodes; they also chose the epoch, so the figures are optimistic)\n");
  if (result.test && result.validation)
    fmt::print("validation: accuracy {}  macro-F1 {}  AUC-ROC {}  (chose the epoch: optimistic)\n",
               percent(result.validation->accuracy), percent(result.validation->macro_f1),
               percent(result.validation->auc_roc));
}

// All files of a run, whole or not at all.
void write_folder(OutputFolder& folder, const CLI::App& verb, const Dataset& dataset, const Cell& cell,
                  const Result& result, int threads) {
  nlohmann::ordered_json files = nlohmann::ordered_json::object();
  const auto write = [&](const std::string& name, const std::string& content) {
    folder.write(name, content);
    files[name] = sha256(content);
  };
  write("model.safetensors", to_model_file(result.model));
  write("predictions.csv",
        predictions_csv(dataset, dataset.class_names, result.prediction.probability, &result.split));
  write("split.json", split_json(result.split));
  write("metrics.json", json_text(result_json(dataset, cell, result)));
  write("epochs.csv", epochs_csv(result.report));
  write("augmented.csv", augmented_csv());
  write("history.csv", history_csv());
  nlohmann::ordered_json options = nlohmann::ordered_json::object();
  for (const auto& [name, value] : option_values(verb)) options[name] = value;
  const nlohmann::ordered_json card = {
      {"command", "graphsr " + verb.get_name()},
      {"options", options},
      {"versions",
       {{"graphsr", GRAPHSR_VERSION},
        {"compiler", __VERSION__},
        {"instruction_set", kernels::instruction_set()}}},
      {"threads", threads},
      {"dataset", {{"name", dataset.name}, {"sha256", result.split.data_sha256}, {"notes", dataset.notes}}},
      {"model_sha256", result.model_sha256},
      {"files", files},
  };
  folder.write("run.json", json_text(card));
  folder.commit();
}

void fit(const CLI::App& verb, FitOptions& o) {
  choose_optimiser(o);
  method_named(o.cell.method);  // a wrong name is told before any work
  conv_named(o.cell.model.conv);
  watch_for_interrupts();
  std::optional<OutputFolder> folder;
  if (!o.out.empty()) folder.emplace(o.out, o.force);
  const Dataset dataset = open_dataset(o.dataset);
  if (!o.quiet)
    for (const std::string& note : dataset.notes) fmt::print(stderr, "{}: {}\n", dataset.name, note);
  std::optional<Split> given;
  if (!o.split_file.empty()) given = read_split(o.split_file, dataset);

  ThreadPool pool(o.threads > 0 ? o.threads : hardware_threads());
  ProgressBar bar(progress_style(o.quiet));
  const Result result = run(dataset, o.cell, given, pool, bar.callback());
  bar.clear();
  if (folder) write_folder(*folder, verb, dataset, o.cell, result, pool.threads());
  if (o.json) {
    fmt::print("{}", json_text(result_json(dataset, o.cell, result)));
    return;
  }
  print_result(dataset, o.cell, result);
  if (folder)
    fmt::print("results: {}/ (model.safetensors, predictions.csv, metrics.json, split.json and more)\n",
               o.out);
  else if (!o.quiet)
    fmt::print(stderr, "nothing was written: --out DIR keeps the model, predictions and split\n");
}

}  // namespace

Action add_fit(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("fit", "train a classifier on an imbalanced graph");
  auto o = std::make_shared<FitOptions>();
  add_common_options(*verb, *o);
  verb->add_option("--out", o->out, "folder for model, predictions, split, figures")->type_name("DIR");
  verb->add_flag("--force", o->force, "replace the folder if it exists");
  add_cell_options(*verb, *o);
  verb->footer(
      "Example:\n"
      "  graphsr fit --dataset cora.npz --model gcn --rho 0.3 --seed 1 --out runs/cora\n"
      "  graphsr predict runs/cora --dataset cora.npz --out predictions.csv\n");
  return [verb, o] { fit(*verb, *o); };
}

}  // namespace graphsr::app
