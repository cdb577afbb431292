// graphsr data fetch: published data sets, into the user's data folder.
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/data.h"
#include "app/progress_bar.h"
#include "graphsr/base/choice.h"
#include "graphsr/base/environment.h"
#include "graphsr/base/text.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/fetch.h"

namespace graphsr::app {

namespace {

struct FetchCommand {
  std::string name, data_dir, from, ca_file;
  int timeout = DownloadOptions().timeout, tries = DownloadOptions().tries;
  bool force = false, show = false, json = false, quiet = false;
};

// curl's own programs and OpenSSL read these; libcurl does not.
std::string trusted_file(const std::string& given) {
  if (!given.empty()) return given;
  const std::string file = environment("CURL_CA_BUNDLE");
  return file.empty() ? environment("SSL_CERT_FILE") : file;
}

nlohmann::ordered_json document(const FetchEntry& entry, const std::filesystem::path& place) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const FetchFile& file : entry.files)
    files.push_back({{"name", file.name}, {"url", file.url}, {"size", file.size}, {"sha256", file.sha256}});
  return {{"dataset", entry.name},    {"place", place.string()},  {"bytes", entry.bytes()},
          {"source", entry.source},   {"licence", entry.licence}, {"cite", entry.cite},
          {"files", std::move(files)}};
}

void tell_origin(const FetchEntry& entry) {
  for (const auto& [what, text] :
       {std::pair("source", entry.source), {"licence", entry.licence}, {"cite", entry.cite}})
    if (!text.empty()) fmt::print("{}: {}\n", what, on_one_line(text));
}

void show(const FetchEntry& entry, const std::filesystem::path& folder, bool json) {
  if (json) return fmt::print("{}", json_text(document(entry, folder / entry.name)));
  fmt::print("{}: {}, to {}/\n", entry.name, size_text(entry.bytes()), (folder / entry.name).string());
  tell_origin(entry);
  for (const FetchFile& file : entry.files)
    fmt::print("\n{}\n  {}\n  {} bytes, sha256 {}\n", file.name, file.url, file.size, file.sha256);
}

void run_fetch(const FetchCommand& o) {
  std::vector<FetchEntry> own;
  if (!o.from.empty()) own = read_fetch_table(o.from);
  const std::span<const FetchEntry> table = o.from.empty() ? fetch_table() : own;
  const FetchEntry& entry = named_entry("data fetch", o.name, table);
  const std::filesystem::path folder = fetch_folder(o.data_dir);
  if (o.show) return show(entry, folder, o.json);
  watch_for_interrupts();
  ProgressBar bar(progress_style(o.quiet), "give the same command again to go on where it stopped", "about");
  DownloadOptions options;
  options.ca_file = trusted_file(o.ca_file);
  options.timeout = o.timeout;
  options.tries = o.tries;
  const Fetched fetched = fetch(entry, folder, o.force, options, bar.callback());
  bar.clear();
  if (o.json) {
    nlohmann::ordered_json told = document(entry, fetched.place);
    told["was_there"] = fetched.was_there;
    fmt::print("{}", json_text(told));
  } else if (!o.quiet) {
    fmt::print("{}: {} {} in {}\n", entry.name, fetched.was_there ? "was there already," : "fetched,",
               size_text(entry.bytes()), fetched.place.string());
    tell_origin(entry);
  }
}

}  // namespace

std::string size_text(int64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  return bytes < 1'000'000 ? fmt::format("{:.0f} kB", size / 1e3) : fmt::format("{:.1f} MB", size / 1e6);
}

Action add_data_fetch(CLI::App& data) {
  CLI::App* verb = data.add_subcommand("fetch", "download a published data set, checked by its sha256");
  verb->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  auto o = std::make_shared<FetchCommand>();
  std::string names;
  for (const FetchEntry& entry : fetch_table()) names += (names.empty() ? "" : ", ") + entry.name;
  verb->add_option("name", o->name, "which one: " + names)->required();
  verb->add_option(
          "--data-dir", o->data_dir,
          "where it goes; else $GRAPHSR_DATA, else ~/.local/share/graphsr. --dataset NAME finds it there")
      ->type_name("DIR");
  verb->add_flag("--show", o->show, "only print addresses, sizes, sha256 and where the files go");
  verb->add_flag("--force", o->force, "replace a folder of this name that holds something else");
  verb->add_option("--timeout", o->timeout, "seconds to connect in, and to bear less than 100 bytes a second")
      ->capture_default_str()
      ->check(CLI::Range(1, 3600));
  verb->add_option("--tries", o->tries, "how often, where a server fails, is silent or cuts the connection")
      ->capture_default_str()
      ->check(CLI::Range(1, 20));
  verb->add_option("--ca-file", o->ca_file,
                   "certificates to trust (PEM), instead of $CURL_CA_BUNDLE, $SSL_CERT_FILE or the system's")
      ->type_name("FILE");
  verb->add_option("--from", o->from, "a table of data sets of your own (JSON, see docs/data.md)")
      ->type_name("FILE");
  verb->add_flag("--json", o->json, "one JSON document on stdout instead of text");
  verb->add_flag("--quiet", o->quiet, "no progress, and nothing on stdout but --json and --show");
  verb->footer(
      "Examples:\n"
      "  graphsr data fetch cora\n"
      "  graphsr fit --dataset cora --out runs/cora\n"
      "  graphsr data fetch tolokers --data-dir data\n"
      "  graphsr data fetch mine --from tables/mirror.json --ca-file company.pem\n"
      "Only HTTPS, with certificates checked; a stopped download goes on. Proxies: $https_proxy, "
      "$no_proxy.\n");
  return [o] { run_fetch(*o); };
}

}  // namespace graphsr::app
