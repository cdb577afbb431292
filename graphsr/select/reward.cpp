#include "graphsr/select/reward.h"

#include <deque>
#include <numeric>

#include "graphsr/base/choice.h"

namespace graphsr {

namespace {

constexpr size_t kPast = 10;  // scores that make the baseline b_t

// The last kPast scores.
class Past {
 public:
  void begin(double score) { scores_ = {score}; }
  void add(double score) {
    scores_.push_back(score);
    if (scores_.size() > kPast) scores_.pop_front();
  }
  double last() const { return scores_.back(); }
  double mean() const {
    return std::accumulate(scores_.begin(), scores_.end(), 0.0) / static_cast<double>(scores_.size());
  }

 private:
  std::deque<double> scores_;
};

// Equation (6): +1 when the node was kept and the accuracy is at least the mean of the past ten, or refused
// and it is below; else -1.
class AccuracySign : public Reward {
 public:
  void begin(const GameScore& labelled) override { past_.begin(labelled.accuracy); }
  double of(int action, const GameScore& score, bool) override {
    const bool good = score.accuracy >= past_.mean();
    past_.add(score.accuracy);
    return good == (action == 1) ? 1 : -1;
  }

 private:
  Past past_;
};

// The released code's: macro-F1, nothing for a tie, and only scores of kept nodes enter the baseline; a
// refusal repeats the last of them.
class F1Sign : public Reward {
 public:
  void begin(const GameScore& labelled) override { past_.begin(labelled.macro_f1); }
  double of(int action, const GameScore& score, bool) override {
    const double gain = score.macro_f1 - past_.mean();
    past_.add(action == 1 ? score.macro_f1 : past_.last());
    return gain == 0 ? 0 : (gain > 0) == (action == 1) ? 1 : -1;
  }

 private:
  Past past_;
};

// One reward at the end: how good the whole choice is.
class TerminalScore : public Reward {
 public:
  void begin(const GameScore&) override {}
  double of(int, const GameScore& score, bool last) override {
    constexpr double kLossWeight = 0.3;
    return last ? score.accuracy - kLossWeight * score.loss : 0;
  }
};

template <class Rule>
std::unique_ptr<Reward> make() {
  return std::make_unique<Rule>();
}

}  // namespace

std::span<const RewardRule> rewards() {
  static const RewardRule table[] = {
      {"accuracy-sign", "+1 or -1 by validation accuracy against the mean of the past ten (the paper's)",
       true, make<AccuracySign>},
      {"f1-sign", "+1, 0 or -1 by macro-F1 against the last kept nodes' (the released code's)", true,
       make<F1Sign>},
      {"terminal", "validation accuracy - 0.3 loss of the whole choice, at the end", false,
       make<TerminalScore>},
  };
  return table;
}

const RewardRule& reward_named(const std::string& name) { return named_entry("--reward", name, rewards()); }

}  // namespace graphsr
