#include "app/arguments.h"

#include <algorithm>
#include <set>
#include <span>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/csv.h"
#include "graphsr/base/error.h"
#include "graphsr/base/nearest.h"

namespace graphsr::app {

namespace {

using nlohmann::json;

ConfigEntry entry_of(const std::string& name, const json& value, const std::string& place) {
  const auto plain = [&](const json& v) -> std::string {
    if (v.is_string()) return v.get<std::string>();
    if (v.is_number()) return v.dump();
    bad_input(place, "'" + name +
                         "' has a value that is neither a text, a number, a list of these nor true or false");
  };
  if (name == "config") bad_input(place, "a configuration file cannot name another one");
  ConfigEntry entry{name, {}, value.is_boolean(), place};
  if (value.is_boolean())
    entry.text = value.get<bool>() ? "true" : "false";
  else if (value.is_array())
    for (const json& item : value) entry.text += (entry.text.empty() ? "" : ",") + csv_field(plain(item));
  else
    entry.text = plain(value);
  if (entry.text.empty()) bad_input(place, "'" + name + "' has no value", "leave it out to have the default");
  return entry;
}

[[noreturn]] void refuse_twice(const std::string& name, const std::string& place) {
  bad_input(place, "'" + name + "' is given twice", "leave one of them out");
}

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// The line up to a comment that is not inside quotes.
std::string without_comment(const std::string& line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (quote) {
      if (line[i] == quote) quote = 0;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line[i] == '#') {
      return line.substr(0, i);
    }
  }
  return line;
}

std::vector<ConfigEntry> toml_entries(const std::string& text, const std::string& path) {
  std::vector<ConfigEntry> entries;
  std::set<std::string> names;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string place = fmt::format("{}:{}", path, number), content = trimmed(without_comment(line));
    if (content.empty()) continue;
    const size_t equals = content.find('=');
    if (equals == std::string::npos) bad_input(place, "expected a line of the form name = value");
    std::string name = trimmed(content.substr(0, equals)), value = trimmed(content.substr(equals + 1));
    if (value.size() >= 2 && value.front() == '\'' && value.back() == '\'')
      value = json(value.substr(1, value.size() - 2)).dump();  // TOML's literal text
    const json parsed = json::parse(value, nullptr, false);
    if (name.empty() || parsed.is_discarded())
      bad_input(place, "the value cannot be read", "put texts in double quotes");
    if (!names.insert(name).second) refuse_twice(name, place);
    entries.push_back(entry_of(name, parsed, place));
  }
  return entries;
}

// Which line a value stands in the parser does not tell, and of two equal names it keeps the last.
std::vector<ConfigEntry> json_entries(const std::string& text, const std::string& path) {
  std::vector<ConfigEntry> entries;
  std::set<std::string> names;
  const auto note_name = [&](int depth, json::parse_event_t event, json& name) {
    if (event == json::parse_event_t::key && depth == 1 && !names.insert(name.get<std::string>()).second)
      refuse_twice(name.get<std::string>(), path);
    return true;
  };
  try {
    const json document = json::parse(text, note_name);
    for (const auto& [name, value] : document.items()) entries.push_back(entry_of(name, value, path));
  } catch (const json::parse_error& error) {
    const size_t end = std::min(error.byte, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    bad_input(fmt::format("{}:{}", path, line), "is not valid JSON from here on",
              "look for a comma, quote or brace that is missing or too many");
  }
  return entries;
}

// All long names of an app's options.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// As people type it: "graphsr fit".
std::string full_name(const CLI::App& app) {
  return app.get_parent() ? full_name(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

[[noreturn]] void refuse_extra(const CLI::App& app, const std::string& word) {
  const bool is_option = !word.empty() && word[0] == '-';
  std::vector<std::string> known = option_names(app);
  if (!is_option) {
    known.clear();
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
      known.push_back(verb->get_name());
  }
  const std::string stem = word.substr(0, word.find('='));
  const std::string nearest = nearest_name(stem, known);
  const std::string help = "'" + full_name(app) + " --help' lists all";
  wrong_usage(app.get_name(), fmt::format("unknown {} '{}'", is_option ? "option" : "word", stem),
              nearest.empty() ? help : fmt::format("did you mean '{}'? ({})", nearest, help));
}

const CLI::App& chosen(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return verbs.empty() ? app : chosen(*verbs.front());
}

}  // namespace

std::vector<ConfigEntry> config_entries(const std::string& path) {
  std::string text = read_file(path);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte order mark
  const bool is_json = !trimmed(text).empty() && text[text.find_first_not_of(" \t\r\n")] == '{';
  return is_json ? json_entries(text, path) : toml_entries(text, path);
}

Arguments with_config(std::vector<std::string> words) {
  Arguments out;
  std::vector<std::string> from_file;
  for (size_t i = 0; i < words.size();) {
    size_t used = 0;
    std::string path;
    if (words[i].rfind("--config=", 0) == 0) path = words[i].substr(9), used = 1;
    if (words[i] == "--config") {
      if (i + 1 == words.size()) wrong_usage("--config", "needs the path of a file");
      path = words[i + 1], used = 2;
    }
    if (used == 0) {
      ++i;
      continue;
    }
    for (ConfigEntry& entry : config_entries(path)) {
      from_file.push_back("--" + entry.name + "=" + entry.text);
      out.entries.push_back(std::move(entry));
    }
    words.erase(words.begin() + i, words.begin() + i + used);
  }
  words.insert(words.begin() + std::min<size_t>(1, words.size()), from_file.begin(), from_file.end());
  out.words = std::move(words);
  return out;
}

std::string option_in(const std::vector<std::string>& words, const std::string& name) {
  std::string value;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind(name + "=", 0) == 0) value = words[i].substr(name.size() + 1);
    if (words[i] == name && i + 1 < words.size()) value = words[i + 1];
  }
  return value;
}

// The verb, or the verb of a verb, that the words name.
static const CLI::App& named_verb(const CLI::App& app, std::span<const std::string> words) {
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!words.empty() && verb->get_name() == words.front()) return named_verb(*verb, words.subspan(1));
  return app;
}

static void check_entries(const CLI::App& verb, const std::vector<ConfigEntry>& entries) {
  for (const ConfigEntry& entry : entries) {
    const CLI::Option* option = verb.get_option_no_throw("--" + entry.name);
    if (!option) continue;  // told as any unknown word
    const bool is_flag = option->get_items_expected_max() == 0;
    const bool wants_boolean = is_flag || option->get_type_name() == "BOOLEAN";
    if (entry.is_boolean && !wants_boolean)
      bad_input(entry.place, fmt::format("'{}' needs a value, not {}", entry.name, entry.text));
    if (!entry.is_boolean && is_flag)
      bad_input(entry.place, fmt::format("'{}' is either true or false", entry.name));
  }
}

// What CLI11 says of a value, in our words, and of which file it is where it came from one.
[[noreturn]] static void refuse_value(const CLI::App& verb, std::string problem,
                                      const std::vector<ConfigEntry>& entries) {
  std::string place = verb.get_name();
  constexpr std::string_view kUnconverted = "Could not convert: ";
  if (problem.starts_with(kUnconverted)) {
    problem.erase(0, kUnconverted.size());
    const size_t equals = problem.find(" = ");
    if (equals != std::string::npos)
      problem = fmt::format("{}: '{}' is not a value that it takes", problem.substr(0, equals),
                            problem.substr(equals + 3));
  }
  for (const ConfigEntry& entry : entries)
    if (problem.starts_with("--" + entry.name + ":") && problem.find(entry.text) != std::string::npos)
      place = entry.place;
  wrong_usage(place, problem, "'" + full_name(verb) + " --help' lists what it takes");
}

void parse(CLI::App& app, const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words;
  check_entries(named_verb(app, words), arguments.entries);
  std::vector<std::string> reversed = words;
  std::reverse(reversed.begin(), reversed.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ExtrasError&) {
    refuse_extra(chosen(app), chosen(app).remaining(true).front());
  } catch (const CLI::RequiredError& error) {
    wrong_usage(chosen(app).get_name(), error.what(),
                "'" + full_name(chosen(app)) + " --help' shows an example");
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    refuse_value(chosen(app), error.what(), arguments.entries);
  }
}

}  // namespace graphsr::app
