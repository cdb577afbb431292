// Times training epochs on Cora for every model, on one core, and beside them the same model in PyTorch where
// Debian's python3-torch is installed (bench/peers). Prints ratios of figures measured in this run.
//
//   bench_epoch [GRAPH.npz] [--validation]     (default: Cora of the shared data, else the built-in graph)
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sched.h>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/experiment/run.h"
#include "graphsr/method/method.h"
#include "graphsr/tensor/kernels.h"
#include "graphsr/train/epoch_loop.h"

namespace {

using namespace graphsr;

void pin_to_one_core() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);  // children inherit it
}

struct Times {
  double median = 0, least = 0;  // milliseconds an epoch
};

Times summary(std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  return {ms[ms.size() / 2], ms.front()};
}

Times time_ours(const Dataset& dataset, const Split& split, const std::string& conv, bool validation) {
  ThreadPool pool(1);
  const Task task = task_of(dataset, split);
  ModelOptions model;
  model.conv = conv;
  Network network = make_network(model, dataset.graph->features.cols(), task.classes, 0);
  const auto recipe = method_named("vanilla").recipe({});
  const TrainingSet set = plain_set(task);
  const FitContext context = {0, pool, {}};
  EpochLoop loop(network, {}, loss_named("cross-entropy"), set, task.validation, *recipe, context);
  std::vector<double> ms;
  for (int epoch = 0; epoch < 400; ++epoch) {
    const auto start = std::chrono::steady_clock::now();
    loop.train(epoch);
    EpochFigures figures;
    if (validation) loop.validate(figures);
    const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
    if (epoch >= 50) ms.push_back(passed.count());
  }
  return summary(ms);
}

// What a command prints, or nothing when it fails.
std::string output_of(const std::string& command) {
  std::string text;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 4096> part;
  while (const size_t n = fread(part.data(), 1, part.size(), pipe.get())) text.append(part.data(), n);
  return text;
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

Times time_peer(const std::string& npz, const std::string& split, const std::string& conv,
                const std::string& extra) {
  const std::string text = output_of(fmt::format(
      "/usr/bin/python3 {} --npz {} --split {} --model {} --epochs 40 --warmup 5 {} 2>/dev/null",
      quoted(GRAPHSR_SOURCE_DIR "/bench/peers/pytorch_epoch.py"), quoted(npz), quoted(split), conv, extra));
  const auto parsed = nlohmann::json::parse(text, nullptr, false);
  if (parsed.is_discarded()) return {};
  return {parsed.at("ms_per_epoch").get<double>(), parsed.at("ms_min").get<double>()};
}

void compare(const Dataset& dataset, const std::string& npz, bool validation) {
  const Split split = draw_split(dataset, {});
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("graphsr-bench-{}", getpid());
  std::filesystem::create_directory(folder);
  const std::string split_path = folder / "split.json";
  write_file(split_path, split_json(split));
  const bool has_peer =
      !npz.empty() && !output_of("/usr/bin/python3 -c 'import torch; print(1)' 2>/dev/null").empty();
  if (!has_peer)
    fmt::print("no comparison: {}\n", npz.empty() ? "the graph is not a file" : "python3-torch is missing");

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
    const Times ours = time_ours(dataset, split, entry.name, validation);
    fmt::print("{:<5} graphsr {:.3f} ({:.3f})\n", entry.name, ours.median, ours.least);
    for (size_t i = 0; has_peer && i < flavours.size(); ++i) {
      const std::string options = std::string(flavours[i].options) + (validation ? " --validation" : "");
      const Times peer = time_peer(npz, split_path, entry.name, options);
      if (peer.median > 0)
        fmt::print("      {:<25} {:7.2f} ({:.2f})   {:5.1f} times graphsr ({:.1f})\n", flavours[i].name,
                   peer.median, peer.least, peer.median / ours.median, peer.least / ours.least);
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  std::string npz = GRAPHSR_SOURCE_DIR "/../shared/data/cora/cora.npz";
  bool validation = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--validation")
      validation = true;
    else
      npz = argv[i];
  }
  if (!std::filesystem::exists(npz)) {
    fmt::print("{} is missing: the built-in graph is used instead\n", npz);
    npz.clear();
  }
  pin_to_one_core();
  compare(open_dataset(npz.empty() ? "demo" : npz), npz, validation);
}
