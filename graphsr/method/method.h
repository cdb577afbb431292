// The methods by name: one row of the paper's tables per file, one line in the table of method.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "graphsr/select/select_options.h"
#include "graphsr/train/recipe.h"

namespace graphsr {

struct Method {
  const char* name;
  const char* summary;
  std::unique_ptr<Recipe> (*recipe)(const SelectOptions& options);
  // Which of a preset's options for selection it reads: none of them, the number of rounds, all.
  enum class Reads { none, rounds, all } reads = Reads::none;

  bool has_preset() const { return reads != Reads::none; }
};

std::span<const Method> methods();

// Refuses an unknown name and suggests the nearest.
const Method& method_named(const std::string& name);

std::unique_ptr<Recipe> vanilla(const SelectOptions&);
std::unique_ptr<Recipe> ru_selection(const SelectOptions&);
std::unique_ptr<Recipe> su_selection(const SelectOptions&);
std::unique_ptr<Recipe> graphsr_method(const SelectOptions& options);
std::unique_ptr<Recipe> graphsr_untrained(const SelectOptions& options);
std::unique_ptr<Recipe> graphsr_permuted(const SelectOptions& options);
std::unique_ptr<Recipe> all_candidates(const SelectOptions& options);
std::unique_ptr<Recipe> confident_half(const SelectOptions& options);
std::unique_ptr<Recipe> validation_teacher(const SelectOptions& options);
std::unique_ptr<Recipe> validation_students(const SelectOptions& options);
std::unique_ptr<Recipe> train_validation(const SelectOptions&);

}  // namespace graphsr
