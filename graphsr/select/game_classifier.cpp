#include "graphsr/select/game_classifier.h"

#include "graphsr/measure/metrics.h"

namespace graphsr {

GameClassifier::GameClassifier(const Network& start, const Loss& loss, const Graph& graph,
                               const Examples& validation, double rate, ThreadPool& pool)
    : network_(start),
      loss_(loss),
      graph_(graph),
      validation_(validation),
      messages_(start.conv().messages(graph.edges)),
      validation_reading_(std::make_unique<Reading>(start, graph, messages_, validation.nodes, false)),
      tape_(pool),
      validation_tape_(pool),
      optimiser_({.kind = OptimiserOptions::Kind::sgd, .rate = rate, .weight_decay = 0}),
      pool_(pool) {
  become(start);
}

void GameClassifier::become(const Network& network) {
  const std::vector<Param*> ours = network_.params();
  const std::vector<const Param*> theirs = network.params();
  for (size_t i = 0; i < ours.size(); ++i) ours[i]->value = theirs[i]->value;
  if (graph_.features.is_sparse()) order_weights(network_, Order::strips);
}

Network GameClassifier::network() const {
  Network copy = network_;
  order_weights(copy, Order::rows);
  return copy;
}

void GameClassifier::train(const Examples& set, int steps) {
  const FlushDenormals flush;
  Reading reading(network_, graph_, messages_, set.nodes, true);
  const std::vector<Param*> params = network_.params();
  for (int step = 0; step < steps; ++step) {
    tape_.clear();
    const Var logits = forward(tape_, network_, reading, {}).logits;
    tape_.backward(loss_.value(tape_, logits, set));
    optimiser_.step(pool_, params);
  }
  tape_.clear();
}

GameScore GameClassifier::score() {
  const FlushDenormals flush;
  validation_tape_.clear();
  const Var logits = forward(validation_tape_, network_, *validation_reading_, {}).logits;
  const Var loss = cross_entropy(validation_tape_, logits, validation_.labels, {});
  const Matrix& scores = validation_tape_.value(logits);
  const std::vector<int32_t> predicted = predicted_classes(scores);
  const auto classes = static_cast<size_t>(scores.cols());
  std::vector<double> right(classes), guessed(classes), there(classes);
  GameScore out;
  for (size_t i = 0; i < predicted.size(); ++i) {
    right[predicted[i]] += predicted[i] == validation_.labels[i];
    ++guessed[predicted[i]];
    ++there[validation_.labels[i]];
  }
  for (size_t c = 0; c < classes; ++c) {
    out.accuracy += right[c] / static_cast<double>(predicted.size());
    if (guessed[c] + there[c] > 0)
      out.macro_f1 += 2 * right[c] / (guessed[c] + there[c]) / static_cast<double>(classes);
  }
  out.loss = validation_tape_.value(loss)(0, 0);
  return out;
}

}  // namespace graphsr
