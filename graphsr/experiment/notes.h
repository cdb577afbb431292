// What whoever reads a run's figures should know of it and would not see in them.
#pragma once

#include <string>
#include <vector>

#include "graphsr/experiment/run.h"

namespace graphsr {

// Of the choice: what the method says of itself, labels that were wished for and are not there, classes and
// parts of the split that are too small to tell much. One sentence each, without a full stop.
std::vector<std::string> notes_of(const Dataset& dataset, const Cell& cell, const Chosen& chosen);

// Adds what the model shows: classes that it never predicts.
void add_notes(const Dataset& dataset, Result& result);

}  // namespace graphsr
