#include "graphsr/method/method.h"

#include "graphsr/base/choice.h"

namespace graphsr {

std::span<const Method> methods() {
  using Reads = Method::Reads;
  static const Method table[] = {
      {"graphsr", "similarity selection, then selection by a learned agent", graphsr_method, Reads::all},
      {"vanilla", "the labelled nodes, nothing else", vanilla},
      {"ru-selection", "random pseudo-labelled nodes until the classes are balanced", ru_selection},
      {"su-selection", "the pseudo-labelled nodes nearest to the class centre until balanced", su_selection},
      {"all-candidates", "control: graphsr's rounds, every candidate kept", all_candidates, Reads::all},
      {"confident-half", "control: graphsr's rounds, the surer half of every predicted class kept",
       confident_half, Reads::rounds},
      {"graphsr-untrained", "control: graphsr with an agent that has not learned", graphsr_untrained,
       Reads::all},
      {"graphsr-permuted", "control: graphsr with the agent's scores dealt anew within each class",
       graphsr_permuted, Reads::all},
      {"validation-teacher",
       "reference that trains on validation labels: confident-half, its first teacher has them",
       validation_teacher, Reads::rounds},
      {"validation-students",
       "reference that trains on validation labels: confident-half, all its classifiers have them",
       validation_students, Reads::rounds},
      {"train-validation", "reference that trains on validation labels: labelled and validation nodes",
       train_validation},
  };
  return table;
}

const Method& method_named(const std::string& name) { return named_entry("--method", name, methods()); }

}  // namespace graphsr
