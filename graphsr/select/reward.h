// What an action was worth, told by a classifier that was trained on the current set and the candidate. Each
// rule is a small type that remembers what it compares with.
#pragma once

#include <memory>
#include <span>
#include <string>

namespace graphsr {

// On the validation nodes.
struct GameScore {
  double accuracy = 0, macro_f1 = 0, loss = 0;
};

class Reward {
 public:
  virtual ~Reward() = default;

  // An episode begins; `labelled` is the score with the labelled set alone.
  virtual void begin(const GameScore& labelled) = 0;

  // `score` is the one with the current set and the candidate, or, of a rule that only looks at the end, with
  // what was kept in all.
  virtual double of(int action, const GameScore& score, bool last) = 0;
};

struct RewardRule {
  const char* name;
  const char* summary;
  bool every_step;  // needs a score after every candidate; else only at the end
  std::unique_ptr<Reward> (*make)();
};

std::span<const RewardRule> rewards();
const RewardRule& reward_named(const std::string& name);

}  // namespace graphsr
