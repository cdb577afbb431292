#include "graphsr/experiment/documents.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/csv.h"

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
std::vector<int64_t> added_per_class(const Chosen& chosen) {
  std::vector<int64_t> count(chosen.task.classes);
  for (const int32_t label : chosen.augmented.set.examples.labels) ++count[label];
  for (const int32_t label : chosen.task.train.labels) --count[label];
  return count;
}

// What fit and augment have in common.
ordered_json head_json(const Dataset& dataset, const Cell& cell, const Chosen& chosen) {
  ordered_json added = ordered_json::object(), minority = ordered_json::array();
  int64_t all = 0;
  const std::vector<int64_t> counts = added_per_class(chosen);
  for (size_t c = 0; c < counts.size(); ++c) {
    all += counts[c];
    if (counts[c] != 0) added[dataset.class_names[c]] = counts[c];
  }
  for (const int32_t c : chosen.split.minority) minority.push_back(dataset.class_names[c]);
  const CandidateCounts candidates = total(count_candidates(dataset, chosen.augmented));
  return {
      {"dataset", dataset.name},
      {"model", cell.model.conv},
      {"method", cell.method},
      {"preset", cell.preset.empty() ? ordered_json(nullptr) : ordered_json(cell.preset)},
      {"loss", training_of(cell).loss},
      {"ensemble", cell.training.ensemble},
      {"smooth", cell.training.smooth},
      {"rho", chosen.split.rho},
      {"seed", cell.seed()},
      {"classes", dataset.classes()},
      {"minority", minority},
      {"train", {{"labelled", chosen.task.train.size()}, {"added", all}, {"added_per_class", added}}},
      {"candidates",
       {{"count", candidates.candidates},
        {"precision", number_or_null(candidates.precision())},
        {"kept_precision", number_or_null(candidates.kept_precision())}}},
  };
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
  ordered_json out = head_json(dataset, cell, result);
  out["refit"] = result.refitted;
  out["epochs"] = ordered_json::array();
  for (const FitReport& report : result.reports)
    out["epochs"].push_back({{"run", report.epochs.size()}, {"best", report.best_epoch}});
  out["validation"] =
      result.validation ? metrics_json(*result.validation, dataset.class_names) : ordered_json(nullptr);
  out["test"] = result.test ? metrics_json(*result.test, dataset.class_names) : ordered_json(nullptr);
  out["before"] = result.before ? metrics_json(*result.before, dataset.class_names) : ordered_json(nullptr);
  out["split_sha256"] = split_sha256(result.split);
  out["model_sha256"] = result.model_sha256;
  out["notes"] = result.notes;
  out["seconds"] = seconds_json(result.seconds);
  return out;
}

ordered_json chosen_json(const Dataset& dataset, const Cell& cell, const Chosen& chosen) {
  ordered_json out = head_json(dataset, cell, chosen);
  out["split_sha256"] = split_sha256(chosen.split);
  out["nodes"] = ordered_json::array();
  for (const LedgerRow& row : chosen.augmented.ledger)
    out["nodes"].push_back({{"node_id", dataset.node_id(row.node)},
                            {"pseudo_label", dataset.class_names[row.label]},
                            {"kept", row.kept},
                            {"rank", row.rank},
                            {"distance", row.distance},
                            {"confidence", row.confidence},
                            {"keep_probability", row.keep_probability},
                            {"round", row.kept ? ordered_json(row.round) : ordered_json(nullptr)}});
  out["notes"] = chosen.notes;
  out["seconds"] = seconds_json(chosen.seconds);
  return out;
}

std::vector<const char*> node_roles(const Dataset& dataset, const Split& split) {
  std::vector<const char*> role(dataset.nodes(), "pool");
  for (const int32_t node : split.train) role[node] = "train";
  for (const int32_t node : split.validation) role[node] = "validation";
  for (const int32_t node : split.test) role[node] = "test";
  return role;
}

std::string predictions_csv(const Dataset& dataset, const std::vector<std::string>& class_names,
                            const Matrix& probability, const Split* split) {
  const std::vector<const char*> role = split ? node_roles(dataset, *split) : std::vector<const char*>();
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

std::string epochs_csv(const std::vector<FitReport>& reports) {
  std::string out = "member,epoch,loss,validation_loss,validation_accuracy,kept\n";
  for (size_t m = 0; m < reports.size(); ++m)
    for (size_t i = 0; i < reports[m].epochs.size(); ++i) {
      const EpochFigures& e = reports[m].epochs[i];
      out += fmt::format("{},{},{:.9g},{:.9g},{:.9g},{}\n", m, i + 1, e.loss, e.validation_loss,
                         e.validation_accuracy, static_cast<int>(i) + 1 == reports[m].best_epoch ? 1 : 0);
    }
  return out;
}

std::string augmented_csv(const Dataset& dataset, const Augmented& augmented) {
  std::string out = "node_id,pseudo_label,kept,rank,distance,confidence,keep_probability,round,true_label\n";
  for (const LedgerRow& row : augmented.ledger) {
    const int32_t truth = dataset.labels[row.node];
    out += fmt::format("{},{},{},{},{:.6g},{:.6g},{:.6g},{},{}\n", csv_field(dataset.node_id(row.node)),
                       csv_field(dataset.class_names[row.label]), row.kept ? 1 : 0, row.rank, row.distance,
                       row.confidence, row.keep_probability, row.kept ? std::to_string(row.round) : "",
                       truth == kUnlabelled ? "" : csv_field(dataset.class_names[truth]));
  }
  return out;
}

std::string history_csv(const Dataset& dataset, const Augmented& augmented) {
  std::string out = "round,update,mean_reward";
  for (const std::string& name : dataset.class_names) out += "," + csv_field("kept " + name);
  out += ",entropy,approximate_kl,clip_fraction,value_loss,validation_score\n";
  for (const HistoryRow& row : augmented.history) {
    out += fmt::format("{},{},{:.6g}", row.round, row.update, row.mean_reward);
    for (const double kept : row.kept) out += fmt::format(",{:.6g}", kept);
    out += fmt::format(",{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", row.entropy, row.kl, row.clip_fraction,
                       row.value_loss, row.validation);
  }
  return out;
}

static double share(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole)
                   : std::numeric_limits<double>::quiet_NaN();
}

double CandidateCounts::precision() const { return share(right, known); }
double CandidateCounts::kept_precision() const { return share(right_kept, known_kept); }

std::vector<CandidateCounts> count_candidates(const Dataset& dataset, const Augmented& augmented) {
  std::vector<CandidateCounts> counts(dataset.classes());
  for (const LedgerRow& row : augmented.ledger) {
    CandidateCounts& c = counts[row.label];
    const int32_t truth = dataset.labels[row.node];
    const bool known = truth != kUnlabelled, right = truth == row.label;
    ++c.candidates;
    c.kept += row.kept;
    c.known += known;
    c.known_kept += known && row.kept;
    c.right += right;
    c.right_kept += right && row.kept;
  }
  return counts;
}

CandidateCounts total(const std::vector<CandidateCounts>& counts) {
  CandidateCounts sum;
  for (const CandidateCounts& c : counts) {
    sum.candidates += c.candidates;
    sum.kept += c.kept;
    sum.known += c.known;
    sum.known_kept += c.known_kept;
    sum.right += c.right;
    sum.right_kept += c.right_kept;
  }
  return sum;
}

std::string json_text(const ordered_json& document) {
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace graphsr
