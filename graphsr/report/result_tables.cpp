#include "graphsr/report/result_tables.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace graphsr {
namespace {

// "0..4, 7": seeds as the command line takes them.
std::string seeds_text(std::vector<uint64_t> seeds) {
  std::sort(seeds.begin(), seeds.end());
  std::string out;
  for (size_t begin = 0, end = 0; begin < seeds.size(); begin = end) {
    end = begin + 1;
    while (end < seeds.size() && seeds[end] <= seeds[end - 1] + 1) ++end;
    out += out.empty() ? "" : ", ";
    out += seeds[begin] == seeds[end - 1] ? fmt::format("{}", seeds[begin])
                                          : fmt::format("{}..{}", seeds[begin], seeds[end - 1]);
  }
  return (seeds.size() > 1 ? "seeds " : "seed ") + out;
}

// Places of one row of a table, and what is said of them.
struct Gap {
  Place place;
  std::string methods, message;
  std::vector<uint64_t> seeds;
};

void add_gap(std::vector<Gap>& gaps, const Place& place, const std::string& message) {
  for (Gap& gap : gaps) {
    Place same = gap.place;
    same.seed = place.seed;
    if (same == place && gap.message == message) return gap.seeds.push_back(place.seed);
  }
  gaps.push_back({place, place.method, message, {place.seed}});
}

// Methods that lack the same seeds of the same cell share a sentence.
std::vector<Gap> merged(const std::vector<Gap>& gaps) {
  std::vector<Gap> out;
  for (const Gap& gap : gaps) {
    const auto like = std::find_if(out.begin(), out.end(), [&](const Gap& other) {
      return other.place.dataset == gap.place.dataset && other.place.model == gap.place.model &&
             other.place.rho == gap.place.rho && other.seeds == gap.seeds && other.message == gap.message;
    });
    if (like == out.end())
      out.push_back(gap);
    else
      like->methods += ", " + gap.methods;
  }
  return out;
}

}  // namespace

Results make_results(std::vector<Record> records, std::vector<Place> missing, std::vector<FailedPlace> failed,
                     const std::string& reference) {
  Results results{std::move(records), std::move(missing), std::move(failed)};
  results.reference = reference_method(results.records, reference);
  results.summary = summarise(results.records, results.reference);
  return results;
}

std::vector<Table> result_tables(const Results& results) {
  std::vector<Table> all;
  for (const auto make : {figure_tables, comparison_tables, ranking_tables, added_tables, class_tables})
    for (Table& table : make(results)) all.push_back(std::move(table));
  return all;
}

std::vector<std::string> gap_notes(const Results& results,
                                   bool (*belongs)(const Place& place, const Place& to), const Place& to) {
  std::vector<Gap> missing, failed;
  for (const Place& place : results.missing)
    if (belongs(place, to)) add_gap(missing, place, "");
  for (const FailedPlace& f : results.failed)
    if (belongs(f.place, to)) add_gap(failed, f.place, f.message);
  std::vector<std::string> notes;
  for (const Gap& gap : merged(missing))
    notes.push_back(fmt::format("Missing: {}, {}, ρ = {}: {}; {}.", gap.place.dataset, gap.place.model,
                                gap.place.rho, gap.methods, seeds_text(gap.seeds)));
  for (const Gap& gap : merged(failed))
    notes.push_back(fmt::format("Failed: {}, {}, ρ = {}: {}; {}: {}", gap.place.dataset, gap.place.model,
                                gap.place.rho, gap.methods, seeds_text(gap.seeds), gap.message));
  return notes;
}

}  // namespace graphsr
