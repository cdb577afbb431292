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
  // Which options for selection it reads: none of them, of a preset's the numbers of rounds and candidates or
  // all, or those of one method.
  enum class Reads { none, sizes, all, crest, graphens, graphsmote } reads = Reads::none;
  const char* loss = "";  // that it trains with, a name in losses(); empty: the one that --loss names

  bool has_preset() const { return reads == Reads::sizes || reads == Reads::all; }
};

std::span<const Method> methods();

// Refuses an unknown name and suggests the nearest.
const Method& method_named(const std::string& name);

std::unique_ptr<Recipe> vanilla(const SelectOptions&);
std::unique_ptr<Recipe> over_sampling(const SelectOptions&);
std::unique_ptr<Recipe> cb_sampling(const SelectOptions&);
std::unique_ptr<Recipe> smote(const SelectOptions&);
std::unique_ptr<Recipe> graphens(const SelectOptions& options);
std::unique_ptr<Recipe> graphsmote(const SelectOptions& options);
std::unique_ptr<Recipe> graphsmote_t(const SelectOptions& options);
std::unique_ptr<Recipe> graphsmote_o(const SelectOptions& options);
std::unique_ptr<Recipe> graphsmote_o_pre(const SelectOptions& options);
std::unique_ptr<Recipe> crest(const SelectOptions& options);
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
