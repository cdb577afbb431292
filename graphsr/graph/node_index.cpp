#include "graphsr/graph/node_index.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr size_t kFirstSlots = 64;
constexpr int64_t kSpread = 4, kFreePlaces = 1024;  // of a dense table: for each node, and beside

size_t mixed(uint64_t id) {
  id *= 0x9e3779b97f4a7c15u;
  return static_cast<size_t>(id ^ id >> 32);
}

}  // namespace

size_t NodeIndex::number_slot(int64_t id) const {
  const size_t mask = number_slots_.size() - 1;
  size_t at = mixed(static_cast<uint64_t>(id)) & mask;
  while (number_slots_[at].node != kNone && number_slots_[at].id != id) at = (at + 1) & mask;
  return at;
}

std::string_view NodeIndex::text(int64_t node) const {
  const size_t begin = node == 0 ? 0 : ends_[node - 1];
  return std::string_view(texts_).substr(begin, ends_[node] - begin);
}

size_t NodeIndex::text_slot(std::string_view id, size_t hash) const {
  const size_t mask = text_slots_.size() - 1;
  const auto tag = static_cast<uint32_t>(hash >> 32);
  size_t at = hash & mask;
  for (; text_slots_[at].node != kNone; at = (at + 1) & mask)
    if (text_slots_[at].tag == tag && text(text_slots_[at].node) == id) break;
  return at;
}

// Room for one more, keeping the table at most half full.
void NodeIndex::grow() {
  const auto needed = static_cast<size_t>(2 * (size_ + 1));
  if (form_ == Form::numbers && number_slots_.size() < needed) {
    number_slots_.assign(std::max(kFirstSlots, 2 * number_slots_.size()), {});
    while (number_slots_.size() < needed) number_slots_.resize(2 * number_slots_.size());
    for (int64_t node = 0; node < size_; ++node)
      number_slots_[number_slot(numbers_[node])] = {numbers_[node], static_cast<int32_t>(node)};
    dense_ = {};
  }
  if (form_ == Form::texts && text_slots_.size() < needed) {
    size_t slots = std::max(kFirstSlots, 2 * text_slots_.size());
    while (slots < needed) slots *= 2;
    text_slots_.assign(slots, {});
    for (int64_t node = 0; node < size_; ++node) {
      const size_t hash = std::hash<std::string_view>()(text(node));
      text_slots_[text_slot(text(node), hash)] = {static_cast<uint32_t>(hash >> 32),
                                                  static_cast<int32_t>(node)};
    }
  }
}

void NodeIndex::put(int64_t id) {
  grow();
  number_slots_[number_slot(id)] = {id, static_cast<int32_t>(size_)};
  numbers_.push_back(id);
  ++size_;
}

void NodeIndex::put(std::string_view id) {
  grow();
  const size_t hash = std::hash<std::string_view>()(id);
  text_slots_[text_slot(id, hash)] = {static_cast<uint32_t>(hash >> 32), static_cast<int32_t>(size_)};
  texts_ += id;
  ends_.push_back(texts_.size());
  ++size_;
}

void NodeIndex::become_numbers() {
  numbers_.resize(static_cast<size_t>(size_));
  std::iota(numbers_.begin(), numbers_.end(), 0);
  form_ = Form::numbers;
}

void NodeIndex::become_texts() {
  if (form_ == Form::counted) become_numbers();
  for (const int64_t id : numbers_) {
    texts_ += std::to_string(id);
    ends_.push_back(texts_.size());
  }
  numbers_ = {};
  number_slots_ = {};
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
  number_slots_ = {};
}

int32_t NodeIndex::find_number(int64_t id) const {
  if (form_ == Form::texts) return find(std::string_view(std::to_string(id)));
  if (!dense_.empty()) return id >= first_ && id - first_ < std::ssize(dense_) ? dense_[id - first_] : kNone;
  return number_slots_.empty() ? kNone : number_slots_[number_slot(id)].node;
}

int32_t NodeIndex::find(std::string_view id) const {
  if (form_ == Form::texts)
    return text_slots_.empty() ? kNone : text_slots_[text_slot(id, std::hash<std::string_view>()(id))].node;
  const auto number = plain_number(id);
  return number ? find(*number) : kNone;
}

void NodeIndex::find(std::span<const int64_t> ids, int32_t* nodes) const {
  if (!number_slots_.empty())
    for (const int64_t id : ids)
      __builtin_prefetch(&number_slots_[mixed(static_cast<uint64_t>(id)) & (number_slots_.size() - 1)]);
  for (const int64_t id : ids)
    if (id >= first_ && id - first_ < std::ssize(dense_)) __builtin_prefetch(&dense_[id - first_]);
  for (size_t i = 0; i < ids.size(); ++i) nodes[i] = find(ids[i]);
}

// In stages, each of which asks for the memory that the next one needs: slot, length, text.
void NodeIndex::find(std::span<const std::string_view> ids, int32_t* nodes) const {
  if (text_slots_.empty()) {
    for (size_t i = 0; i < ids.size(); ++i) nodes[i] = find(ids[i]);
    return;
  }
  const size_t mask = text_slots_.size() - 1;
  std::vector<size_t> hashes(ids.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    hashes[i] = std::hash<std::string_view>()(ids[i]);
    __builtin_prefetch(&text_slots_[hashes[i] & mask]);
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    size_t at = hashes[i] & mask;
    while (text_slots_[at].node != kNone && text_slots_[at].tag != static_cast<uint32_t>(hashes[i] >> 32))
      at = (at + 1) & mask;
    nodes[i] = text_slots_[at].node;
    if (nodes[i] > 0) __builtin_prefetch(&ends_[nodes[i] - 1]);
  }
  for (size_t i = 0; i < ids.size(); ++i)
    if (nodes[i] > 0) __builtin_prefetch(texts_.data() + ends_[nodes[i] - 1]);
  for (size_t i = 0; i < ids.size(); ++i)
    if (nodes[i] != kNone && text(nodes[i]) != ids[i])
      nodes[i] = text_slots_[text_slot(ids[i], hashes[i])].node;
}

std::vector<std::string> NodeIndex::ids() const {
  std::vector<std::string> ids;
  if (form_ == Form::counted) return ids;
  ids.reserve(static_cast<size_t>(size_));
  for (int64_t node = 0; node < size_; ++node)
    ids.push_back(form_ == Form::numbers ? std::to_string(numbers_[node]) : std::string(text(node)));
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
