#include "graphsr/select/learning.h"

#include <algorithm>

#include <fmt/format.h>

#include "graphsr/base/bytes.h"

namespace graphsr {

namespace {

constexpr const char* kPart = "policy";

void write_row(ByteWriter& out, const HistoryRow& row) {
  out.list(row.kept);
  for (const double value :
       {row.mean_reward, row.entropy, row.kl, row.clip_fraction, row.value_loss, row.validation})
    out.value(value);
}

HistoryRow read_row(ByteReader& in, int round, int update) {
  HistoryRow row{.round = round, .update = update};
  in.list(row.kept);
  for (double* value :
       {&row.mean_reward, &row.entropy, &row.kl, &row.clip_fraction, &row.value_loss, &row.validation})
    *value = in.value<double>();
  return row;
}

void save(const PpoAgent& agent, const std::vector<HistoryRow>& history, const FitContext& context) {
  if (!context.checkpoint) return;
  ByteWriter out;
  out.value(static_cast<uint64_t>(history.size()));
  for (const HistoryRow& row : history) write_row(out, row);
  context.checkpoint->save(context.place + kPart, out.take() + agent.state());
}

// What an earlier run had learned, put into the agent.
std::vector<HistoryRow> restored(PpoAgent& agent, int round, const FitContext& context) {
  std::vector<HistoryRow> history;
  if (!context.checkpoint) return history;
  const auto saved = context.checkpoint->load(context.place + kPart);
  if (!saved) return history;
  ByteReader in(*saved, "the checkpoint");
  const auto count = in.value<uint64_t>();
  for (uint64_t k = 0; k < count; ++k) history.push_back(read_row(in, round, static_cast<int>(k + 1)));
  agent.restore(in.rest());
  return history;
}

HistoryRow row_of(const std::vector<std::unique_ptr<Environment>>& games, const UpdateFigures& figures,
                  int round, int update) {
  HistoryRow row{.round = round, .update = update};
  row.mean_reward = figures.mean_return;
  row.entropy = figures.entropy;
  row.kl = figures.kl;
  row.clip_fraction = figures.clip_fraction;
  row.value_loss = figures.value_loss;
  const auto episodes = static_cast<double>(games.size());
  for (const auto& game : games) {
    const SelectionGame::Tally tally = static_cast<const SelectionGame&>(*game).tally();
    row.kept.resize(tally.kept.size());
    for (size_t c = 0; c < tally.kept.size(); ++c) row.kept[c] += tally.kept[c] / episodes;
    row.validation += tally.score / episodes;
  }
  return row;
}

}  // namespace

std::vector<HistoryRow> learn_to_select(PpoAgent& agent, const MakeGame& make_game,
                                        const SelectOptions& options, int round, const FitContext& context) {
  std::vector<HistoryRow> history = restored(agent, round, context);
  const auto tell = [&](double done, const std::string& message) {
    report(context.progress, "", (static_cast<double>(history.size()) + done) / options.updates, message);
  };
  const auto episodes = static_cast<size_t>(options.episodes);
  std::vector<std::unique_ptr<Environment>> games;
  for (size_t e = 0; e < episodes; ++e) games.push_back(make_game());
  double best = 0;
  for (const HistoryRow& row : history) best = std::max(best, row.validation);
  while (static_cast<int>(history.size()) < options.updates) {
    const uint64_t update = history.size();
    PartsProgress parts([&](const Step& step) { tell(step.done, step.message); }, episodes);
    for (size_t e = 0; e < episodes && context.progress; ++e)
      static_cast<SelectionGame&>(*games[e]).watch(parts.part(e));
    const Batch batch = play(agent.networks(), games, update * games.size(), context.pool);
    UpdateFigures figures;
    if (options.control == "untrained")
      figures.mean_return = batch.mean_return();
    else
      figures = agent.learn(batch, update, context.pool);
    history.push_back(row_of(games, figures, round, static_cast<int>(update + 1)));
    save(agent, history, context);
    best = std::max(best, history.back().validation);
    tell(0, fmt::format("update {}, mean reward {:.2f}, best score {:.1f}", history.size(),
                        history.back().mean_reward, 100 * best));
  }
  return history;
}

}  // namespace graphsr
