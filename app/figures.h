// A result as people read it, on stdout.
#pragma once

#include "graphsr/experiment/run.h"

namespace graphsr::app {

// Data set and split, in three lines.
void print_task(const Dataset& dataset, const Chosen& chosen);

// Per class: labelled, candidates, kept, how many of them are right where that is known, and, of a result
// with held-out nodes, their figures.
void print_choice(const Dataset& dataset, const Chosen& chosen);
void print_result(const Dataset& dataset, const Cell& cell, const Result& result);

}  // namespace graphsr::app
