#include "graphsr/graph/minority.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/nearest.h"
#include "graphsr/base/random.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

constexpr std::string_view kRandom = "random:";

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Names with commas between them; one that has a comma of its own stands in double quotes, as in CSV.
std::vector<std::string> listed(std::string_view list) {
  std::vector<std::string> names;
  for (size_t at = 0; at <= list.size(); ++at) {  // at the first character of a name
    while (at < list.size() && list[at] == ' ') ++at;
    const bool quoted = at < list.size() && list[at] == '"';
    std::string name;
    for (at += quoted; at < list.size() && (quoted || list[at] != ','); ++at) {
      if (quoted && list[at] == '"' && (++at == list.size() || list[at] != '"')) break;
      name += list[at];
    }
    if (!quoted)
      while (name.ends_with(' ')) name.pop_back();
    names.push_back(std::move(name));
    at = std::min(list.find(',', at), list.size());
  }
  return names;
}

int32_t class_of(const Dataset& dataset, std::string_view word) {
  const auto& names = dataset.class_names;
  const auto named = std::find(names.begin(), names.end(), word);
  if (named != names.end()) return static_cast<int32_t>(named - names.begin());
  const std::optional<int> number = whole_number(word);
  if (number && *number >= 0 && *number < dataset.classes()) return *number;
  std::vector<std::string> known = names;
  known.emplace_back("auto");
  const std::string meant = nearest_name(std::string(word), known);
  wrong_usage("--minority", fmt::format("there is no class {}", in_quotes(word)),
              meant.empty()
                  ? fmt::format("give auto, class names, or numbers from 0 to {}", dataset.classes() - 1)
                  : fmt::format("did you mean {}?", in_quotes(meant)));
}

std::vector<int32_t> named_classes(const Dataset& dataset, const std::string& list) {
  const auto& names = dataset.class_names;
  if (std::ranges::find(names, list) != names.end()) return {class_of(dataset, list)};
  std::vector<int32_t> classes;
  for (const std::string& word : listed(list)) {
    if (word.empty())
      wrong_usage("--minority", "a class name is empty",
                  "give auto, random:N or class names with commas between them");
    const int32_t found = class_of(dataset, word);
    if (std::find(classes.begin(), classes.end(), found) != classes.end())
      wrong_usage("--minority", fmt::format("class {} is given twice", in_quotes(names[found])),
                  "name every class once");
    classes.push_back(found);
  }
  std::sort(classes.begin(), classes.end());
  return classes;
}

// One order of the classes per seed: fewer minority classes are always a part of more.
std::vector<int32_t> random_classes(const Dataset& dataset, int count, uint64_t seed) {
  std::vector<int32_t> classes(dataset.classes());
  std::iota(classes.begin(), classes.end(), 0);
  Stream(seed, Purpose::minority).shuffle(std::span(classes));
  classes.resize(count);
  std::sort(classes.begin(), classes.end());
  return classes;
}

}  // namespace

std::vector<int32_t> drawn_minority(const Dataset& dataset, const std::string& wanted, uint64_t seed) {
  const int classes = dataset.classes();
  if (wanted == "auto") return random_classes(dataset, classes / 2, seed);
  if (!wanted.starts_with(kRandom)) {
    auto named = named_classes(dataset, wanted);
    if (static_cast<int>(named.size()) == classes)
      wrong_usage("--minority", "every class is named, so none is left as a majority",
                  "leave at least one out");
    return named;
  }
  const auto count = whole_number(std::string_view(wanted).substr(kRandom.size()));
  if (!count || *count < 1 || *count >= classes)
    wrong_usage("--minority", fmt::format("{} does not name a number of classes", in_quotes(wanted)),
                fmt::format("of {} classes, 1 to {} can be in the minority", classes, classes - 1));
  return random_classes(dataset, *count, seed);
}

std::vector<int32_t> counted_minority(const Dataset& dataset, const std::string& wanted) {
  if (wanted.starts_with(kRandom))
    wrong_usage("--minority", fmt::format("{} goes with --protocol paper only", in_quotes(wanted)),
                "give auto or class names: protocol own uses every label, so nothing is drawn");
  if (wanted != "auto") return named_classes(dataset, wanted);
  const std::vector<int64_t> counts = class_counts(dataset);
  const int64_t largest = *std::max_element(counts.begin(), counts.end());
  std::vector<int32_t> minority;
  for (int32_t i = 0; i < dataset.classes(); ++i)
    if (2 * counts[i] < largest) minority.push_back(i);
  return minority;
}

}  // namespace graphsr
