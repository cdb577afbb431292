// graphsr augment: only the nodes to add, for people who train their own classifier.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/figures.h"
#include "app/job.h"
#include "app/verbs.h"
#include "graphsr/experiment/documents.h"

namespace graphsr::app {

namespace {

void augment(const CLI::App& verb, CellOptions& o) {
  finish_cell_options(verb, o);
  Job job(verb, o);
  const Dataset& dataset = job.dataset();
  const Chosen chosen = choose(dataset, o.cell, job.given(), job.pool(), job.progress(), job.checkpoint());
  chosen.space->forget_gathered_features();
  const std::string ledger = augmented_csv(dataset, chosen.augmented);
  const std::string document = json_text(chosen_json(dataset, o.cell, chosen));
  const auto files = [&]() -> Job::Files {
    return {{"augmented.csv", ledger},
            {"augmented.json", document},
            {"history.csv", history_csv(dataset, chosen.augmented)},
            {"split.json", split_json(chosen.split)}};
  };
  job.finish(files, "");
  for (const std::string& note : chosen.notes) job.tell(o.cell.method, note);
  if (chosen.augmented.ledger.empty())
    job.tell(o.cell.method, "no node was a candidate: it chooses none, or there is none to choose");
  if (o.json) {
    fmt::print("{}", document);
  } else if (o.out.empty()) {
    fmt::print("{}", ledger);
  } else {
    print_task(dataset, chosen);
    print_choice(dataset, chosen);
    fmt::print("results: {}/ (augmented.csv, augmented.json, history.csv, split.json)\n", o.out);
  }
}

}  // namespace

Action add_augment(CLI::App& app, const std::vector<std::string>& words) {
  CLI::App* verb =
      app.add_subcommand("augment", "only choose the nodes to add, for a classifier of your own");
  auto o = std::make_shared<CellOptions>();
  add_common_options(*verb, *o);
  add_cell_options(*verb, *o, words);
  verb->footer(
      "Without --out the table of candidates goes to stdout; train on the rows with kept = 1.\n"
      "Example:\n"
      "  graphsr augment --dataset cora.npz --model gcn --seed 1 --out runs/cora-nodes\n");
  return [verb, o] { augment(*verb, *o); };
}

}  // namespace graphsr::app
