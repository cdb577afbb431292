#include "graphsr/graph/class_column.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

void ClassColumn::add(std::string_view name) {
  if (name.empty() || name == "-1") return labels_.push_back(kUnlabelled);
  auto found = numbers_.find(name);
  if (found == numbers_.end())
    found = numbers_.emplace(std::string(name), static_cast<int32_t>(numbers_.size())).first;
  labels_.push_back(found->second);
}

ClassColumn::Classes ClassColumn::finish(const std::vector<std::string>& listed) {
  for (const std::string& name : listed) numbers_.emplace(name, static_cast<int32_t>(numbers_.size()));
  std::vector<std::string> names(numbers_.size());
  for (const auto& [name, number] : numbers_) names[number] = name;
  const bool numeric = std::all_of(names.begin(), names.end(),
                                   [](const std::string& name) { return plain_number(name).has_value(); });
  std::vector<int32_t> order(names.size()), rank(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<size_t> place(names.size(), listed.size());
  for (size_t i = listed.size(); i-- > 0;) place[numbers_.find(listed[i])->second] = i;
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    if (place[a] != place[b]) return place[a] < place[b];
    return numeric ? *plain_number(names[a]) < *plain_number(names[b]) : names[a] < names[b];
  });
  Classes classes;
  for (size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = static_cast<int32_t>(i);
    classes.names.push_back(std::move(names[order[i]]));
  }
  classes.labels = std::move(labels_);
  for (int32_t& label : classes.labels)
    if (label != kUnlabelled) label = rank[label];
  *this = {};
  return classes;
}

}  // namespace graphsr
