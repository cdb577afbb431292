// An agent's state as bytes: a checksum, then for each network its count of steps and, parameter by
// parameter, shape, values and both moments.
#include <cstring>

#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "graphsr/policy/ppo.h"

namespace graphsr {

static constexpr size_t kDigest = 64;

namespace {

void put(std::string& out, const void* bytes, size_t count) {
  out.append(static_cast<const char*>(bytes), count);
}

void put(std::string& out, const Matrix& matrix) {
  put(out, matrix.data(), static_cast<size_t>(matrix.size()) * sizeof(Real));
}

void put(std::string& out, const Mlp& network, const Optimiser& optimiser) {
  const int64_t steps = optimiser.steps();
  put(out, &steps, sizeof steps);
  const std::vector<const Param*> params = network.params();
  for (size_t k = 0; k < params.size(); ++k) {
    const Matrix& value = params[k]->value;
    const int64_t shape[] = {value.rows(), value.cols()};
    put(out, shape, sizeof shape);
    put(out, value);
    const Matrix zeros(value.rows(), value.cols(), 0);
    const bool is_new = optimiser.states().empty();  // before its first step: as if all moments were 0
    put(out, is_new ? zeros : optimiser.states()[k].first);
    put(out, is_new ? zeros : optimiser.states()[k].second);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  void get(void* to, size_t count) {
    if (rest_.size() < count) refuse();
    std::memcpy(to, rest_.data(), count);
    rest_.remove_prefix(count);
  }
  void get(Matrix& matrix) { get(matrix.data(), static_cast<size_t>(matrix.size()) * sizeof(Real)); }

  void get(Mlp& network, Optimiser& optimiser) {
    int64_t steps = 0;
    get(&steps, sizeof steps);
    std::vector<Optimiser::State> states;
    for (Param* param : network.params()) {
      Matrix& value = param->value;
      int64_t shape[2];
      get(shape, sizeof shape);
      if (shape[0] != value.rows() || shape[1] != value.cols()) refuse();
      get(value);
      Optimiser::State& state = states.emplace_back(
          Optimiser::State{Matrix(value.rows(), value.cols()), Matrix(value.rows(), value.cols())});
      get(state.first);
      get(state.second);
    }
    optimiser.restore(steps, std::move(states));
  }

  void end() const {
    if (!rest_.empty()) refuse();
  }

 private:
  [[noreturn]] static void refuse() {
    bad_input("policy state", "it belongs to an agent of another shape",
              "start afresh or use the same options");
  }

  std::string_view rest_;
};

}  // namespace

std::string PpoAgent::state() const {
  std::string bytes;
  put(bytes, networks_.actor, actor_optimiser_);
  put(bytes, networks_.critic, critic_optimiser_);
  return sha256(bytes) + bytes;
}

void PpoAgent::restore(std::string_view state) {
  if (state.size() < kDigest || sha256(state.substr(kDigest)) != state.substr(0, kDigest))
    bad_input("policy state", "it is damaged or cut short", "start afresh");
  PpoAgent restored = *this;
  Reader reader(state.substr(kDigest));
  reader.get(restored.networks_.actor, restored.actor_optimiser_);
  reader.get(restored.networks_.critic, restored.critic_optimiser_);
  reader.end();
  *this = std::move(restored);
}

}  // namespace graphsr
