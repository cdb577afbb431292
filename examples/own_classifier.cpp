// The selection with a classifier of one's own: here label propagation, which trains nothing at all. Any
// other model fits in the same way: fit() learns from examples, predict() gives an embedding and
// probabilities.
//
//   own_classifier [GRAPH.npz]
#include <cstdio>
#include <graphsr/graphsr.h>

using namespace graphsr;

class Spreading : public Classifier {
 public:
  Spreading(int classes) : classes_(classes) {}

  std::vector<FitReport> fit(const TrainingSet& set, const Examples&, Recipe&, const FitContext&) override {
    known_ = set.examples;
    return {};
  }

  Prediction predict(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const override {
    const Matrix rows = gathered(label_propagation(graph.edges, known_, classes_, pool), nodes);
    return {rows, rows};
  }

 private:
  int classes_;
  Examples known_;
};

int main(int argc, char** argv) try {
  const Dataset dataset = open_dataset(argc > 1 ? argv[1] : "demo");
  const Split split = draw_split(dataset, {});
  const Task task = task_of(dataset, split);
  ThreadPool pool(hardware_threads());
  const FitContext context = {.seed = 0, .pool = pool};
  const MakeClassifier mine = [&] { return std::make_unique<Spreading>(task.classes); };

  const auto accuracy = [&](const TrainingSet& set) {
    Recipe plain;
    const auto classifier = mine();
    classifier->fit(set, task.validation, plain, context);
    const Examples test = examples_of(dataset, split.test);
    return 100 *
           measure(test.labels, classifier->predict(*task.graph, test.nodes, pool).probability).accuracy;
  };
  const auto recipe = method_named("graphsr").recipe(preset_named("default").select);
  const Augmented chosen = recipe->augment(task, mine, context);
  const auto added = chosen.set.examples.size() - task.train.size();
  std::printf("label propagation: %.1f with %d labels, %.1f with %d chosen nodes more\n",
              accuracy(plain_set(task)), static_cast<int>(task.train.size()), accuracy(chosen.set),
              static_cast<int>(added));
} catch (const Error& error) {
  std::fprintf(stderr, "own_classifier: %s\n", error.what());
  return static_cast<int>(error.fault());
}
