// graphsr report: the page, figures and tables of a finished run or bench, made from its folder alone.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/bench.h"
#include "app/checks.h"
#include "app/verbs.h"
#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/report/bench_page.h"
#include "graphsr/report/result_files.h"
#include "graphsr/report/run_page.h"

namespace graphsr::app {

namespace fs = std::filesystem;

namespace {

struct ReportOptions {
  std::string folder, out;
  bool json = false, quiet = false;
};

using Files = std::vector<std::pair<std::string, std::string>>;

Files files_of(const Page& page) {
  Files files;
  for (const Svg& figure : page.figures)
    files.emplace_back("figures/" + figure.about().name + ".svg", figure.standalone());
  files.emplace_back("report.html", to_html(page));
  return files;
}

Files report_of(const std::string& folder) {
  const fs::path place = folder;
  const char* remedy = "name one that 'graphsr fit' or 'graphsr bench' wrote";
  if (!fs::is_directory(place)) bad_input(folder, "there is no such folder", remedy);
  if (fs::exists(place / "augmented.json"))
    bad_input(folder, "holds a choice of nodes that 'graphsr augment' wrote, which has no page", remedy);
  if (fs::exists(place / "run.json")) return files_of(run_page(read_run(read_run_files(folder))));
  if (!fs::exists(Store::path_in(place)))
    bad_input(folder, "holds neither a run (run.json) nor a bench (results.sqlite)", remedy);
  Store store(place, Store::Access::read);
  const Results results = results_of(store.cells(), {});
  Files files = result_files(results);
  for (auto& file : files_of(bench_page(results))) files.push_back(std::move(file));
  return files;
}

void report(const ReportOptions& o) {
  const Files files = report_of(o.folder);
  const fs::path out = o.out.empty() ? o.folder : o.out;
  make_folder(out / "figures");
  for (const auto& [name, content] : files) write_file(out / name, content);
  if (o.json) {
    nlohmann::ordered_json written = nlohmann::ordered_json::array();
    for (const auto& [name, content] : files) written.push_back({{"file", name}, {"bytes", content.size()}});
    fmt::print("{}", json_text({{"folder", out.string()}, {"written", written}}));
  } else if (!o.quiet) {
    const auto figures = std::count_if(files.begin(), files.end(),
                                       [](const auto& file) { return file.first.starts_with("figures/"); });
    const bool tables = std::ssize(files) > figures + 1;
    fmt::print("{}: the page; {} figures in {}{}\n", (out / "report.html").string(), figures,
               (out / "figures").string(),
               tables ? "; tables in results.txt, .md, .tex, .csv and .json" : "");
  }
}

}  // namespace

Action add_report(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("report", "make the page, figures and tables of a finished run or bench");
  auto o = std::make_shared<ReportOptions>();
  verb->add_option("folder", o->folder, "the folder that fit or bench wrote")->required();
  verb->add_option("--out", o->out, "folder to write to; without it, that folder itself")
      ->type_name("DIR")
      ->check(not_empty());
  verb->add_flag("--json", o->json, "one JSON document on stdout: what was written");
  verb->add_flag("--quiet", o->quiet, "say nothing");
  verb->footer(
      "Example:\n"
      "  graphsr fit --dataset cora.npz --out runs/cora\n"
      "  graphsr report runs/cora --out pages/cora   (report.html, and figures/*.svg for papers)\n"
      "  graphsr report runs/main                    (of a bench: the tables too)\n");
  return [o] { report(*o); };
}

}  // namespace graphsr::app
