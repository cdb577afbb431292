// Test figures of methods over seeds, on the same splits, with paired differences to the first of them:
// Wilcoxon's signed-rank test, Holm's correction.
//
//   bench_accuracy [--dataset cora] [--model sage] [--rho 0.3] [--seeds 20 or A..B] [--csv FILE] [METHOD ...]
//
// METHOD is a name, with a preset behind a colon ("su-selection:default" has the classifier of that preset,
// one without has what the command would give it) and changes behind plus signs: "graphsr+refit",
// "graphsr+logistic", "graphsr+nojury".
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "graphsr/experiment/documents.h"
#include "graphsr/measure/wilcoxon.h"

using namespace graphsr;

namespace {

struct Options {
  std::string dataset = "cora", model = "sage", csv;
  double rho = 0.3;
  int first = 0, last = 19;
  std::vector<std::string> methods;
};

Options parsed(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    if (word.rfind("--", 0) != 0) {
      o.methods.push_back(word);
      continue;
    }
    ++i;
    if (word == "--dataset") o.dataset = value;
    if (word == "--model") o.model = value;
    if (word == "--csv") o.csv = value;
    if (word == "--rho") o.rho = std::atof(value.c_str());
    if (word == "--seeds") {
      const size_t dots = value.find("..");
      o.first = dots == std::string::npos ? 0 : std::atoi(value.c_str());
      o.last = dots == std::string::npos ? std::atoi(value.c_str()) - 1 : std::atoi(value.c_str() + dots + 2);
    }
  }
  if (o.methods.empty()) o.methods = {"graphsr", "su-selection", "ru-selection", "vanilla"};
  return o;
}

Cell cell_of(const std::string& entry, const Options& o) {
  const std::string plain = entry.substr(0, entry.find('+'));
  const size_t colon = plain.find(':');
  Cell cell = make_cell(plain.substr(0, colon), colon == std::string::npos ? "" : plain.substr(colon + 1));
  cell.model.conv = o.model;
  cell.split.rho = o.rho;
  if (entry.find("+refit") != std::string::npos) cell.refit = true;
  if (entry.find("+logistic") != std::string::npos) cell.select.agent = "logistic";
  if (entry.find("+nojury") != std::string::npos) cell.select.simulated.jury = 0;
  return cell;
}

struct Figures {
  std::vector<double> accuracy, f1, kept, precision, pool_precision, seconds;  // one per seed
};

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double deviation(const std::vector<double>& x) {
  double square = 0;
  for (const double v : x) square += (v - mean(x)) * (v - mean(x));
  return x.size() > 1 ? std::sqrt(square / static_cast<double>(x.size() - 1)) : 0;
}

Figures figures_of(const Dataset& dataset, const Cell& cell, const Options& o, ThreadPool& pool) {
  const std::vector<double> zeros(static_cast<size_t>(o.last - o.first + 1));
  Figures f{zeros, zeros, zeros, zeros, zeros, zeros};
  pool.for_blocks(static_cast<int64_t>(zeros.size()), 1, [&](int64_t i, int64_t) {
    ThreadPool alone(1);
    Cell own = cell;
    own.split.seed = static_cast<uint64_t>(o.first + i);
    const auto start = std::chrono::steady_clock::now();
    const Result r = run(dataset, own, std::nullopt, alone, {});
    f.seconds[i] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    f.accuracy[i] = 100 * r.test->accuracy;
    f.f1[i] = 100 * r.test->macro_f1;
    const CandidateCounts counts = total(count_candidates(dataset, r.augmented));
    f.kept[i] = static_cast<double>(counts.kept);
    f.precision[i] = counts.kept > 0 ? 100 * counts.kept_precision() : 0;
    f.pool_precision[i] = counts.candidates > 0 ? 100 * counts.precision() : 0;
  });
  return f;
}

void append_csv(const Options& o, const std::string& method, const Figures& f) {
  if (o.csv.empty()) return;
  std::ofstream file(o.csv, std::ios::app);
  for (size_t i = 0; i < f.accuracy.size(); ++i)
    file << fmt::format("{},{},{},{},{},{:.4f},{:.4f},{},{:.4f}\n", o.dataset, o.model, o.rho, method,
                        o.first + static_cast<int>(i), f.accuracy[i], f.f1[i], f.kept[i], f.precision[i]);
}

}  // namespace

int main(int argc, char** argv) {
  const Options o = parsed(argc, argv);
  const std::string path =
      fmt::format("{}/../shared/data/{}/{}.npz", GRAPHSR_SOURCE_DIR, o.dataset, o.dataset);
  if (!std::filesystem::exists(path)) {
    fmt::print("{}: not run, {} is missing\n", o.dataset, path);
    return 0;
  }
  const Dataset dataset = open_dataset(path);
  ThreadPool pool(hardware_threads());
  fmt::print("{} {} rho {}, seeds {} to {}: test figures in percent, mean and deviation over splits\n",
             o.dataset, o.model, o.rho, o.first, o.last);
  std::vector<double> base, p, gain;
  for (const std::string& method : o.methods) {
    const Figures f = figures_of(dataset, cell_of(method, o), o, pool);
    append_csv(o, method, f);
    fmt::print("{:<28} accuracy {:.2f} ± {:.2f}  macro-F1 {:.2f}", method, mean(f.accuracy),
               deviation(f.accuracy), mean(f.f1));
    if (mean(f.kept) > 0)
      fmt::print("  kept {:.0f}, {:.1f} % right of {:.1f} %", mean(f.kept), mean(f.precision),
                 mean(f.pool_precision));
    fmt::print("  {:.2f} s\n", mean(f.seconds));
    std::fflush(stdout);
    if (base.empty()) {
      base = f.accuracy;
      continue;
    }
    std::vector<double> differences;
    for (size_t i = 0; i < base.size(); ++i)
      differences.push_back(std::round(1e6 * (base[i] - f.accuracy[i])) / 1e6);
    gain.push_back(mean(differences));
    p.push_back(wilcoxon_signed_rank(differences).p);
  }
  const std::vector<double> adjusted = holm(p);
  for (size_t k = 0; k < p.size(); ++k)
    fmt::print("{} - {}: {:+.2f}, p {:.2g}, corrected for {} comparisons {:.2g}\n", o.methods[0],
               o.methods[k + 1], gain[k], p[k], p.size(), adjusted[k]);
}
