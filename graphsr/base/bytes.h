// Plain values as bytes, for what this program alone writes and reads: checkpoints. A reader checks every
// size before it allocates.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace graphsr {

class ByteWriter {
 public:
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class List>  // contiguous, of trivially copyable elements
  void list(const List& list) {
    value(static_cast<uint64_t>(list.size()));
    bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(*list.data()));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Refuses (bad input, naming `place`) bytes that end early.
class ByteReader {
 public:
  ByteReader(std::string_view bytes, std::string place) : bytes_(bytes), place_(std::move(place)) {}

  template <class T>
  T value() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  template <class List>
  void list(List& list) {
    const auto count = value<uint64_t>();
    if (count > bytes_.size() / sizeof(*list.data())) refuse();
    list.resize(count);
    if (count > 0)
      std::memcpy(list.data(), take(count * sizeof(*list.data())).data(), count * sizeof(*list.data()));
  }
  std::string_view rest() const { return bytes_; }
  [[noreturn]] void refuse() const;

 private:
  std::string_view take(size_t count) {
    if (count > bytes_.size()) refuse();
    const std::string_view front = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return front;
  }

  std::string_view bytes_;
  std::string place_;
};

}  // namespace graphsr
