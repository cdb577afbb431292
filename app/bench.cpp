// graphsr bench: a grid of cells, from lists or one of the paper's tables, run into a store and shown as
// tables.
#include "app/bench.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/checks.h"
#include "app/progress_bar.h"
#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/experiment/bench.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/tables_reader.h"

namespace graphsr::app {

namespace {

namespace fs = std::filesystem;

void note(const BenchOptions& o, const std::string& text) {
  if (!o.quiet) fmt::print(stderr, "bench: {}\n", text);
}

// A folder that is new, empty, or a bench's own: nobody's files are among ours.
void claim_folder(const std::string& out) {
  std::error_code error;
  if (fs::exists(Store::path_in(out), error)) return;
  if (fs::is_directory(out, error) && !fs::is_empty(out, error))
    wrong_usage("--out", "'" + out + "' has files in it but no results of a bench", "choose another --out");
  fs::create_directories(out, error);
  if (error)
    throw Error(Fault::resource, out, "cannot be created: " + error.message(), "choose another --out");
}

// Opens what the grid names and puts the data sets' own names in its place.
std::map<std::string, Dataset> open_datasets(Grid& grid, const BenchOptions& o, const DataFolders& folders) {
  std::map<std::string, Dataset> datasets;
  const ReadOptions reading = read_options(o);
  for (std::string& name : grid.datasets) {
    const bool own = !o.edges.empty() && name == o.nodes;
    Dataset dataset = own ? read_tables(o.edges, o.nodes, reading) : open_dataset(name, folders, reading);
    for (const std::string& text : dataset.notes) note(o, dataset.name + ": " + text);
    name = dataset.name;
    datasets.emplace(name, std::move(dataset));
  }
  return datasets;
}

// Tables are of test nodes: a grid whose splits have none is refused before anything is trained. Splits that
// cannot be drawn at all are told cell by cell.
void require_test_nodes(const std::vector<BenchCell>& cells) {
  std::set<std::string> seen;
  for (const BenchCell& cell : cells) {
    SplitOptions options = cell.grid.cell.split;
    const std::string kind = fmt::format("{} {} {}", cell.grid.place.dataset, options.protocol, options.rho);
    if (!seen.insert(kind).second) continue;
    bool has_test = true;
    try {
      has_test = !draw_split(*cell.dataset, options).test.empty();
    } catch (const Error&) {
    }
    if (!has_test)
      bad_input(cell.dataset->name, "there are no test nodes, so there is nothing to put in a table",
                "give --test above 0; where labels are missing, --protocol random with shares of the "
                "labelled nodes, such as --train 20 --validation 20 --test 30, or a column test_mask");
  }
}

// What the runs say of themselves, each sentence once.
void tell_notes(const BenchOptions& o, const std::vector<StoredCell>& cells) {
  std::map<std::pair<std::string, std::string>, int> count;  // (method, sentence): cells
  for (const Record& record : records_of(cells))
    for (const std::string& text : record.notes) ++count[{record.place.method, text}];
  for (const auto& [key, times] : count)
    note(o, fmt::format("{}, {} of its cells: {}", key.first, times, key.second));
}

[[noreturn]] void tell_failures(const BenchOptions& o, const std::vector<StoredCell>& cells, int64_t failed) {
  const auto first = std::find_if(cells.begin(), cells.end(), [](const StoredCell& cell) {
    return cell.state == StoredCell::State::failed;
  });
  throw Error(Fault::incomplete, "bench",
              fmt::format("{} of {} cells failed, the first is {}: {}", failed, cells.size(),
                          first == cells.end() ? "" : place_text(first->place),
                          first == cells.end() ? "" : first->message),
              fmt::format("'graphsr bench status {}' shows all; the same command tries them again", o.out));
}

void bench(const CLI::App& verb, const BenchOptions& o) {
  if (o.list) return print_list(o.json);
  const DataFolders folders = data_folders(o.data_dir);
  AskedGrid asked = asked_grid(verb, o, folders);
  const std::map<std::string, Dataset> datasets = open_datasets(asked.grid, o, folders);
  const std::vector<BenchCell> cells = bench_cells(asked.grid, datasets);
  const std::vector<Wanted> wanted = wanted_of(cells);
  for (const std::string& text : asked.notes) note(o, text);
  require_test_nodes(cells);
  claim_folder(o.out);
  Store store(o.out, Store::Access::write);
  const std::vector<StoredCell> before = store.cells(wanted);
  const auto again = std::count_if(before.begin(), before.end(), [](const StoredCell& cell) {
    return cell.state == StoredCell::State::failed;
  });
  if (again > 0) note(o, fmt::format("{} cells that failed before are tried again", again));

  watch_for_interrupts();
  ProgressBar bar(progress_style(o.quiet), "give the same command again to continue", "about");
  const int jobs = o.jobs > 0 ? o.jobs : hardware_threads();
  const BenchCounts counts = run_cells(cells, store, jobs, bar.callback());
  bar.clear();
  const std::vector<StoredCell> after = store.cells(wanted);
  tell_notes(o, after);
  write_tables(o.out, results_of(store.cells(), asked.left_out));
  const Results results = results_of(after, asked.left_out);
  if (o.json) {
    fmt::print("{}", json_text(results_json(results)));
  } else {
    print_tables(results, o.table);
    fmt::print("results: {}/ (results.txt, .md, .csv, .json, .tex; results.sqlite)\n", o.out);
  }
  if (counts.failed > 0) tell_failures(o, after, counts.failed);
}

}  // namespace

Action add_bench(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("bench", "run a grid of experiments, resumable; the paper's tables are built in");
  auto o = std::make_shared<BenchOptions>();
  add_general_options(*verb, *o);
  o->out = "runs/bench";
  std::string tables;
  for (const PaperTable& table : paper_tables())
    tables += (tables.empty() ? "" : "|") + std::string(table.name);
  verb->add_option("--table", o->table, tables + ": a table or figure of the paper; lists replace its own");
  verb->add_option("--datasets", o->datasets,
                   "names or paths with commas between them; else those of the table, or demo");
  verb->add_option("--models", o->models, "likewise; sage");
  verb->add_option("--methods", o->methods,
                   "likewise, each as NAME or NAME:PRESET; graphsr,su-selection,ru-selection,vanilla");
  verb->add_option(
      "--rhos", o->rhos,
      "labelled nodes of a minority class / of a majority class; 0.3. None with --protocol random or own");
  verb->add_option("--seeds", o->seeds, "N for the seeds 0 to N-1, or A..B")->capture_default_str();
  verb->add_option("--jobs", o->jobs,
                   "cells that run side by side; 0: one per core. Results are the same for any number")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
  verb->add_option("--out", o->out,
                   "folder of the store and the tables; a folder of an earlier bench is continued")
      ->type_name("DIR")
      ->check(not_empty())
      ->capture_default_str();
  verb->add_flag("--list", o->list, "print tables, methods, presets and models with a line each");
  o->cell = make_cell("graphsr", "");
  add_shared_options(*verb, *o);
  verb->footer(
      "The options of split, training and selection hold for every method that reads them; what --help "
      "shows\n"
      "as their defaults are those of graphsr. A cell that is finished is not run again, a changed option\n"
      "makes a new cell, a cell that failed is tried again by the next command.\n"
      "Example:\n"
      "  graphsr bench --table main --datasets cora,citeseer --seeds 5 --data-dir data\n"
      "  graphsr bench --methods graphsr,all-candidates,vanilla:default --rhos 0.1,0.3 --jury 0 --out "
      "runs/jury\n"
      "  graphsr bench status runs/jury\n");
  CLI::App* status = verb->add_subcommand("status", "how far the bench of a folder has come");
  status->add_option("folder", o->folder, "what --out named")->capture_default_str();
  status->add_flag("--json", o->status_json, "one JSON document on stdout instead of text");
  status->footer("Example:\n  graphsr bench status runs/bench\n");
  return [verb, status, o] {
    if (status->parsed())
      bench_status(o->folder.empty() ? o->out : o->folder, o->status_json || o->json);
    else
      bench(*verb, *o);
  };
}

}  // namespace graphsr::app
