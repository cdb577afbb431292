#include "graphsr/experiment/grid.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/graph/protocols.h"
#include "graphsr/method/method.h"
#include "graphsr/model/conv.h"

namespace graphsr {

namespace {

constexpr uint64_t kMostSeeds = 100000;

// The rows of the paper's tables, in its order.
const std::vector<std::string> kRows = {"vanilla",      "re-weighting", "en-weighting", "over-sampling",
                                        "cb-sampling",  "graphsmote",   "graphens",     "ru-selection",
                                        "su-selection", "graphsr"};

template <class Value>
void check_list(const char* option, std::vector<Value> values) {
  if (values.empty()) wrong_usage(option, "the list is empty", "give at least one");
  std::sort(values.begin(), values.end());
  const auto twice = std::adjacent_find(values.begin(), values.end());
  if (twice != values.end())
    wrong_usage(option, fmt::format("'{}' is there twice", *twice), "give every one once");
}

// Whether the methods' protocol leaves classes as frequent as they are.
bool is_natural(const Grid& grid) {
  return !grid.methods.empty() && !reads_rho(grid.methods.front().cell.split.protocol);
}

bool same_split(const SplitOptions& a, const SplitOptions& b) {
  return a.protocol == b.protocol && a.minority == b.minority && a.train == b.train &&
         a.validation == b.validation && a.test == b.test;
}

void check(const Grid& grid) {
  check_list("--datasets", grid.datasets);
  check_list("--models", grid.models);
  if (!is_natural(grid))
    check_list("--rhos", grid.rhos);
  else if (!grid.rhos.empty())
    wrong_usage("--rhos",
                fmt::format("--protocol {} leaves classes as frequent as they are",
                            grid.methods.front().cell.split.protocol),
                "leave it out, or choose --protocol paper or long-tail");
  check_list("--seeds", grid.seeds);
  std::vector<std::string> names;
  for (const GridMethod& method : grid.methods) names.push_back(method.name);
  check_list("--methods", names);
  for (const std::string& model : grid.models) conv_named(model);
  for (const double rho : grid.rhos)
    if (!(rho > 0 && rho <= 1))
      wrong_usage("--rhos", fmt::format("{} is not above 0 and at most 1", rho),
                  "give ratios of minority to majority labels, such as 0.3");
  for (const GridMethod& method : grid.methods)
    if (!same_split(method.cell.split, grid.methods.front().cell.split))
      wrong_usage(method.name, "its splits would differ from those of " + grid.methods.front().name,
                  "give all methods of a grid the same options for splits");
}

uint64_t parsed_seed(const std::string& whole, const std::string& text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value > uint64_t{1} << 62)
    wrong_usage("--seeds", fmt::format("'{}' is neither a number of seeds nor a range", whole),
                "give 20 for the seeds 0 to 19, or 5..9 for 5 to 9");
  return value;
}

}  // namespace

GridMethod grid_method(const std::string& name) {
  const size_t colon = name.find(':');
  const std::string preset = colon == std::string::npos ? "" : name.substr(colon + 1);
  if (colon != std::string::npos) preset_named(preset);  // refuses an empty one too
  return {name, make_cell(method_named(name.substr(0, colon)).name, preset)};
}

std::vector<GridCell> cells(const Grid& grid) {
  check(grid);
  const bool natural = is_natural(grid);
  std::vector<double> rhos = natural ? std::vector<double>{0} : grid.rhos;
  std::sort(rhos.begin(), rhos.end());
  std::vector<GridCell> out;
  for (const std::string& dataset : grid.datasets)
    for (const std::string& model : grid.models)
      for (const double rho : rhos)
        for (const GridMethod& method : grid.methods)
          for (const uint64_t seed : grid.seeds) {
            GridCell cell{{dataset, model, method.name, rho, seed}, method.cell};
            cell.cell.model.conv = model;
            if (!natural) cell.cell.split.rho = rho;
            cell.cell.split.seed = seed;
            out.push_back(std::move(cell));
          }
  return out;
}

std::span<const PaperTable> paper_tables() {
  static const PaperTable tables[] = {
      {"main",
       "table 1: every method, gcn and sage, three data sets, rho 0.3",
       {"cora", "citeseer", "pubmed"},
       {"gcn", "sage"},
       kRows,
       {0.3}},
      {"ratios",
       "table 2: every method, sage on cora, rho 0.1 to 0.5",
       {"cora"},
       {"sage"},
       kRows,
       {0.1, 0.2, 0.3, 0.4, 0.5}},
      {"gat",
       "appendix: every method with gat, three data sets, rho 0.3",
       {"cora", "citeseer", "pubmed"},
       {"gat"},
       kRows,
       {0.3}},
      {"scale",
       "figure 3: how many nodes of each minority class graphsr adds",
       {"cora", "citeseer"},
       {"gcn", "sage"},
       {"graphsr"},
       {0.3}},
      {"per-class",
       "appendix: precision and recall of each class without any method, on cora",
       {"cora"},
       {"gcn", "sage"},
       {"vanilla"},
       {0.3}},
  };
  return tables;
}

const PaperTable& paper_table(const std::string& name) {
  return named_entry("--table", name, paper_tables());
}

std::vector<uint64_t> parsed_seeds(const std::string& text) {
  const size_t dots = text.find("..");
  const bool range = dots != std::string::npos;
  const uint64_t first = range ? parsed_seed(text, text.substr(0, dots)) : 0;
  const uint64_t last = parsed_seed(text, range ? text.substr(dots + 2) : text);
  const uint64_t end = range ? last + 1 : last;
  if (end <= first || end - first > kMostSeeds)
    wrong_usage("--seeds", fmt::format("'{}' is not 1 to {} seeds", text, kMostSeeds),
                "give 20 for the seeds 0 to 19, or 5..9 for 5 to 9");
  std::vector<uint64_t> seeds;
  for (uint64_t seed = first; seed < end; ++seed) seeds.push_back(seed);
  return seeds;
}

}  // namespace graphsr
