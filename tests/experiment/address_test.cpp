#include "graphsr/experiment/address.h"

#include <functional>
#include <set>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

std::string address_of(const Cell& cell) { return cell_address(cell, "data", ""); }

TEST(CellAddress, changes_with_every_option) {
  const Cell plain = make_cell("graphsr", "default");
  const std::vector<std::function<void(Cell&)>> changes = {
      [](Cell& c) { c.method = "graphsr-permuted"; },
      [](Cell& c) { c.split.seed = 1; },
      [](Cell& c) { c.split.rho = 0.1; },
      [](Cell& c) { c.split.minority = "random:1"; },
      [](Cell& c) { c.split.train += 1; },
      [](Cell& c) { c.features = "raw"; },
      [](Cell& c) { c.refit = true; },
      [](Cell& c) { c.model.conv = "gat"; },
      [](Cell& c) { c.model.width = 64; },
      [](Cell& c) { c.model.layers += 1; },
      [](Cell& c) { c.model.dropout = 0.25; },
      [](Cell& c) { c.model.attention_dropout = 0.25; },
      [](Cell& c) { c.training.loss = "cross-entropy"; },
      [](Cell& c) { c.training.loss_options.beta = 0.99; },
      [](Cell& c) { c.training.loss_options.gamma = 1; },
      [](Cell& c) { c.training.loss_options.tau = 2; },
      [](Cell& c) { c.training.loss_options.margin = 1; },
      [](Cell& c) { c.training.ensemble += 1; },
      [](Cell& c) { c.training.smooth = 0.123; },
      [](Cell& c) { c.training.early_stop = false; },
      [](Cell& c) { c.training.patience += 1; },
      [](Cell& c) { c.training.epochs += 1; },
      [](Cell& c) { c.training.optimiser.rate = 0.02; },
      [](Cell& c) { c.training.optimiser.kind = OptimiserOptions::Kind::sgd; },
      [](Cell& c) { c.training.optimiser.weight_decay = 0.1; },
      [](Cell& c) { c.select.rounds += 1; },
      [](Cell& c) { c.select.agent = c.select.agent == "ppo" ? "logistic" : "ppo"; },
      [](Cell& c) { c.select.game = "retraining"; },
      [](Cell& c) { c.select.threshold = 0.123; },
      [](Cell& c) { c.select.keep_at_least += 1; },
      [](Cell& c) { c.select.updates += 1; },
      [](Cell& c) { c.select.episodes += 1; },
      [](Cell& c) { c.select.labels = "students"; },
      [](Cell& c) { c.select.candidates.share = 0.123; },
      [](Cell& c) { c.select.candidates.nearest += 1; },
      [](Cell& c) { c.select.candidates.at_least += 1; },
      [](Cell& c) { c.select.candidates.most += 1; },
      [](Cell& c) { c.select.candidates.order = "confidence"; },
      [](Cell& c) { c.select.candidates.every_class = !c.select.candidates.every_class; },
      [](Cell& c) { c.select.simulated.folds += 1; },
      [](Cell& c) { c.select.simulated.jury = 0.123; },
      [](Cell& c) { c.select.simulated.wrong += 1; },
      [](Cell& c) { c.select.ppo.clip = 0.123; },
      [](Cell& c) { c.select.ppo.actor_hidden.push_back(3); },
      [](Cell& c) { c.select.ppo.advantage.gamma = 0.123; },
      [](Cell& c) { c.select.retraining.reward = "terminal"; },
      [](Cell& c) { c.select.retraining.warm = !c.select.retraining.warm; },
      [](Cell& c) { c.select.crest.generations += 1; },
      [](Cell& c) { c.select.crest.alpha = 0.123; },
      [](Cell& c) { c.select.crest.t_min = 0.123; },
      [](Cell& c) { c.select.graphens.keep_prob = 0.123; },
      [](Cell& c) { c.select.graphens.temperature = 0.123; },
      [](Cell& c) { c.select.graphens.warm_up += 1; },
      [](Cell& c) { c.select.graphsmote.edge_weight = 0.123; },
      [](Cell& c) { c.select.retraining.rate = 0.123; },
  };
  std::set<std::string> addresses = {address_of(plain)};
  for (size_t k = 0; k < changes.size(); ++k) {
    Cell cell = plain;
    changes[k](cell);
    EXPECT_TRUE(addresses.insert(address_of(cell)).second) << "change " << k << " is not in the address";
  }
  EXPECT_TRUE(addresses.insert(cell_address(plain, "other data", "")).second);
  EXPECT_TRUE(addresses.insert(cell_address(plain, "data", "split")).second);
}

// A preset's name is only a way to say its options.
TEST(CellAddress, is_that_of_the_options_whatever_they_are_called) {
  const Cell named = make_cell("graphsr", "default"), unnamed = make_cell("graphsr", "");
  EXPECT_EQ(address_of(named), address_of(unnamed));
  EXPECT_NE(address_of(named), address_of(make_cell("graphsr", "paper")));
  EXPECT_NE(address_of(make_cell("graphsr", "official")), address_of(make_cell("graphsr", "paper")));
}

TEST(MakeCell, gives_methods_with_presets_the_default_one_and_others_none) {
  EXPECT_EQ(make_cell("graphsr", "").preset, "default");
  const Cell plain = make_cell("vanilla", "");
  const TrainOptions none;
  EXPECT_EQ(plain.preset, "");
  EXPECT_EQ(plain.training.loss, none.loss);
  EXPECT_EQ(plain.training.ensemble, 1);
  EXPECT_EQ(plain.training.smooth, 0);
}

TEST(MakeCell, a_preset_that_is_named_gives_any_method_its_classifier) {
  for (const Preset& preset : presets())
    for (const char* method : {"vanilla", "su-selection", "graphsr"}) {
      const Cell cell = make_cell(method, preset.name);
      EXPECT_EQ(cell.preset, preset.name);
      EXPECT_EQ(cell.training.loss, preset.training.loss);
      EXPECT_EQ(cell.training.ensemble, preset.training.ensemble);
      EXPECT_EQ(cell.training.smooth, preset.training.smooth);
      EXPECT_EQ(cell.training.epochs, preset.training.epochs);
      EXPECT_EQ(cell.training.early_stop, preset.training.early_stop);
      EXPECT_EQ(cell.model.dropout, preset.dropout);
      EXPECT_EQ(cell.select.game, preset.select.game);
    }
}

}  // namespace
}  // namespace graphsr
