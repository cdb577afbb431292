// Choosing among a few actions by their logits. Sums are in double.
#pragma once

#include <span>

#include "graphsr/tensor/matrix.h"

namespace graphsr {

// log softmax(logits); both have one element per action. No finite logits overflow.
void log_probabilities(std::span<const Real> logits, std::span<Real> out);

// The action at `uniform` in [0, 1) of the cumulated probabilities; never one of probability 0.
int drawn_action(std::span<const Real> log_probabilities, double uniform);

// The most probable action; the first of equals.
int likeliest_action(std::span<const Real> log_probabilities);

// -sum p log p, with 0 log 0 = 0; the probabilities are those that the logarithms are of.
double entropy(std::span<const Real> log_probabilities, std::span<const double> probabilities);

}  // namespace graphsr
