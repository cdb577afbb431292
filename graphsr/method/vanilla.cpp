// Vanilla: the plain recipe.
#include "graphsr/method/method.h"

namespace graphsr {

std::unique_ptr<Recipe> vanilla(const SelectOptions&) { return std::make_unique<Recipe>(); }

}  // namespace graphsr
