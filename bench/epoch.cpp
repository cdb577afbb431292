// Times training epochs on Cora for every model, on one core; beside them those of methods that change every
// epoch, and the same model in PyTorch where Debian's python3-torch is installed (bench/peers). Prints ratios
// of figures measured in this run.
//
//   bench_epoch [GRAPH.npz] [--validation]     (default: Cora of the shared data, else the built-in graph)
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/common.h"
#include "bench/epochs.h"
#include "graphsr/experiment/run.h"
#include "graphsr/tensor/kernels.h"

namespace {

using namespace graphsr;
using namespace graphsr::bench;

Times time_ours(const Dataset& dataset, const Split& split, const std::string& conv,
                const std::string& method, bool validation) {
  return summary(epoch_times(task_of(dataset, split), {conv, method, validation, 50, 350}));
}

void compare(const Dataset& dataset, const std::string& npz, bool validation) {
  const Split split = draw_split(dataset, {});
  const Peers peers(npz, split);
  fmt::print("{}: {} training nodes, width 128, {}; median of epochs in ms (fastest), one core, {}\n",
             dataset.name, split.train.size(),
             validation ? "training step and validation pass" : "training step", kernels::instruction_set());
  struct Flavour {
    const char* name;
    const char* options;
  };
  const std::vector<Flavour> flavours = {{"PyTorch", ""},
                                         {"PyTorch, sparse features", "--features csr"},
                                         {"PyTorch, sparse, tuned", "--features csr --tuned"}};
  for (const ConvEntry& entry : convs()) {
    const Times ours = time_ours(dataset, split, entry.name, "vanilla", validation);
    fmt::print("{:<5} graphsr {:.3f} ({:.3f})\n", entry.name, ours.median, ours.least);
    for (const char* method : {"graphens", "graphsmote", "graphsmote-o-pre"}) {
      const Times other = time_ours(dataset, split, entry.name, method, validation);
      fmt::print("      {:<25} {:7.2f} ({:.2f})   {:5.1f} times vanilla ({:.1f})\n", method, other.median,
                 other.least, other.median / ours.median, other.least / ours.least);
    }
    for (size_t i = 0; peers.present() && i < flavours.size(); ++i) {
      const std::string options = fmt::format("--model {} --epochs 40 --warmup 5 {} {}", entry.name,
                                              flavours[i].options, validation ? "--validation" : "");
      const Times peer = peers.time("pytorch_epoch.py", options, "ms_per_epoch");
      if (peer.median > 0)
        fmt::print("      {:<25} {:7.2f} ({:.2f})   {:5.1f} times graphsr ({:.1f})\n", flavours[i].name,
                   peer.median, peer.least, peer.median / ours.median, peer.least / ours.least);
    }
  }
}

}  // namespace

static int compare(int argc, char** argv) {
  std::string npz = GRAPHSR_SOURCE_DIR "/../shared/data/cora/cora.npz";
  bool validation = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--validation")
      validation = true;
    else
      npz = argv[i];
  }
  npz = npz_or_nothing(npz);
  pin_to_one_core();
  compare(open_dataset(npz.empty() ? "demo" : npz), npz, validation);
  return 0;
}

int main(int argc, char** argv) { return graphsr::bench::reported(compare, argc, argv); }
