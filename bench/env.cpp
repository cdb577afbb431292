// Times steps of the paper's selection game as the `official` preset plays it: ten gradient steps on the current
// set and a validation pass for each candidate, on one core.
//
//   bench_env [GRAPH.npz]     (default: Cora of the shared data, else the built-in graph)
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sched.h>

#include "graphsr/experiment/run.h"
#include "graphsr/select/selection_env.h"
#include "graphsr/train/gnn_classifier.h"

using namespace graphsr;

int main(int argc, char** argv) {
  std::string npz = argc > 1 ? argv[1] : GRAPHSR_SOURCE_DIR "/../shared/data/cora/cora.npz";
  if (!std::filesystem::exists(npz)) {
    fmt::print("{} is missing: the built-in graph is used instead\n", npz);
    npz = "demo";
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  const Dataset dataset = open_dataset(npz);
  ThreadPool pool(1);
  for (const ConvEntry& entry : convs()) {
    Cell cell = make_cell("graphsr", "official");
    cell.model.conv = entry.name;
    const Task task = task_of(dataset, draw_split(dataset, cell.split));
    const FitContext context = {0, pool, {}};
    const MakeClassifier classifiers = gnn_classifiers(cell.model, cell.training, task.classes);
    const Teacher teacher = train_teacher(plain_set(task), task.validation, false, classifiers, context);
    const auto candidates =
        similarity_selection(pseudo_labels(teacher.prediction.probability, task.pool),
                             teacher.prediction.embedding, task, cell.select.candidates);
    const GameBoard board = game_board({1, task, classifiers, teacher, candidates}, true);
    const auto& network = dynamic_cast<const GnnClassifier&>(*teacher.classifier).ensemble().members[0];
    SelectionEnv env({board, task, network, loss_named(cell.training.loss), cell.select.retraining, 0}, pool);
    std::vector<double> ms;
    for (int episode = 0; episode < 3; ++episode) {
      env.reset(static_cast<uint64_t>(episode));
      for (bool done = false; !done;) {
        const auto start = std::chrono::steady_clock::now();
        done = env.step(1).done;
        ms.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
      }
    }
    std::sort(ms.begin(), ms.end());
    fmt::print("{:<5} env step {:.2f} ms (fastest {:.2f}), {} candidates kept one by one\n", entry.name,
               ms[ms.size() / 2], ms.front(), candidates.size());
  }
}
