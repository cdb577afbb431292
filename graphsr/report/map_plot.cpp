#include "graphsr/report/map_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "graphsr/base/csv.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/report/axis.h"
#include "graphsr/report/markup.h"
#include "graphsr/report/page.h"
#include "graphsr/report/pca.h"

namespace graphsr {

namespace {

constexpr double kWidth = 760, kTop = 44, kMargin = 16;

struct Paper {
  Scale x, y;
  double height = 0;
  double across(const MapNode& node) const { return x(std::clamp(node.x, x.low, x.high)); }
  double down(const MapNode& node) const { return y(std::clamp(node.y, y.low, y.high)); }
};

// All but the outermost 1 in 200 on either side, and a little room: a few nodes far away must not press the
// others together.
Range middle_of(std::vector<double> values) {
  if (values.empty()) return {-1, 1};
  std::sort(values.begin(), values.end());
  const size_t cut = values.size() / 200;
  const double low = values[cut], high = values[values.size() - 1 - cut];
  const double room = high > low ? 0.06 * (high - low) : 1;
  return {low - room, high + room};
}

// One unit is as long in both directions: distances on paper are those of the two components.
Paper paper_of(const std::vector<MapNode>& nodes) {
  std::vector<double> xs, ys;
  for (const MapNode& node : nodes) {
    xs.push_back(node.x);
    ys.push_back(node.y);
  }
  Range across = middle_of(std::move(xs)), up = middle_of(std::move(ys));
  const double wide = kWidth - 2 * kMargin;
  const double tall =
      std::clamp(wide * (up.high - up.low) / (across.high - across.low), 0.45 * wide, 0.75 * wide);
  const double unit = std::max((across.high - across.low) / wide, (up.high - up.low) / tall);
  const double spare_x = (wide * unit - (across.high - across.low)) / 2;
  const double spare_y = (tall * unit - (up.high - up.low)) / 2;
  return {{across.low - spare_x, across.high + spare_x, kMargin, kWidth - kMargin},
          {up.low - spare_y, up.high + spare_y, kTop + tall, kTop},
          kTop + tall + kMargin};
}

// Every k-th of a list, so that at most `most` remain.
size_t stride(size_t count, size_t most) { return std::max<size_t>(1, (count + most - 1) / most); }

void draw_faint(Svg& svg, const Paper& place, const std::vector<const MapNode*>& nodes) {
  std::string data;
  for (size_t i = 0; i < nodes.size(); i += stride(nodes.size(), kMostFaint))
    data += fmt::format("M{} {}h0", coordinate(place.across(*nodes[i])), coordinate(place.down(*nodes[i])));
  if (!data.empty()) svg.path(data, "node");
}

void draw_labelled(Svg& svg, double x, double y, const std::string& hint) {
  svg.path(fmt::format("M{} {}m0-6.5l5.8 10h-11.6z", coordinate(x), coordinate(y)), "labelled", hint);
}

void draw_candidate(Svg& svg, double x, double y, bool kept, bool wrong, const std::string& hint) {
  if (kept)
    svg.circle(x, y, 3.1, "kept", hint);
  else
    svg.path(fmt::format("M{} {}m-2.7-2.7l5.4 5.4m0-5.4l-5.4 5.4", coordinate(x), coordinate(y)), "refused",
             hint);
  if (wrong) svg.circle(x, y, 5.4, "ring");
}

std::string hint_of(const RunData& run, const LedgerEntry& c) {
  std::string hint = fmt::format("node {}, taken for {}, {}", c.node_id,
                                 shortened(run.class_names[c.label], 60), c.kept ? "kept" : "refused");
  if (c.is_wrong()) hint += fmt::format(", in truth {}", shortened(run.class_names[c.truth], 60));
  return hint;
}

void draw_legend(Svg& svg, bool truths, bool candidates) {
  double x = kMargin + 6;
  const double y = 16;
  const auto name = [&](const char* label) {
    svg.text(x + 11, y + 4, label, "soft");
    x += 11 + text_width(label, 12) + 22;
  };
  draw_labelled(svg, x, y + 1, "");
  name("labelled");
  if (candidates) {
    draw_candidate(svg, x, y, true, false, "");
    name("candidate, kept");
    draw_candidate(svg, x, y, false, false, "");
    name("candidate, refused");
  }
  if (candidates && truths) {
    svg.circle(x, y, 5.4, "ring");
    name("pseudo-label wrong");
  }
  svg.path(fmt::format("M{} {}h0", coordinate(x), coordinate(y)), "node");
  name("other nodes");
}

// Each class's name in the middle of the nodes that are predicted to be of it, moved apart where two would
// cover one another.
void draw_class_names(Svg& svg, const Paper& place, const RunData& run) {
  struct Name {
    double x, y, half;
    std::string text;
  };
  std::vector<std::array<double, 3>> sums(run.class_names.size());
  for (const MapNode& node : run.map) {
    sums[node.prediction][0] += place.across(node);
    sums[node.prediction][1] += place.down(node);
    ++sums[node.prediction][2];
  }
  std::vector<Name> names;
  for (size_t c = 0; c < sums.size(); ++c) {
    if (sums[c][2] == 0) continue;
    const std::string text = shortened(run.class_names[c], 24);
    const double half = text_width(text, 12.5) / 2 + 4;
    names.push_back({std::clamp(sums[c][0] / sums[c][2], kMargin + half, kWidth - kMargin - half),
                     sums[c][1] / sums[c][2], half, text});
  }
  std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
  for (size_t i = 0; i < names.size(); ++i)
    for (size_t tries = 0; tries < names.size(); ++tries)
      for (size_t k = 0; k < i; ++k)
        if (std::abs(names[i].x - names[k].x) < names[i].half + names[k].half &&
            std::abs(names[i].y - names[k].y) < 17)
          names[i].y = names[k].y + 17;
  for (const Name& name : names) svg.text(name.x, name.y + 4, name.text, "halo", Anchor::middle);
}

}  // namespace

std::string map_csv(const Dataset& dataset, const Result& result) {
  const Matrix map = principal_map(result.prediction.embedding);
  const std::vector<int32_t> predicted = predicted_classes(result.prediction.probability);
  const std::vector<const char*> role = node_roles(dataset, result.split);
  fmt::memory_buffer out;
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "node_id,x,y,role,label,prediction\n");
  for (int64_t i = 0; i < map.rows(); ++i) {
    const int32_t label = dataset.labels[i];
    fmt::format_to(to, "{},{:.5g},{:.5g},{},{},{}\n", csv_field(dataset.node_id(i)), map(i, 0), map(i, 1),
                   role[i], label == kUnlabelled ? "" : csv_field(dataset.class_names[label]),
                   csv_field(dataset.class_names[predicted[i]]));
  }
  return fmt::to_string(out);
}

Svg map_plot(const FigureText& text, const RunData& run) {
  const Paper place = paper_of(run.map);
  Svg svg(text, kWidth, place.height);
  std::unordered_map<std::string, const MapNode*> by_id;
  std::unordered_map<const MapNode*, bool> marked;
  for (const MapNode& node : run.map) by_id.emplace(node.node_id, &node);
  for (const LedgerEntry& c : run.ledger)
    if (const auto found = by_id.find(c.node_id); found != by_id.end()) marked[found->second] = true;
  std::vector<const MapNode*> faint;
  for (const MapNode& node : run.map)
    if (node.role != Role::train && !marked.contains(&node)) faint.push_back(&node);
  draw_faint(svg, place, faint);
  bool truths = false;
  // The refused first, so that what was kept stands above them.
  for (const bool kept : {false, true})
    for (size_t i = 0; i < run.ledger.size(); i += stride(run.ledger.size(), kMostCandidates)) {
      const LedgerEntry& c = run.ledger[i];
      const auto found = by_id.find(c.node_id);
      truths = truths || c.truth >= 0;
      if (c.kept != kept || found == by_id.end()) continue;
      draw_candidate(svg, place.across(*found->second), place.down(*found->second), kept, c.is_wrong(),
                     hint_of(run, c));
    }
  std::vector<const MapNode*> labelled;
  for (const MapNode& node : run.map)
    if (node.role == Role::train) labelled.push_back(&node);
  for (size_t i = 0; i < labelled.size(); i += stride(labelled.size(), kMostCandidates)) {
    const MapNode& node = *labelled[i];
    draw_labelled(svg, place.across(node), place.down(node),
                  fmt::format("node {}, labelled {}", node.node_id,
                              node.label < 0 ? "" : shortened(run.class_names[node.label], 60)));
  }
  if (run.class_names.size() <= kMostClassesDrawn) draw_class_names(svg, place, run);
  draw_legend(svg, truths, !run.ledger.empty());
  return svg;
}

}  // namespace graphsr
