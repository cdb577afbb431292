#include "graphsr/select/teacher.h"

namespace graphsr {

Teacher train_teacher(const TrainingSet& set, const Examples& validation, bool spend_validation,
                      const MakeClassifier& classifiers, const FitContext& context) {
  std::shared_ptr<Classifier> classifier = classifiers();
  Recipe plain;
  const bool again = spend_validation && validation.size() > 0;
  const FitContext first = context.share(0, again ? 0.5 : 1);
  Teacher teacher{classifier, {}, {}, classifier->fit(set, validation, plain, first)};
  if (again) refit(*classifier, set, validation, teacher.reports, plain, context.share(0.5, 1));
  teacher.probability = all_probabilities(*classifier, *set.graph, context.pool);
  teacher.embedding = [classifier, graph = set.graph, &pool = context.pool](std::span<const int32_t> nodes) {
    return classifier->embedding(*graph, nodes, pool);
  };
  return teacher;
}

}  // namespace graphsr
