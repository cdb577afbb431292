// What a reader does where files leave a choice. Whatever it did stands in Dataset::notes.
#pragma once

#include <optional>

#include "graphsr/graph/builder.h"

namespace graphsr {

// What becomes of an edge of which an end is no node of the node table.
enum class UnknownEnds {
  refuse,  // bad input, with the line
  drop,    // the edge is left out and counted
  add,     // the end becomes a node without label, all its features 0
};

struct ReadOptions {
  Direction direction = Direction::both;

  // Weights are not used by any model. Edges of weight 0 are always left out; with this, those of a smaller
  // weight too.
  std::optional<double> min_weight;

  // Nothing: what the format's published files need (LINQS and Pubmed-Diabetes: drop, others: refuse).
  std::optional<UnknownEnds> unknown_ends;

  // False: a graph without features is read too, and has 0 columns of them.
  bool features_required = true;
};

}  // namespace graphsr
