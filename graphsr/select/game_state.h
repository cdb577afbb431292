// What the agent of the retraining game sees: s_t = (z_{V_t}, z_{u_t}) in the paper, and the other forms.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphsr/select/agent.h"

namespace graphsr {

// All that stays the same in a round: the candidates in the order in which they come, and their embeddings.
struct GameBoard {
  std::vector<Candidate> candidates;
  Matrix embedding;                // of the candidates, (n,H)
  std::vector<Real> margin;        // of the teacher's probability of the label over the next best, (n)
  std::vector<Real> labelled_sum;  // of the labelled nodes' embeddings, (H)
  std::vector<Real> centre,
      scale;             // of the embeddings of labelled nodes and candidates: mean, 1/deviation, (H)
  int64_t labelled = 0;  // nodes
  int classes = 0;

  int64_t size() const { return static_cast<int64_t>(candidates.size()); }
  int64_t width() const { return embedding.cols(); }
};
GameBoard game_board(const Round& round, std::span<const Candidate> candidates, bool round_robin);

// What changes in an episode.
struct GamePosition {
  int64_t next = 0;            // the candidate to decide on
  std::vector<Real> kept_sum;  // of the kept candidates' embeddings, (H)
  std::vector<double> kept;    // per class
};

struct StateBuilder {
  const char* name;
  const char* summary;
  int64_t (*size)(const GameBoard& board);
  void (*write)(const GameBoard& board, const GamePosition& position, std::span<Real> state);
};

std::span<const StateBuilder> state_builders();
const StateBuilder& state_builder_named(const std::string& name);

}  // namespace graphsr
