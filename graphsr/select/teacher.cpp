#include "graphsr/select/teacher.h"

namespace graphsr {

Teacher train_teacher(const TrainingSet& set, const Examples& validation, bool spend_validation,
                      const MakeClassifier& classifiers, const FitContext& context) {
  std::shared_ptr<Classifier> classifier = classifiers();
  Recipe plain;
  Teacher teacher{classifier, {}, classifier->fit(set, validation, plain, context)};
  if (spend_validation && validation.size() > 0)
    refit(*classifier, set, validation, teacher.reports, plain, context);
  teacher.prediction = predict_all(*classifier, *set.graph, context.pool);
  return teacher;
}

}  // namespace graphsr
