#include "graphsr/graph/node_index.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr int64_t kSpread = 4,
                  kFreePlaces = 1024;  // a dense table may have so many places for each node, and more

}  // namespace

void NodeIndex::put(int64_t id) {
  dense_ = {};  // if it was settled, the table is filled anew
  if (table_.empty())
    for (int64_t node = 0; node < size_; ++node)
      table_.put(key_of(numbers_[node]), "", static_cast<int32_t>(node), texts_);
  table_.put(key_of(id), "", static_cast<int32_t>(size_), texts_);
  numbers_.push_back(id);
  ++size_;
}

void NodeIndex::put(std::string_view id) {
  table_.put(key_of(id), id, static_cast<int32_t>(size_), texts_);
  texts_.add(id);
  ++size_;
}

void NodeIndex::become_numbers() {
  numbers_.resize(static_cast<size_t>(size_));
  std::iota(numbers_.begin(), numbers_.end(), 0);
  form_ = Form::numbers;
}

void NodeIndex::become_texts() {
  if (form_ == Form::counted) become_numbers();
  table_ = {};
  for (int64_t node = 0; node < size_; ++node) {
    texts_.add(std::to_string(numbers_[node]));
    table_.put(key_of(texts_[node]), texts_[node], static_cast<int32_t>(node), texts_);
  }
  numbers_ = {};
  dense_ = {};
  form_ = Form::texts;
}

NodeIndex::Added NodeIndex::add(std::string_view id, const std::string& place) {
  if (const int32_t node = find(id); node != kNone) return {node, false};
  if (size_ >= most_)
    bad_input(place, fmt::format("there are more than {} nodes", most_), "give a smaller graph");
  const auto node = static_cast<int32_t>(size_);
  const auto number = form_ == Form::texts ? std::nullopt : plain_number(id);
  if (form_ == Form::counted && number == size_) {
    ++size_;
    return {node, true};
  }
  if (form_ == Form::counted && number) become_numbers();
  if (form_ != Form::texts && !number) become_texts();
  if (number)
    put(*number);
  else
    put(id);
  return {node, true};
}

void NodeIndex::settle() {
  if (form_ != Form::numbers || size_ == 0) return;
  const auto [least, most] = std::minmax_element(numbers_.begin(), numbers_.end());
  if (*most - *least >= kSpread * size_ + kFreePlaces) return;
  first_ = *least;
  dense_.assign(static_cast<size_t>(*most - first_ + 1), kNone);
  for (int64_t node = 0; node < size_; ++node) dense_[numbers_[node] - first_] = static_cast<int32_t>(node);
  table_ = {};
}

int32_t NodeIndex::find_number(int64_t id) const {
  if (form_ == Form::texts) return find(std::string_view(std::to_string(id)));
  if (!dense_.empty()) return id >= first_ && id - first_ < std::ssize(dense_) ? dense_[id - first_] : kNone;
  return table_.find(key_of(id), "", texts_);
}

int32_t NodeIndex::find(std::string_view id) const {
  if (form_ == Form::texts) return table_.find(key_of(id), id, texts_);
  const auto number = plain_number(id);
  return number ? find(*number) : kNone;
}

void NodeIndex::find(std::span<const int64_t> ids, int32_t* nodes) const {
  if (dense_.empty()) {
    for (size_t i = 0; i < ids.size(); ++i) nodes[i] = table_.first_look(key_of(ids[i]));
    for (size_t i = 0; i < ids.size(); ++i) nodes[i] = find(ids[i]);
    return;
  }
  const auto places = static_cast<uint64_t>(dense_.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto place = static_cast<uint64_t>(ids[i] - first_);
    nodes[i] = place < places ? dense_[place] : kNone;
  }
}

void NodeIndex::find(std::span<const IdKey> keys, std::string_view long_ids, int32_t* nodes) const {
  for (size_t i = 0; i < keys.size(); ++i) nodes[i] = table_.first_look(keys[i]);
  for (size_t i = 0; i < keys.size(); ++i) {
    const size_t length = keys[i].is_short() ? 0 : keys[i].size;
    nodes[i] = table_.find(keys[i], long_ids.substr(0, length), texts_);
    long_ids.remove_prefix(length);
  }
}

std::vector<std::string> NodeIndex::ids() const {
  std::vector<std::string> ids;
  if (form_ == Form::counted) return ids;
  ids.reserve(static_cast<size_t>(size_));
  for (int64_t node = 0; node < size_; ++node)
    ids.push_back(form_ == Form::numbers ? std::to_string(numbers_[node]) : std::string(texts_[node]));
  return ids;
}

std::vector<int32_t> NodeIndex::in_order_of_numbers() const {
  if (form_ == Form::texts) return {};
  std::vector<int32_t> order(static_cast<size_t>(size_));
  std::iota(order.begin(), order.end(), 0);
  if (form_ == Form::numbers)
    std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return numbers_[a] < numbers_[b]; });
  return order;
}

}  // namespace graphsr
