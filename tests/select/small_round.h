// A round of the retraining game on a small graph: a trained teacher and a few candidates.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "graphsr/select/agent.h"
#include "graphsr/train/gnn_classifier.h"
#include "tests/graph/blocks_dataset.h"

namespace graphsr::test {

struct SmallRound {
  Dataset dataset = blocks_dataset();
  Task task = task_of(dataset, draw_split(dataset, blocks_split()));
  ThreadPool pool{2};
  MakeClassifier classifiers;
  Teacher teacher;
  std::vector<Candidate> candidates;

  explicit SmallRound(const std::string& conv = "sage", int width = 8) {
    const ModelOptions model = {.conv = conv, .width = width, .heads = 2, .attention_dropout = 0};
    classifiers = gnn_classifiers(model, {.epochs = 80, .loss = "balanced-softmax"}, task.classes);
    teacher = train_teacher(plain_set(task), task.validation, false, classifiers, {1, pool, {}});
    candidates = similarity_selection(pseudo_labels(teacher.probability, task.pool), teacher.embedding, task,
                                      {.nearest = 5});
    if (candidates.size() < 6) throw std::logic_error("the small round has too few candidates to test with");
  }
  SmallRound(const SmallRound&) = delete;

  Round round() const { return {1, task, classifiers, teacher}; }
  const Network& network() const {
    return dynamic_cast<const GnnClassifier&>(*teacher.classifier).ensemble().members.front();
  }
};

}  // namespace graphsr::test
