#include "app/verbs.h"
#include "graphsr/base/error.h"

namespace graphsr::app {

void add_common_options(CLI::App& verb, CommonOptions& options) {
  verb.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  add_dataset_option(verb, options);
  verb.add_option("--threads", options.threads, "threads to use; 0: all. Results are the same for any number")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
  add_general_options(verb, options);
}

void add_general_options(CLI::App& verb, CommonOptions& options) {
  verb.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  verb.add_option("--data-dir", options.data_dir,
                  "where named data sets are, before $GRAPHSR_DATA and ~/.local/share/graphsr")
      ->type_name("DIR");
  verb.add_flag("--json", options.json, "one JSON document on stdout instead of text");
  verb.add_flag("--quiet", options.quiet, "no progress and no notes on stderr");
  verb.add_option("--config", "a TOML or JSON file with the same option names; the command line wins")
      ->type_name("FILE");
  add_reading_options(verb, options);
}

std::vector<std::pair<std::string, std::string>> option_values(const CLI::App& verb) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_lnames().empty() || option->get_lnames().front() == "help") continue;
    const std::string value = option->count() > 0 ? option->results().back() : option->get_default_str();
    if (!value.empty()) values.emplace_back(option->get_lnames().front(), value);
  }
  return values;
}

static std::string quoted_for_shell(const std::string& word) {
  static const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string command_again(const CLI::App& verb) {
  std::string out = "graphsr " + verb.get_name();
  for (const CLI::Option* option : verb.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string& name = option->get_lnames().front();
    if (name == "help" || name == "force" || name == "resume" || name == "json" || name == "quiet") continue;
    const bool flag = option->get_items_expected_max() == 0;
    if (flag && option->results().back() == "false") continue;
    out += " --" + name + (flag ? "" : " " + quoted_for_shell(option->results().back()));
  }
  return out;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) throw Error(Fault::resource, folder.string(), "cannot be made: " + error.message());
}

}  // namespace graphsr::app
