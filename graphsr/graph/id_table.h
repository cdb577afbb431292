// From ids to the numbers of nodes, by hashing. Ids of up to 16 bytes, and numbers, stand in the table
// itself, so that finding one looks at one place in memory; longer ones are compared with the text that is
// kept elsewhere.
//
// Whoever knows the hash can make ids that all fall on one place. No search looks at more than 64 places:
// what finds none free among these goes to a tree. So crowds cost the logarithm of their number, and what is
// found never depends on the hash.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphsr {

// All ids one after the other.
struct IdTexts {
  std::string bytes;
  std::vector<size_t> ends;  // of each

  std::string_view operator[](int64_t node) const {
    const size_t begin = node == 0 ? 0 : ends[node - 1];
    return std::string_view(bytes).substr(begin, ends[node] - begin);
  }
  void add(std::string_view id) {
    bytes += id;
    ends.push_back(bytes.size());
  }
};

// Says all of an id that is a number or a text of at most kShort bytes; of others a hash.
struct IdKey {
  static constexpr size_t kShort = 16;
  uint64_t first = 0, last = 0;
  uint32_t size = 0;  // bytes of a text, 0 for a number

  bool is_short() const { return size <= kShort; }
  auto operator<=>(const IdKey&) const = default;
};

IdKey hashed_key(std::string_view id);

inline IdKey key_of(int64_t number) { return {static_cast<uint64_t>(number), 0, 0}; }

// The first and the last eight bytes, which overlap; of shorter texts the same with four, or all three.
inline IdKey key_of(std::string_view id) {
  const size_t size = id.size();
  const char *begin = id.data(), *end = begin + size;
  IdKey key{0, 0, static_cast<uint32_t>(size)};
  if (size > IdKey::kShort) return hashed_key(id);
  if (size >= 8) {
    std::memcpy(&key.first, begin, 8);
    std::memcpy(&key.last, end - 8, 8);
  } else if (size >= 4) {
    std::memcpy(&key.first, begin, 4);
    std::memcpy(&key.last, end - 4, 4);
  } else if (size > 0) {
    const auto byte = [&](size_t i) { return static_cast<uint64_t>(static_cast<unsigned char>(begin[i])); };
    key.first = byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16;
  }
  return key;
}

// The id of a short key that is a text.
std::string text_of(const IdKey& key);

class IdTable {
 public:
  static constexpr int32_t kNone = -1;
  static constexpr size_t kMostLooks = 64;

  // The node of an id, or kNone. `id` and the texts of nodes matter for long ids only.
  int32_t find(const IdKey& key, std::string_view id, const IdTexts& texts) const {
    if (slots_.empty()) return kNone;
    const size_t mask = slots_.size() - 1;
    size_t at = place(key);
    for (size_t looks = 0; looks < kMostLooks; ++looks, at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.node == kNone) return kNone;
      if (slot.first == key.first && slot.last == key.last && slot.size == key.size &&
          (key.is_short() || texts[slot.node] == id))
        return slot.node;
    }
    return find_in_crowd(key, id);
  }

  // What stands where find() begins to look. Asking this of many keys first brings their memory near, several
  // pieces at a time; prefetch instructions did less.
  int32_t first_look(const IdKey& key) const { return slots_.empty() ? kNone : slots_[place(key)].node; }

  // An id that is not there yet.
  void put(const IdKey& key, std::string_view id, int32_t node, const IdTexts& texts);

  bool empty() const { return count_ == 0; }
  size_t crowded() const { return crowd_.size(); }  // ids that are in the tree

  // Where a search for the key begins in a table of so many places, which is a power of two. It goes by the
  // highest bits of a product, which are the ones that depend on all of the key.
  static size_t place(const IdKey& key, size_t places) {
    uint64_t hash = (key.first ^ key.size) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32 ^ key.last) * 0xbf58476d1ce4e5b9u;
    return static_cast<size_t>(hash >> (64 - std::countr_zero(places)));
  }

 private:
  struct Slot {
    uint64_t first, last;
    uint32_t size;
    int32_t node = kNone;
  };
  using Crowd = std::map<std::pair<IdKey, std::string>, int32_t>;  // the text of long ids

  size_t place(const IdKey& key) const { return place(key, slots_.size()); }
  int32_t find_in_crowd(const IdKey& key, std::string_view id) const;
  void fill_slot(const IdKey& key, std::string_view id, int32_t node);
  void grow(const IdTexts& texts);

  std::vector<Slot> slots_;  // a power of two, at most half full
  Crowd crowd_;
  size_t count_ = 0;
};

}  // namespace graphsr
