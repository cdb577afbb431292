// graphsr data list: the data sets that --dataset can name, and those that can be fetched.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/data.h"
#include "graphsr/base/text.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/fetch_table.h"

namespace graphsr::app {

namespace {

void run_list(const CommonOptions& o) {
  const DataFolders folders = data_folders(o.data_dir);
  nlohmann::ordered_json list = {{{"dataset", "demo"}, {"file", nullptr}}};
  for (const std::string& name : dataset_names(folders))
    list.push_back({{"dataset", name}, {"file", dataset_file(name, folders)->string()}});
  nlohmann::ordered_json more = nlohmann::ordered_json::array();
  for (const FetchEntry& entry : fetch_table())
    if (!dataset_file(entry.name, folders))
      more.push_back({{"dataset", entry.name}, {"bytes", entry.bytes()}, {"source", entry.source}});
  if (o.json) {
    fmt::print("{}", json_text({{"datasets", list}, {"to_fetch", more}}));
    return;
  }
  for (const auto& entry : list)
    fmt::print("{:<22}  {}\n", on_one_line(entry["dataset"].get<std::string>()),
               entry["file"].is_null() ? "built in" : on_one_line(entry["file"].get<std::string>()));
  for (const auto& entry : more)
    fmt::print("{:<22}  not here; graphsr data fetch {} ({}, {})\n", entry["dataset"].get<std::string>(),
               entry["dataset"].get<std::string>(), size_text(entry["bytes"].get<int64_t>()),
               entry["source"].get<std::string>());
  std::string searched;
  for (const auto& folder : folders) searched += (searched.empty() ? "" : ", ") + folder.string();
  if (!o.quiet) fmt::print(stderr, "searched: {}\n", searched);
}

}  // namespace

Action add_data_list(CLI::App& data) {
  CLI::App* verb = data.add_subcommand(
      "list", "the data sets that can be named, where they are, and which can be fetched");
  auto o = std::make_shared<CommonOptions>();
  verb->add_option("--data-dir", o->data_dir,
                   "where named data sets are, before $GRAPHSR_DATA and ~/.local/share/graphsr")
      ->type_name("DIR");
  add_telling_options(*verb, *o);
  verb->footer("Example:\n  graphsr data list --data-dir data\n");
  return [o] { run_list(*o); };
}

}  // namespace graphsr::app
