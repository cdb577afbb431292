// Times steps of the paper's selection game as the `official` preset plays it: ten gradient steps on the
// current set and a validation pass for each candidate, on one core. Beside them the same game in PyTorch,
// written as the paper's authors play it, where Debian's python3-torch is installed (bench/peers). Then whole
// fits with the default preset, on one core and on two threads, and several of them as `graphsr bench` runs
// them: one after the other, and two at a time.
//
//   bench_env [GRAPH.npz]     (default: Cora of the shared data, else the built-in graph)
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/common.h"
#include "graphsr/experiment/run.h"
#include "graphsr/select/selection_env.h"
#include "graphsr/train/gnn_classifier.h"

namespace {

using namespace graphsr;
using namespace graphsr::bench;

struct Game {
  size_t candidates = 0;
  Times step;
};

Game time_ours(const Dataset& dataset, const Split& split, const Cell& cell) {
  ThreadPool pool(1);
  const Task task = task_of(dataset, split);
  const FitContext context = {0, pool, {}};
  const MakeClassifier classifiers = gnn_classifiers(cell.model, cell.training, task.classes);
  const Teacher teacher = train_teacher(plain_set(task), task.validation, false, classifiers, context);
  const auto candidates = similarity_selection(pseudo_labels(teacher.probability, task.pool),
                                               teacher.embedding, task, cell.select.candidates);
  const GameBoard board = game_board({1, task, classifiers, teacher}, candidates, true);
  const auto& network = dynamic_cast<const GnnClassifier&>(*teacher.classifier).ensemble().members[0];
  SelectionEnv env({board, task, network, loss_of(cell.training), cell.select.retraining, 0}, pool);
  std::vector<double> ms;
  for (int episode = 0; episode < 3; ++episode) {
    env.reset(static_cast<uint64_t>(episode));
    for (bool done = false; !done;) {
      const auto start = std::chrono::steady_clock::now();
      done = env.step(1).done;
      const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
      ms.push_back(passed.count());
    }
  }
  return {candidates.size(), summary(ms)};
}

// The fastest of three.
double fit_seconds(const Dataset& dataset, const Split& split, const std::string& conv, int threads) {
  Cell cell = make_cell("graphsr", "default");
  cell.model.conv = conv;
  ThreadPool pool(threads);
  double least = 1e9;
  for (int k = 0; k < 3; ++k) {
    const auto start = std::chrono::steady_clock::now();
    run(dataset, cell, split, pool, {});
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    least = std::min(least, passed.count());
  }
  return least;
}

// Fits of the first seeds, each on one thread, `jobs` at a time.
constexpr int64_t kSeeds = 12;
double grid_seconds(const Dataset& dataset, const std::string& conv, int jobs) {
  const auto start = std::chrono::steady_clock::now();
  ThreadPool side_by_side(jobs);
  side_by_side.for_blocks(kSeeds, 1, [&](int64_t seed, int64_t) {
    Cell cell = make_cell("graphsr", "default");
    cell.model.conv = conv;
    cell.split.seed = static_cast<uint64_t>(seed);
    ThreadPool own(1);
    run(dataset, cell, std::nullopt, own, {});
  });
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  return passed.count();
}

}  // namespace

static int compare(int argc, char** argv) {
  const std::string npz =
      npz_or_nothing(argc > 1 ? argv[1] : GRAPHSR_SOURCE_DIR "/../shared/data/cora/cora.npz");
  pin_to_one_core();
  const Dataset dataset = open_dataset(npz.empty() ? "demo" : npz);
  Cell cell = make_cell("graphsr", "official");
  const Split split = draw_split(dataset, cell.split);
  const Peers peers(npz, split);
  // Once for all models: the authors' environment has but one.
  const Times peer = peers.present() ? peers.time("pytorch_env.py", "", "ms_per_step") : Times{};
  if (peer.median > 0)
    fmt::print("PyTorch, sampling SAGE: env step {:.1f} ms (fastest {:.1f})\n", peer.median, peer.least);
  for (const ConvEntry& entry : convs()) {
    cell.model.conv = entry.name;
    const Game ours = time_ours(dataset, split, cell);
    fmt::print("{:<5} env step {:.2f} ms (fastest {:.2f}), {} candidates kept one by one", entry.name,
               ours.step.median, ours.step.least, ours.candidates);
    if (peer.median > 0)
      fmt::print("; PyTorch takes {:.1f} times as long ({:.1f})", peer.median / ours.step.median,
                 peer.least / ours.step.least);
    fmt::print("\n");
  }
  for (const ConvEntry& entry : convs()) {
    pin_to_one_core();
    const double one = fit_seconds(dataset, split, entry.name, 1);
    unpin();
    const double two = fit_seconds(dataset, split, entry.name, 2);
    fmt::print(
        "{:<5} fit with the default preset: {:.2f} s of one core, {:.2f} on two threads: {:.2f} times\n",
        entry.name, one, two, one / two);
  }
  for (const char* conv : {"gcn", "sage"}) {
    pin_to_one_core();
    const double one = grid_seconds(dataset, conv, 1);
    unpin();
    const double two = grid_seconds(dataset, conv, 2);
    fmt::print("{:<5} fits of {} seeds: {:.1f} s one after the other, {:.1f} two at a time: {:.2f} times\n",
               conv, kSeeds, one, two, one / two);
  }
  return 0;
}

int main(int argc, char** argv) { return graphsr::bench::reported(compare, argc, argv); }
