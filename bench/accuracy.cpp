// Mean test accuracy of vanilla over 20 seeds at rho 0.3 on Cora and CiteSeer, for every model.
//
//   bench_accuracy [SEEDS]
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "graphsr/experiment/run.h"

using namespace graphsr;

int main(int argc, char** argv) {
  const int seeds = argc > 1 ? std::atoi(argv[1]) : 20;
  ThreadPool pool(hardware_threads());
  fmt::print("vanilla, rho 0.3, seeds 0 to {}: test figures in percent, mean and deviation over splits\n",
             seeds - 1);
  for (const char* name : {"cora", "citeseer"}) {
    const std::string path = fmt::format("{}/../shared/data/{}/{}.npz", GRAPHSR_SOURCE_DIR, name, name);
    if (!std::filesystem::exists(path)) {
      fmt::print("{}: not run, {} is missing\n", name, path);
      continue;
    }
    const Dataset dataset = open_dataset(path);
    for (const ConvEntry& entry : convs()) {
      std::vector<double> accuracy(seeds), f1(seeds), auc(seeds);
      pool.for_blocks(seeds, 1, [&](int64_t seed, int64_t) {
        ThreadPool alone(1);
        Cell cell;
        cell.model.conv = entry.name;
        cell.split.seed = static_cast<uint64_t>(seed);
        const Metrics test = *run(dataset, cell, std::nullopt, alone, {}).test;
        accuracy[seed] = 100 * test.accuracy;
        f1[seed] = 100 * test.macro_f1;
        auc[seed] = 100 * test.auc_roc;
      });
      const auto mean = [](const std::vector<double>& x) {
        double sum = 0;
        for (const double v : x) sum += v;
        return sum / static_cast<double>(x.size());
      };
      double square = 0;
      for (const double v : accuracy) square += (v - mean(accuracy)) * (v - mean(accuracy));
      fmt::print("{:<9} {:<5} accuracy {:.2f} ± {:.2f}   macro-F1 {:.2f}   AUC-ROC {:.2f}\n", name,
                 entry.name, mean(accuracy), std::sqrt(square / (seeds - 1)), mean(f1), mean(auc));
    }
  }
}
