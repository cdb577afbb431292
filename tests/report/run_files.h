// The files of a made-up run, as fit would write them.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/csv.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/report/run_data.h"

namespace graphsr::test {

inline nlohmann::ordered_json made_figures(const std::vector<std::string>& classes, double accuracy) {
  Metrics m;
  m.accuracy = m.balanced_accuracy = accuracy;
  m.macro_f1 = accuracy - 0.01;
  m.auc_roc = accuracy + 0.02;
  m.g_mean = accuracy - 0.03;
  const size_t count = classes.size();
  m.confusion.assign(count * count, 1);
  for (size_t c = 0; c < count; ++c) {
    m.per_class.push_back({10, accuracy, accuracy - 0.05, accuracy - 0.02});
    m.confusion[c * count + c] = 9;
  }
  return metrics_json(m, classes);
}

// `nodes` on a circle; the first of each class is labelled, every other of the rest a candidate.
inline RunFiles run_files(const std::vector<std::string>& classes, int nodes = 60) {
  nlohmann::ordered_json metrics = {{"dataset", classes[0]},
                                    {"model", "gcn"},
                                    {"method", "graphsr"},
                                    {"preset", "default"},
                                    {"loss", "plain"},
                                    {"ensemble", 1},
                                    {"smooth", 0.0},
                                    {"rho", 0.3},
                                    {"seed", 7},
                                    {"refit", false},
                                    {"minority", {classes[0]}},
                                    {"validation", made_figures(classes, 0.9)},
                                    {"test", made_figures(classes, 0.8)},
                                    {"before", made_figures(classes, 0.7)},
                                    {"split_sha256", "5"},
                                    {"model_sha256", "6"},
                                    {"seconds", {{"total", 1.5}, {"fit", 1.0}}}};
  const nlohmann::ordered_json card = {
      {"again", "graphsr fit --seed 7"},
      {"options", {{"seed", "7"}, {"dataset", classes[0]}}},
      {"versions", {{"graphsr", "0"}}},
      {"threads", 2},
      {"dataset", {{"sha256", "4"}, {"notes", {"a note on " + classes[0]}}}}};
  std::string history = "round,update,mean_reward", map = "node_id,x,y,role,label,prediction\n";
  for (const std::string& name : classes) history += "," + csv_field("kept " + name);
  history += ",entropy,approximate_kl,clip_fraction,value_loss,validation_score\n";
  for (int update = 1; update <= 3; ++update) {
    history += fmt::format("1,{},{}", update, 2 * update);
    for (size_t c = 0; c < classes.size(); ++c) history += ",1.5";
    history += ",0.1,0.2,0.3,0.4,nan\n";
  }
  std::string ledger =
      "node_id,pseudo_label,kept,rank,distance,confidence,keep_probability,round,true_label\n";
  for (int i = 0; i < nodes; ++i) {
    const std::string name = csv_field(classes[i % classes.size()]);
    const bool labelled = i < static_cast<int>(classes.size());
    map += fmt::format("{},{},{},{},{},{}\n", i, i % 17 - 8, i % 13 - 6, labelled ? "train" : "pool", name,
                       name);
    if (!labelled && i % 2 == 0)
      ledger += fmt::format("{},{},{},{},0.5,0.9,0.75,{},{}\n", i, name, i % 4 == 0 ? 1 : 0, i,
                            i % 4 == 0 ? "1" : "", i % 3 == 0 ? csv_field(classes.back()) : name);
  }
  return {"runs/x",
          {{"metrics.json", json_text(metrics)},
           {"run.json", json_text(card)},
           {"split.json", "{\"protocol\": \"paper\"}"},
           {"history.csv", history},
           {"augmented.csv", ledger},
           {"map.csv", map},
           {"epochs.csv",
            "member,epoch,loss,validation_loss,validation_accuracy,kept\n0,1,2,1,0.5,0\n0,2,1,1,0.6,1\n"}}};
}

}  // namespace graphsr::test
