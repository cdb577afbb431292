#include "graphsr/graph/id_table.h"

#include <algorithm>

namespace graphsr {

namespace {

constexpr size_t kFirstSlots = 1024;

uint64_t mixed(uint64_t word, uint64_t factor) {
  word *= factor;
  return word ^ word >> 32;
}

std::string crowd_text(const IdKey& key, std::string_view id) {
  return key.is_short() ? std::string() : std::string(id);
}

}  // namespace

IdKey hashed_key(std::string_view id) {
  IdKey key{1, 2, static_cast<uint32_t>(id.size())};
  for (size_t at = 0; at < id.size(); at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, id.data() + at, std::min<size_t>(8, id.size() - at));
    key.first = mixed(key.first ^ word, 0x94d049bb133111ebu);
    key.last = mixed(key.last ^ word, 0xd1b54a32d192ed03u);
  }
  return key;
}

std::string text_of(const IdKey& key) {
  std::string text(key.size, '\0');
  if (key.size >= 4) {
    const size_t half = key.size >= 8 ? 8 : 4;
    std::memcpy(text.data(), &key.first, half);
    std::memcpy(text.data() + key.size - half, &key.last, half);
  } else if (key.size > 0) {
    text[key.size - 1] = static_cast<char>(key.first >> 16);
    text[key.size / 2] = static_cast<char>(key.first >> 8);
    text[0] = static_cast<char>(key.first);
  }
  return text;
}

int32_t IdTable::find_in_crowd(const IdKey& key, std::string_view id) const {
  if (crowd_.empty()) return kNone;
  const auto found = crowd_.find({key, crowd_text(key, id)});
  return found == crowd_.end() ? kNone : found->second;
}

void IdTable::fill_slot(const IdKey& key, std::string_view id, int32_t node) {
  const size_t mask = slots_.size() - 1;
  size_t at = place(key);
  for (size_t looks = 0; looks < kMostLooks; ++looks, at = (at + 1) & mask)
    if (slots_[at].node == kNone) {
      slots_[at] = {key.first, key.last, key.size, node};
      return;
    }
  crowd_.emplace(std::pair(key, crowd_text(key, id)), node);
}

void IdTable::grow(const IdTexts& texts) {
  std::vector<Slot> old(std::max(kFirstSlots, 2 * slots_.size()));
  old.swap(slots_);
  Crowd crowd;
  crowd.swap(crowd_);
  for (const Slot& slot : old) {
    if (slot.node == kNone) continue;
    const IdKey key = {slot.first, slot.last, slot.size};
    fill_slot(key, key.is_short() ? std::string_view() : texts[slot.node], slot.node);
  }
  for (const auto& [name, node] : crowd) fill_slot(name.first, name.second, node);
}

void IdTable::put(const IdKey& key, std::string_view id, int32_t node, const IdTexts& texts) {
  if (2 * (count_ + 1) > slots_.size()) grow(texts);
  fill_slot(key, id, node);
  ++count_;
}

}  // namespace graphsr
