// graphsr data convert: the same graph in another form.
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/data.h"
#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/folder_writer.h"
#include "graphsr/graph/npz_writer.h"
#include "graphsr/graph/prepared_writer.h"
#include "graphsr/graph/tables_reader.h"

namespace graphsr::app {

namespace fs = std::filesystem;

namespace {

struct ConvertCommand : CommonOptions, WritingOptions {};

void run_convert(const CLI::App& verb, const ConvertCommand& o) {
  // With --edges and --nodes the only word is what to write.
  const bool tables = !o.edges.empty() && o.out.empty();
  const std::string out = tables ? o.dataset : o.out;
  if (out.empty() || (tables && verb.count("--dataset") == 0))
    wrong_usage("data convert", "what to write is missing", "name a file or folder as the last word");
  Dataset dataset = tables ? read_tables(o.edges, o.nodes, read_options(o)) : opened_dataset(verb, o);
  tell_notes(dataset, o.quiet);
  dataset.stated_fingerprint = computed_fingerprint(dataset);  // what the file said is not passed on unproved
  write_dataset(dataset, {out, o.format, o.force}, o.quiet);
  if (o.json)
    fmt::print("{}", json_text({{"file", out},
                                {"nodes", dataset.nodes()},
                                {"edges", dataset.graph->edges.nonzeros()},
                                {"fingerprint", fingerprint(dataset)}}));
  else if (!o.quiet)
    fmt::print("{}: {} nodes, fingerprint {}\n", out, dataset.nodes(), fingerprint(dataset).substr(0, 16));
}

}  // namespace

void write_dataset(const Dataset& dataset, const WritingOptions& o, bool quiet) {
  struct FormName {
    const char* name;
  };
  static constexpr FormName kForms[] = {{"auto"}, {"npz"}, {"prepared"}, {"csv"}, {"mtx"}};
  named_entry<FormName>("--format", o.format, kForms);
  const std::string form = o.format != "auto"          ? o.format
                           : o.out.ends_with(".npz")   ? "npz"
                           : o.out.ends_with(".graph") ? "prepared"
                                                       : "csv";
  if (form == "npz" || form == "prepared") {
    if (fs::exists(o.out) && !o.force) wrong_usage(o.out, "exists", "choose another name or add --force");
    return form == "npz" ? write_npz(dataset, o.out) : write_prepared(dataset, o.out);
  }
  const FolderForm folder = form == "csv" ? FolderForm::csv : FolderForm::mtx;
  const std::string note = write_folder(dataset, o.out, folder, o.force);
  if (!note.empty() && !quiet) fmt::print(stderr, "{}: {}\n", o.out, note);
}

Action add_data_convert(CLI::App& data) {
  CLI::App* verb = data.add_subcommand(
      "convert", "write a graph as npz, CSV tables, MatrixMarket, or prepared for mapping");
  auto o = std::make_shared<ConvertCommand>();
  add_graph_argument(*verb, *o);
  verb->add_option("out", o->out, "what to write: NAME.npz, NAME.graph, or a folder");
  verb->add_option("--format", o->format, kFormatHelp)->capture_default_str();
  verb->add_flag("--force", o->force, "replace what exists");
  add_telling_options(*verb, *o);
  verb->footer(
      "Examples:\n"
      "  graphsr data convert cora.content cora.npz\n"
      "  graphsr data convert cora.npz cora.graph\n"
      "  graphsr data convert cora.npz cora-tables\n"
      "  graphsr data convert cora.npz cora-mtx --format mtx\n");
  return [verb, o] { run_convert(*verb, *o); };
}

}  // namespace graphsr::app
