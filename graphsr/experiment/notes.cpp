#include "graphsr/experiment/notes.h"

#include <algorithm>

#include <fmt/format.h>

#include "graphsr/base/text.h"
#include "graphsr/measure/metrics.h"

namespace graphsr {

namespace {

std::vector<int64_t> counted(const std::vector<int32_t>& labels, int classes) {
  std::vector<int64_t> count(static_cast<size_t>(classes));
  for (const int32_t label : labels) ++count[label];
  return count;
}

std::string names_where(const Dataset& dataset, const auto& holds) {
  std::string names;
  for (int c = 0; c < dataset.classes(); ++c)
    if (holds(c)) names += (names.empty() ? "" : ", ") + in_quotes(dataset.class_names[c]);
  return names;
}

// Fewer of a class than this say little of it.
constexpr int64_t kFew = 5;

void add_small_parts(std::vector<std::string>& notes, const Dataset& dataset, const Task& task) {
  if (task.validation.size() == 0) return;
  const auto labelled = counted(task.train.labels, task.classes),
             held_out = counted(task.validation.labels, task.classes);
  const std::string unheard =
      names_where(dataset, [&](int c) { return labelled[c] > 0 && held_out[c] == 0; });
  if (!unheard.empty())
    notes.push_back(fmt::format(
        "no validation node is of {}: neither the epoch nor any figure of validation looks at it; "
        "--validation 0 holds nobody out",
        unheard));
  if (task.validation.size() < kFew * task.classes)
    notes.push_back(fmt::format(
        "{} validation nodes for {} classes stop training and choose: their figures are coarse; more "
        "labelled nodes of the rarest class would help most",
        task.validation.size(), task.classes));
}

}  // namespace

std::vector<std::string> notes_of(const Dataset& dataset, const Cell& cell, const Chosen& chosen) {
  std::vector<std::string> notes;
  if (!chosen.augmented.note.empty()) notes.push_back(chosen.augmented.note);
  if (chosen.task.validation.size() == 0 && (cell.refit || chosen.augmented.refit))
    notes.push_back("there are no validation labels to train on, so nothing was trained once more");
  add_small_parts(notes, dataset, chosen.task);
  return notes;
}

void add_notes(const Dataset& dataset, Result& result) {
  const auto labelled = counted(result.task.train.labels, result.task.classes),
             predicted = counted(predicted_classes(result.prediction.probability), result.task.classes);
  const std::string never = names_where(dataset, [&](int c) { return labelled[c] > 0 && predicted[c] == 0; });
  if (!never.empty())
    result.notes.push_back(fmt::format("no node of the graph is predicted to be of {}", never));
}

}  // namespace graphsr
