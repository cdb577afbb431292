#include "graphsr/experiment/record.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/error.h"

namespace graphsr {

namespace {

using nlohmann::json;

constexpr int64_t kMostNodes = int64_t{1} << 40;

// Refused by record_of(), which knows the place.
[[noreturn]] void wrong(const std::string& problem) { throw std::invalid_argument(problem); }

double number(const json& value) {
  if (!value.is_number()) wrong("a figure is not a number");
  return value.get<double>();
}

double number_or_nan(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : number(value);
}

double share(const json& value) {
  const double x = number(value);
  if (!(x >= 0 && x <= 1)) wrong("a share is not between 0 and 1");
  return x;
}

int64_t count(const json& value) {
  if (!value.is_number_integer() || value.get<int64_t>() < 0 || value.get<int64_t>() > kMostNodes)
    wrong("a count is not a number of nodes");
  return value.get<int64_t>();
}

std::string text(const json& value) {
  if (!value.is_string()) wrong("a name is not a text");
  return value.get<std::string>();
}

Metrics metrics_of(const json& figures) {
  Metrics m;
  m.accuracy = share(figures.at("accuracy"));
  m.macro_f1 = share(figures.at("macro_f1"));
  m.auc_roc = figures.at("auc_roc").is_null() ? number_or_nan(nullptr) : share(figures.at("auc_roc"));
  m.balanced_accuracy = share(figures.at("balanced_accuracy"));
  m.g_mean = share(figures.at("g_mean"));
  for (const json& entry : figures.at("per_class")) {
    ClassFigures c;
    c.precision = share(entry.at("precision"));
    c.recall = share(entry.at("recall"));
    c.f1 = share(entry.at("f1"));
    c.support = count(entry.at("support"));
    m.count += c.support;
    m.per_class.push_back(c);
  }
  for (const json& row : figures.at("confusion")) {
    if (row.size() != m.per_class.size()) wrong("the confusion matrix is not square");
    for (const json& entry : row) m.confusion.push_back(count(entry));
  }
  if (m.confusion.size() != m.per_class.size() * m.per_class.size())
    wrong("the confusion matrix is not square");
  return m;
}

int32_t class_named(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) wrong("a class is not among the classes");
  return static_cast<int32_t>(at - names.begin());
}

Record parsed(const json& document) {
  Record r;
  if (!document.at("test").is_object()) wrong("there are no test figures");
  r.test = metrics_of(document.at("test"));
  for (const json& entry : document.at("test").at("per_class"))
    r.class_names.push_back(text(entry.at("class")));
  if (document.at("before").is_object()) {
    r.before = metrics_of(document.at("before"));
    if (r.before->per_class.size() != r.class_names.size())
      wrong("figures before and after differ in classes");
  }
  for (const json& name : document.at("minority"))
    r.minority.push_back(class_named(r.class_names, text(name)));
  std::sort(r.minority.begin(), r.minority.end());
  r.added.assign(r.class_names.size(), 0);
  for (const auto& [name, value] : document.at("train").at("added_per_class").items())
    r.added[class_named(r.class_names, name)] = count(value);
  r.precision = number_or_nan(document.at("candidates").at("precision"));
  r.kept_precision = number_or_nan(document.at("candidates").at("kept_precision"));
  r.split_sha256 = text(document.at("split_sha256"));
  r.model_sha256 = text(document.at("model_sha256"));
  if (document.contains("notes"))  // not in those of before 0.10
    for (const json& note : document.at("notes")) r.notes.push_back(text(note));
  r.seconds = number(document.at("seconds").at("total"));
  return r;
}

}  // namespace

std::string rho_text(double rho) { return rho == 0 ? "natural" : fmt::format("{}", rho); }

std::string place_text(const Place& place) {
  return fmt::format("{} {} {} rho {} seed {}", place.dataset, place.model, place.method, rho_text(place.rho),
                     place.seed);
}

Record record_of(const Place& place, const std::string& document) {
  try {
    Record record = parsed(json::parse(document));
    record.place = place;
    return record;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {  // of the JSON library, or ours
    bad_input(place_text(place), fmt::format("its document cannot be read: {}", error.what()),
              "move the store away to begin anew, or put a copy in its place");
  }
}

}  // namespace graphsr
