// A GNN layer of one's own: the sum over a node and its neighbours, as in GIN, and one linear map. Training,
// selection, prediction and model files work with it as with the built-in layers.
//
//   own_layer [GRAPH.npz]
#include <cstdio>
#include <graphsr/graphsr.h>

using namespace graphsr;

class SumConv : public Conv {
 public:
  Messages messages(const Csr&) const override { return {.self_loops = true}; }

  std::vector<ParamSpec> params() const override {
    return {{"nn.weight", ParamSpec::Kind::weight}, {"nn.bias", ParamSpec::Kind::bias}};
  }

  Var forward(Tape& tape, LayerInput& input, std::span<const Var> params,
              const LayerContext&) const override {
    return input.aggregated_projected(tape, params[0]);
  }
};

int main(int argc, char** argv) try {
  const Dataset dataset = open_dataset(argc > 1 ? argv[1] : "demo");
  const SumConv conv;
  Cell cell = make_cell("su-selection", "");
  cell.model.conv = "sum";
  cell.model.own = &conv;
  ThreadPool pool(hardware_threads());
  const Result result = run(dataset, cell, std::nullopt, pool, {});
  const Model back = from_model_file(to_model_file(result.model), "model", &conv);
  const bool same = model_sha256(back) == result.model_sha256;
  if (result.test && result.before)
    std::printf("sum layer: %.1f with the labels alone, %.1f with SU-Selection\n",
                100 * result.before->accuracy, 100 * result.test->accuracy);
  return same ? 0 : 1;
} catch (const Error& error) {
  std::fprintf(stderr, "own_layer: %s\n", error.what());
  return static_cast<int>(error.fault());
}
