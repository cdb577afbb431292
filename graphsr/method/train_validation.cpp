// Labelled and validation labels together, no selection: what the validation labels are worth when they are
// simply trained on. The number of epochs is found before, with the validation nodes held out.
#include "graphsr/method/method.h"

namespace graphsr {

namespace {

class TrainValidation : public Recipe {
 public:
  Augmented augment(const Task& task, const MakeClassifier&, const FitContext&) override {
    return {.set = plain_set(task), .refit = true};
  }
};

}  // namespace

std::unique_ptr<Recipe> train_validation(const SelectOptions&) { return std::make_unique<TrainValidation>(); }

}  // namespace graphsr
