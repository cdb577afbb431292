#include "app/arguments.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/nearest.h"

namespace graphsr::app {

namespace {

using nlohmann::json;

void add_option(std::vector<std::string>& words, const std::string& name, const json& value,
                const std::string& place) {
  const auto plain = [&](const json& v) -> std::string {
    if (v.is_string()) return v.get<std::string>();
    if (v.is_number()) return v.dump();
    bad_input(place, "'" + name +
                         "' has a value that is neither a text, a number, a list of these nor true or false");
  };
  if (name == "config") bad_input(place, "a configuration file cannot name another one");
  if (value.is_boolean()) {
    if (value.get<bool>()) words.push_back("--" + name);
    return;
  }
  std::string text;
  if (value.is_array()) {
    for (const json& item : value) text += (text.empty() ? "" : ",") + plain(item);
  } else {
    text = plain(value);
  }
  words.push_back("--" + name + "=" + text);
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

std::vector<std::string> toml_words(const std::string& text, const std::string& path) {
  std::vector<std::string> words;
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
    add_option(words, name, parsed, place);
  }
  return words;
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

std::vector<std::string> config_words(const std::string& path) {
  const std::string text = read_file(path);
  if (trimmed(text).empty() || text[text.find_first_not_of(" \t\r\n")] != '{') return toml_words(text, path);
  std::vector<std::string> words;
  try {
    const json document = json::parse(text);
    for (const auto& [name, value] : document.items()) add_option(words, name, value, path);
  } catch (const json::exception& error) {
    bad_input(path, fmt::format("is not valid JSON: {}", error.what()));
  }
  return words;
}

std::vector<std::string> with_config(std::vector<std::string> words) {
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
    for (std::string& word : config_words(path)) from_file.push_back(std::move(word));
    words.erase(words.begin() + i, words.begin() + i + used);
  }
  words.insert(words.begin() + std::min<size_t>(1, words.size()), from_file.begin(), from_file.end());
  return words;
}

std::string option_in(const std::vector<std::string>& words, const std::string& name) {
  std::string value;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind(name + "=", 0) == 0) value = words[i].substr(name.size() + 1);
    if (words[i] == name && i + 1 < words.size()) value = words[i + 1];
  }
  return value;
}

void parse(CLI::App& app, const std::vector<std::string>& words) {
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
    wrong_usage(chosen(app).get_name(), error.what());
  }
}

}  // namespace graphsr::app
