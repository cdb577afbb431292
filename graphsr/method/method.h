// The methods by name: one row of the paper's tables per file, one line in the table of method.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "graphsr/train/recipe.h"

namespace graphsr {

struct Method {
  const char* name;
  const char* summary;
  std::unique_ptr<Recipe> (*recipe)();
};

std::span<const Method> methods();

// Refuses an unknown name and suggests the nearest.
const Method& method_named(const std::string& name);

std::unique_ptr<Recipe> vanilla();

}  // namespace graphsr
