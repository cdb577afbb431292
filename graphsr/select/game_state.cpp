#include "graphsr/select/game_state.h"

#include <algorithm>
#include <cmath>

#include "graphsr/base/choice.h"
#include "graphsr/select/pair_features.h"

namespace graphsr {

GameBoard game_board(const Round& round, std::span<const Candidate> candidates, bool round_robin) {
  GameBoard board;
  board.candidates.assign(candidates.begin(), candidates.end());
  if (round_robin)
    std::stable_sort(board.candidates.begin(), board.candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
  const Matrix& probability = round.teacher.probability;
  const Examples& train = round.task.train;
  board.classes = round.task.classes;
  board.labelled = train.size();
  std::vector<int32_t> nodes;
  for (const Candidate& c : board.candidates) {
    nodes.push_back(c.node);
    Real other = 0;
    for (int k = 0; k < board.classes; ++k)
      if (k != c.label) other = std::max(other, probability(c.node, k));
    board.margin.push_back(c.confidence - other);
  }
  nodes.insert(nodes.end(), train.nodes.begin(), train.nodes.end());
  const Matrix z = round.teacher.embedding(nodes);
  board.embedding.resize(board.size(), z.cols());
  std::copy_n(z.data(), board.embedding.size(), board.embedding.data());
  board.labelled_sum.assign(z.cols(), 0);
  for (int64_t i = board.size(); i < z.rows(); ++i)
    for (int64_t j = 0; j < z.cols(); ++j) board.labelled_sum[j] += z(i, j);
  const Standardiser by = standardiser_of(z);
  board.centre = by.shift;
  board.scale = by.scale;
  return board;
}

namespace {

// The paper's two blocks: the sum of z over the current set and the candidate's z. The sum is divided by the
// number of labelled nodes, a constant: as it stands it grows to hundreds and the policy keeps all or none.
int64_t paper_size(const GameBoard& board) { return 2 * board.width(); }
void write_paper(const GameBoard& board, const GamePosition& at, std::span<Real> state) {
  const auto scale = static_cast<Real>(std::max<int64_t>(1, board.labelled));
  for (int64_t j = 0; j < board.width(); ++j) {
    state[j] = (board.labelled_sum[j] + at.kept_sum[j]) / scale;
    state[board.width() + j] = board.embedding(at.next, j);
  }
}

// The released code's three: the labelled nodes' sum, the kept ones' and the candidate.
int64_t official_size(const GameBoard& board) { return 3 * board.width(); }
void write_official(const GameBoard& board, const GamePosition& at, std::span<Real> state) {
  const auto scale = static_cast<Real>(std::max<int64_t>(1, board.labelled));
  for (int64_t j = 0; j < board.width(); ++j) {
    state[j] = board.labelled_sum[j] / scale;
    state[board.width() + j] = at.kept_sum[j] / scale;
    state[2 * board.width() + j] = board.embedding(at.next, j);
  }
}

// Standardised mean of the set and z of the candidate, both small, and what else is known: class, confidence,
// margin, rank, distance, kept per class, time.
constexpr Real kEmbeddingScale = static_cast<Real>(0.3);
int64_t standardised_size(const GameBoard& board) { return 2 * board.width() + 2 * board.classes + 5; }
void write_standardised(const GameBoard& board, const GamePosition& at, std::span<Real> state) {
  const Candidate& c = board.candidates[at.next];
  double kept = 0;
  for (const double k : at.kept) kept += k;
  const auto members = static_cast<Real>(std::max(1.0, static_cast<double>(board.labelled) + kept));
  for (int64_t j = 0; j < board.width(); ++j) {
    const Real mean = (board.labelled_sum[j] + at.kept_sum[j]) / members;
    state[j] = kEmbeddingScale * (mean - board.centre[j]) * board.scale[j];
    state[board.width() + j] =
        kEmbeddingScale * (board.embedding(at.next, j) - board.centre[j]) * board.scale[j];
  }
  Real* rest = state.data() + 2 * board.width();
  const auto count = static_cast<Real>(board.size());
  for (int k = 0; k < board.classes; ++k) {
    rest[k] = k == c.label ? 1 : 0;
    rest[board.classes + k] = static_cast<Real>(at.kept[k]) * static_cast<Real>(board.classes) / count;
  }
  rest += 2 * board.classes;
  rest[0] = c.confidence;
  rest[1] = board.margin[at.next];
  rest[2] = static_cast<Real>(c.rank) * static_cast<Real>(board.classes) / count;
  rest[3] = std::log1p(c.distance);
  rest[4] = static_cast<Real>(at.next) / count;
}

}  // namespace

std::span<const StateBuilder> state_builders() {
  static const StateBuilder table[] = {
      {"paper", "sum of z over the set, z of the candidate", paper_size, write_paper},
      {"official", "sum over the labelled nodes, sum over the kept ones, candidate", official_size,
       write_official},
      {"standardised", "standardised mean and candidate, with class, confidence, rank, time",
       standardised_size, write_standardised},
  };
  return table;
}

const StateBuilder& state_builder_named(const std::string& name) {
  return named_entry("--state", name, state_builders());
}

}  // namespace graphsr
