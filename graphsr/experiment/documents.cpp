#include "graphsr/experiment/documents.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graphsr {

using nlohmann::ordered_json;

namespace {

ordered_json number_or_null(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json summary_json(const Metrics& m) {
  return {{"accuracy", m.accuracy}, {"macro_f1", m.macro_f1}, {"auc_roc", number_or_null(m.auc_roc)}};
}

ordered_json seconds_json(const std::map<std::string, double>& seconds) {
  ordered_json out = {{"total", seconds.at("total")}};
  for (const auto& [stage, value] : seconds)
    if (stage != "total") out[stage] = value;
  return out;
}

// Nodes that a method added, per class.
std::vector<int64_t> added_per_class(const Result& result) {
  std::vector<int64_t> count(result.task.classes);
  for (const int32_t label : result.augmented.set.examples.labels) ++count[label];
  for (const int32_t label : result.task.train.labels) --count[label];
  return count;
}

}  // namespace

ordered_json metrics_json(const Metrics& m, const std::vector<std::string>& class_names) {
  ordered_json out = summary_json(m);
  out["balanced_accuracy"] = m.balanced_accuracy;
  out["g_mean"] = m.g_mean;
  out["per_class"] = ordered_json::array();
  for (size_t c = 0; c < m.per_class.size(); ++c) {
    const ClassFigures& figures = m.per_class[c];
    out["per_class"].push_back({{"class", class_names[c]},
                                {"precision", figures.precision},
                                {"recall", figures.recall},
                                {"f1", figures.f1},
                                {"support", figures.support}});
  }
  out["confusion"] = ordered_json::array();
  const size_t classes = m.per_class.size();
  for (size_t c = 0; c < classes; ++c)
    out["confusion"].push_back(
        std::vector<int64_t>(m.confusion.begin() + c * classes, m.confusion.begin() + (c + 1) * classes));
  return out;
}

ordered_json result_json(const Dataset& dataset, const Cell& cell, const Result& result) {
  ordered_json added = ordered_json::object(), minority = ordered_json::array();
  int64_t total = 0;
  const std::vector<int64_t> counts = added_per_class(result);
  for (size_t c = 0; c < counts.size(); ++c) {
    total += counts[c];
    if (counts[c] != 0) added[dataset.class_names[c]] = counts[c];
  }
  for (const int32_t c : result.split.minority) minority.push_back(dataset.class_names[c]);
  ordered_json epochs = ordered_json::array();
  for (const FitReport& r : result.reports) epochs.push_back({{"run", r.epochs.size()}, {"best", r.best_epoch}});
  ordered_json out = {
      {"dataset", dataset.name},
      {"model", cell.model.conv},
      {"method", cell.method},
      {"preset", nullptr},
      {"rho", result.split.rho},
      {"seed", cell.seed()},
      {"classes", dataset.classes()},
      {"minority", minority},
      {"train", {{"labelled", result.task.train.size()}, {"added", total}, {"added_per_class", added}}},
      {"candidates", {{"count", 0}, {"precision", nullptr}, {"kept_precision", nullptr}}},
      {"epochs", epochs},
  };
  out["validation"] = result.validation ? summary_json(*result.validation) : ordered_json(nullptr);
  out["test"] = result.test ? metrics_json(*result.test, dataset.class_names) : ordered_json(nullptr);
  out["split_sha256"] = split_sha256(result.split);
  out["model_sha256"] = result.model_sha256;
  out["seconds"] = seconds_json(result.seconds);
  return out;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string predictions_csv(const Dataset& dataset, const std::vector<std::string>& class_names,
                            const Matrix& probability, const Split* split) {
  std::vector<const char*> role;
  if (split) {
    role.assign(dataset.nodes(), "pool");
    for (const int32_t node : split->train) role[node] = "train";
    for (const int32_t node : split->validation) role[node] = "validation";
    for (const int32_t node : split->test) role[node] = "test";
  }
  fmt::memory_buffer out;
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "node_id,prediction");
  for (const std::string& name : class_names) fmt::format_to(to, ",{}", csv_field(name));
  fmt::format_to(to, "{}\n", split ? ",role" : "");
  const std::vector<int32_t> predicted = predicted_classes(probability);
  for (int64_t i = 0; i < probability.rows(); ++i) {
    fmt::format_to(to, "{},{}", csv_field(dataset.node_id(i)), csv_field(class_names[predicted[i]]));
    for (int64_t c = 0; c < probability.cols(); ++c) fmt::format_to(to, ",{:.6g}", probability(i, c));
    if (split) fmt::format_to(to, ",{}", role[i]);
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

std::string epochs_csv(const FitReport& report) {
  std::string out = "epoch,loss,validation_loss,validation_accuracy,kept\n";
  for (size_t i = 0; i < report.epochs.size(); ++i) {
    const EpochFigures& e = report.epochs[i];
    out += fmt::format("{},{:.9g},{:.9g},{:.9g},{}\n", i + 1, e.loss, e.validation_loss,
                       e.validation_accuracy, static_cast<int>(i) + 1 == report.best_epoch ? 1 : 0);
  }
  return out;
}

std::string augmented_csv() {
  return "node_id,pseudo_label,kept,rank,distance,confidence,keep_probability,true_label\n";
}

std::string history_csv() { return "episode,reward,kept,validation_accuracy\n"; }

std::string json_text(const ordered_json& document) {
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace graphsr
