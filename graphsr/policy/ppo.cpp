#include "graphsr/policy/ppo.h"

#include <algorithm>
#include <numeric>

#include "graphsr/base/error.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

static void check(int64_t state_size, const PpoOptions& options) {
  const auto require = [](bool holds, const char* problem) {
    if (!holds) wrong_usage("policy", problem);
  };
  const auto is_share = [](double x) { return x >= 0 && x <= 1; };
  const auto are_widths = [](const std::vector<int64_t>& hidden) {
    return std::all_of(hidden.begin(), hidden.end(), [](int64_t w) { return w >= 1 && w <= 65536; });
  };
  require(state_size >= 1, "the state has no elements");
  require(options.actions >= 2, "there must be at least 2 actions");
  require(are_widths(options.actor_hidden) && are_widths(options.critic_hidden),
          "a width must be 1 to 65536");
  require(options.rate > 0, "the learning rate must be above 0");
  require(options.clip > 0 && options.clip < 1, "clip must be above 0 and below 1");
  require(is_share(options.advantage.gamma) && is_share(options.advantage.lambda),
          "gamma and lambda must be 0 to 1");
  require(!(options.advantage.gae && options.advantage.standardise_returns),
          "gae cannot be had with standardised returns");
  require(options.epochs >= 1, "there must be at least 1 epoch");
  require(options.minibatch >= 0, "a minibatch cannot be negative");
  require(options.entropy_weight >= 0 && options.gradient_limit >= 0 && options.target_kl >= 0,
          "entropy weight, gradient limit and target KL cannot be negative");
  require(options.dropout >= 0 && options.dropout < 1, "dropout must be at least 0 and below 1");
}

static PolicyNetworks make_networks(int64_t state_size, const PpoOptions& options, uint64_t seed) {
  check(state_size, options);
  MlpOptions actor{state_size, options.actor_hidden, options.actions, options.last_scale, {}};
  actor.last_bias.assign(static_cast<size_t>(options.actions), 0);
  actor.last_bias[1] = options.keep_bias;
  const MlpOptions critic{state_size, options.critic_hidden, 1, 1, {}};
  return {Mlp("actor", actor, seed, 0), Mlp("critic", critic, seed, uint64_t{1} << 32), seed, options.dropout,
          options.dropout_in_evaluation};
}

PpoAgent::PpoAgent(int64_t state_size, const PpoOptions& options, uint64_t seed)
    : options_(options),
      networks_(make_networks(state_size, options, seed)),
      actor_optimiser_({.rate = options.rate, .weight_decay = 0}),
      critic_optimiser_({.rate = options.rate, .weight_decay = 0}) {}

namespace {

// A batch as it is learnt from, or some of it.
struct Lesson {
  const Matrix* states;
  PpoSamples samples;
  std::span<const Real> returns;
};

// The rows of a lesson that one step uses, gathered.
class Minibatch {
 public:
  Lesson of(const Lesson& all, std::span<const int32_t> rows) {
    states_ = gathered(*all.states, rows);
    pick(all.samples.actions, rows, actions_);
    pick(all.samples.log_probabilities, rows, log_probabilities_);
    pick(all.samples.advantages, rows, advantages_);
    pick(all.returns, rows, returns_);
    return {&states_, {actions_, log_probabilities_, advantages_}, returns_};
  }

 private:
  template <class T>
  static void pick(std::span<const T> from, std::span<const int32_t> rows, std::vector<T>& to) {
    to.clear();
    for (const int32_t row : rows) to.push_back(from[row]);
  }

  Matrix states_;
  std::vector<int32_t> actions_;
  std::vector<Real> log_probabilities_, advantages_, returns_;
};

// How far an update got.
struct Taken {
  int epochs = 0;  // that were completed
  int64_t steps = 0;
};

// Calls teach(lesson, epoch, step) for each minibatch of each epoch of an update until it says no.
template <class Teach>
Taken take_steps(const Lesson& all, const PpoOptions& options, uint64_t seed, uint64_t update,
                 const Teach& teach) {
  Taken taken;
  const auto take_step = [&](const Lesson& lesson, uint64_t epoch) {
    const bool went_on = teach(lesson, epoch, taken.steps);
    taken.steps += went_on;
    return went_on;
  };
  const auto count = static_cast<int64_t>(all.returns.size());
  Minibatch minibatch;
  std::vector<int32_t> order(all.returns.size());
  const auto take_epoch = [&](uint64_t epoch) {
    if (options.minibatch == 0 || options.minibatch >= count) return take_step(all, epoch);
    std::iota(order.begin(), order.end(), 0);
    Stream(seed, Purpose::minibatch, epoch).shuffle(std::span(order));
    for (size_t begin = 0; begin < order.size(); begin += static_cast<size_t>(options.minibatch)) {
      const size_t some = std::min(static_cast<size_t>(options.minibatch), order.size() - begin);
      if (!take_step(minibatch.of(all, std::span(order).subspan(begin, some)), epoch)) return false;
    }
    return true;
  };
  const auto epochs = static_cast<uint64_t>(options.epochs);
  for (uint64_t k = 0; k < epochs && take_epoch(update * epochs + k); ++k) ++taken.epochs;
  return taken;
}

void descend(Tape& tape, Var loss, Mlp& network, Optimiser& optimiser, double gradient_limit) {
  tape.backward(loss);
  const std::vector<Param*> params = network.params();
  if (gradient_limit > 0) limit_gradients(params, gradient_limit);
  optimiser.step(tape.pool(), params);
}

double mean_squared_difference(std::span<const Real> a, std::span<const Real> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference * difference;
  }
  return sum / static_cast<double>(a.size());
}

}  // namespace

UpdateFigures PpoAgent::learn(const Batch& batch, uint64_t update, ThreadPool& pool) {
  if (batch.size() == 0) return {};
  using Use = PolicyNetworks::Use;
  const Advantages targets = advantages(batch, options_.advantage);
  const std::vector<int32_t> alike = alike_samples(batch.actions, batch.log_probabilities);
  const Lesson all = {
      &batch.states, {batch.actions, batch.log_probabilities, targets.advantages, alike}, targets.returns};
  UpdateFigures figures;
  figures.mean_reward = batch.mean_reward();
  figures.mean_return = batch.mean_return();
  figures.value_loss = mean_squared_difference(batch.values, targets.returns);

  Tape tape(pool);
  const auto policy = [&](const Matrix& states, Use use, uint64_t high, uint64_t low) {
    tape.clear();
    return networks_.actor.forward(tape, tape.constant(states), networks_.dropout_at(use, high, low));
  };
  // A step of the actor, or none if it has moved too far already.
  const auto teach_actor = [&](const Lesson& lesson, uint64_t epoch, int64_t step) {
    PpoFigures found;
    const Var logits = policy(*lesson.states, Use::learn, epoch, static_cast<uint64_t>(step));
    const Var loss = ppo_loss(tape, logits, lesson.samples, {options_.clip, options_.entropy_weight}, &found);
    if (options_.target_kl > 0 && found.kl > options_.target_kl) return false;
    descend(tape, loss, networks_.actor, actor_optimiser_, options_.gradient_limit);
    return true;
  };
  Tape critic_tape(pool);
  const auto teach_critic = [&](const Lesson& lesson, uint64_t, int64_t step) {
    if (options_.target_kl > 0 && step == figures.steps) return false;  // as many steps as the actor's
    critic_tape.clear();
    const Var values = networks_.critic.forward(critic_tape, critic_tape.constant(*lesson.states));
    descend(critic_tape, squared_error(critic_tape, values, lesson.returns), networks_.critic,
            critic_optimiser_, options_.gradient_limit);
    return true;
  };
  const auto actor = [&] {
    const Taken taken = take_steps(all, options_, networks_.seed, update, teach_actor);
    figures.epochs = taken.epochs;
    figures.steps = taken.steps;
  };
  const auto critic = [&] { take_steps(all, options_, networks_.seed, update, teach_critic); };
  if (options_.target_kl > 0) {
    actor();
    critic();
  } else {
    pool.for_blocks(2, 1, [&](int64_t k, int64_t) { k == 0 ? actor() : critic(); });
  }

  const Matrix& logits = tape.value(policy(batch.states, Use::measure, update, 0));
  const PpoFigures after = ppo_figures(logits, all.samples, options_.clip, pool);
  figures.entropy = after.entropy;
  figures.kl = after.kl;
  figures.clip_fraction = after.clip_fraction;
  return figures;
}

Matrix PpoAgent::probabilities(const Matrix& states, ThreadPool& pool, uint64_t position) const {
  if (states.cols() != networks_.actor.inputs())
    wrong_usage("policy", "a state of " + std::to_string(states.cols()) + " elements, expected " +
                              std::to_string(networks_.actor.inputs()));
  Mlp actor = networks_.actor;  // the tape wants somewhere to put gradients, though none are computed
  Tape tape(pool);
  const Dropout dropout = networks_.dropout_at(PolicyNetworks::Use::evaluate, position, kMostSteps - 1);
  return softmax(tape.value(actor.forward(tape, tape.constant(states), dropout)));
}

}  // namespace graphsr
