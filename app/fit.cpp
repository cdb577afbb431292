// graphsr fit: from a graph to a classifier, its figures and its files.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/figures.h"
#include "app/job.h"
#include "app/verbs.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/report/map_plot.h"
#include "graphsr/report/run_page.h"

namespace graphsr::app {

namespace {

// From the files' text, as `graphsr report` does.
Job::Files page_of(const std::string& folder, const Job::Files& files) {
  RunFiles run{folder, {}};
  for (const auto& [name, content] : files)
    if (std::ranges::find(run_file_names(), name) != run_file_names().end()) run.text[name] = content;
  return {{"report.html", to_html(run_page(read_run(run)))}};
}

void fit(const CLI::App& verb, CellOptions& o) {
  finish_cell_options(verb, o);
  Job job(verb, o);
  const Dataset& dataset = job.dataset();
  const Result result =
      run(dataset, o.cell, job.given(), job.pool(), job.progress(), job.checkpoint(), !o.out.empty());
  const auto files = [&]() -> Job::Files {
    return {{"model.safetensors", to_model_file(result.model)},
            {"predictions.csv",
             predictions_csv(dataset, dataset.class_names, result.prediction.probability, &result.split)},
            {"split.json", split_json(result.split)},
            {"metrics.json", json_text(result_json(dataset, o.cell, result))},
            {"epochs.csv", epochs_csv(result.reports)},
            {"augmented.csv", augmented_csv(dataset, result.augmented)},
            {"history.csv", history_csv(dataset, result.augmented)},
            {"map.csv", map_csv(dataset, result)}};
  };
  job.finish(files, result.model_sha256, [&](const Job::Files& all) { return page_of(o.out, all); });
  for (const std::string& note : result.notes) job.tell(o.cell.method, note);
  if (o.json) {
    fmt::print("{}", json_text(result_json(dataset, o.cell, result)));
    return;
  }
  print_result(dataset, o.cell, result);
  if (!o.out.empty())
    fmt::print("results: {}/ (report.html, model.safetensors, predictions.csv, metrics.json and more)\n",
               o.out);
  else if (!o.quiet)
    fmt::print(stderr, "nothing was written: --out DIR keeps the model, predictions and split\n");
}

}  // namespace

Action add_fit(CLI::App& app, const std::vector<std::string>& words) {
  CLI::App* verb = app.add_subcommand("fit", "train a classifier on an imbalanced graph");
  auto o = std::make_shared<CellOptions>();
  add_common_options(*verb, *o);
  add_cell_options(*verb, *o, words);
  verb->footer(
      "Example:\n"
      "  graphsr fit --dataset cora.npz --model gcn --rho 0.3 --seed 1 --out runs/cora\n"
      "  graphsr fit --dataset cora.npz --method su-selection --preset default   (the same classifier)\n"
      "  graphsr predict runs/cora --dataset cora.npz --out predictions.csv\n"
      "The preset 'paper' departs from the paper where its letter does not train: the classifier learns by\n"
      "Adam, the one in the game takes 10 steps from the teacher's weights for each candidate instead of\n"
      "being trained anew, and sums of embeddings are divided by the number of labelled nodes.\n");
  return [verb, o] { fit(*verb, *o); };
}

}  // namespace graphsr::app
