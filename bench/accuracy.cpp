// Test figures of methods over seeds, on the same splits, with paired differences to the first method.
//
//   bench_accuracy [DATASET=cora] [MODEL=sage] [METHODS=graphsr,vanilla] [RHO=0.3] [SEEDS=20 or A..B] [OPTION=VALUE ...]
//
// A method may carry a preset, "graphsr:paper"; one without has the options that the command would give it.
// Options change all of them: loss, ensemble, smooth.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "graphsr/experiment/run.h"

using namespace graphsr;

namespace {

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double deviation(const std::vector<double>& x) {
  double square = 0;
  for (const double v : x) square += (v - mean(x)) * (v - mean(x));
  return x.size() > 1 ? std::sqrt(square / static_cast<double>(x.size() - 1)) : 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto word = [&](size_t i, const char* otherwise) { return i < words.size() ? words[i] : otherwise; };
  const std::string name = word(0, "cora"), model = word(1, "sage");
  const double rho = std::atof(word(3, "0.3").c_str());
  const std::string range = word(4, "20");
  const size_t dots = range.find("..");
  const int first = dots == std::string::npos ? 0 : std::atoi(range.c_str());
  const int end = dots == std::string::npos ? std::atoi(range.c_str()) : std::atoi(range.c_str() + dots + 2) + 1;
  const std::string path = fmt::format("{}/../shared/data/{}/{}.npz", GRAPHSR_SOURCE_DIR, name, name);
  if (!std::filesystem::exists(path)) {
    fmt::print("{}: not run, {} is missing\n", name, path);
    return 0;
  }
  const Dataset dataset = open_dataset(path);
  ThreadPool pool(hardware_threads());
  fmt::print("{} {} rho {} seeds {} to {}\n", name, model, rho, first, end - 1);
  for (const std::string& entry : parts_of(word(2, "graphsr,vanilla"), ',')) {
    const auto names = parts_of(entry, ':');
    Cell cell = make_cell(names[0], names.size() > 1 ? names[1] : "");
    cell.model.conv = model;
    cell.split.rho = rho;
    for (size_t i = 5; i < words.size(); ++i) {
      const auto option = parts_of(words[i], '=');
      const double number = std::atof(option[1].c_str());
      if (option[0] == "loss") cell.training.loss = option[1];
      if (option[0] == "ensemble") cell.training.ensemble = static_cast<int>(number);
      if (option[0] == "smooth") cell.training.smooth = number;
      if (option[0] == "agent") cell.select.agent = option[1];
      if (option[0] == "threshold") cell.select.threshold = number;
      if (option[0] == "rounds") cell.select.rounds = static_cast<int>(number);
      if (option[0] == "keep") cell.select.keep_at_least = static_cast<int>(number);
      if (option[0] == "refit") cell.refit = number != 0;
      if (option[0] == "share") cell.select.candidates.share = number;
      if (option[0] == "wrong") cell.select.simulated.wrong = number;
      if (option[0] == "jury") cell.select.simulated.jury = number;
      if (option[0] == "folds") cell.select.simulated.folds = static_cast<int>(number);
      if (option[0] == "hidden") {
        cell.select.ppo.actor_hidden.clear();
        if (number > 0) cell.select.ppo.actor_hidden = {static_cast<int64_t>(number)};
        cell.select.ppo.critic_hidden = {16};
      }
      if (option[0] == "rate") cell.select.ppo.rate = number;
      if (option[0] == "entropy") cell.select.ppo.entropy_weight = number;
      if (option[0] == "bias") cell.select.ppo.keep_bias = number;
      if (option[0] == "updates") cell.select.updates = static_cast<int>(number);
      if (option[0] == "episodes") cell.select.episodes = static_cast<int>(number);
    }
    std::vector<double> accuracy(end - first), f1(accuracy), pure(accuracy), kept(accuracy), all(accuracy), seconds(accuracy);
    pool.for_blocks(end - first, 1, [&](int64_t i, int64_t) {
      ThreadPool alone(1);
      Cell own = cell;
      own.split.seed = static_cast<uint64_t>(first + i);
      const auto start = std::chrono::steady_clock::now();
      const Result r = run(dataset, own, std::nullopt, alone, {});
      seconds[i] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      accuracy[i] = 100 * r.test->accuracy;
      f1[i] = 100 * r.test->macro_f1;
      for (const LedgerRow& row : r.augmented.ledger) {
        const bool right = dataset.labels[row.node] == row.label;
        all[i] += right / static_cast<double>(r.augmented.ledger.size());
        kept[i] += row.kept;
        pure[i] += row.kept && right;
      }
      if (kept[i] > 0) pure[i] /= kept[i];
    });
    fmt::print("{:<24} accuracy {:.2f} ± {:.2f}  macro-F1 {:.2f}  kept {:.0f}  precision {:.3f} of {:.3f}  {:.2f} s\n", entry,
               mean(accuracy), deviation(accuracy), mean(f1), mean(kept), mean(pure), mean(all), mean(seconds));
    std::fflush(stdout);
  }
}
