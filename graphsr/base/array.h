// A list of plain values that either owns them, as a vector does, or shows values that lie elsewhere, such as
// in a mapped file. Large arrays of a graph are of this type, so that a file can be used where it lies.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphsr {

// Reading costs what it costs in a vector, for the place of the values is kept beside it. A view is never
// written: moving it keeps it a view, and a copy owns its values.
template <class T, class Allocator = std::allocator<T>>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using Vector = std::vector<T, Allocator>;
  using value_type = T;

  Array() = default;
  Array(Vector values) : own_(std::move(values)) { follow(); }
  Array(std::initializer_list<T> values) : own_(values) { follow(); }
  Array(const Array& other) : own_(other.begin(), other.end()) { follow(); }
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(const Array& other) {  // memory is kept where it suffices
    if (this == &other) return *this;
    own_.assign(other.begin(), other.end());
    keeper_.reset();
    follow();
    return *this;
  }
  Array& operator=(Array&& other) noexcept {
    Array(std::move(other)).swap(*this);
    return *this;
  }

  // Shows `values`, which `keeper` keeps where they are.
  static Array view(std::span<const T> values, std::shared_ptr<const void> keeper) {
    assert(keeper && "a view needs what keeps its values");
    Array array;
    array.data_ = const_cast<T*>(values.data());
    array.size_ = values.size();
    array.keeper_ = std::move(keeper);
    return array;
  }
  bool is_view() const { return keeper_ != nullptr; }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* data() const { return data_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T& operator[](size_t i) const { return data_[i]; }
  const T& back() const { return data_[size_ - 1]; }
  bool operator==(const Array& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

  T* data() { return written(); }
  T* begin() { return written(); }
  T* end() { return written() + size_; }
  T& operator[](size_t i) { return written()[i]; }
  T& back() { return written()[size_ - 1]; }

  void push_back(T value) { change().push_back(value), follow(); }
  void resize(size_t size) { change().resize(size), follow(); }
  void resize(size_t size, T value) { change().resize(size, value), follow(); }
  void reserve(size_t size) { change().reserve(size), follow(); }
  void assign(size_t size, T value) { change().assign(size, value), follow(); }
  void shrink_to_fit() { change().shrink_to_fit(), follow(); }
  void clear() { change().clear(), follow(); }
  template <class... Values>
  void insert(const T* at, Values&&... values) {
    change().insert(own_.begin() + (at - data_), std::forward<Values>(values)...), follow();
  }

 private:
  T* written() {
    assert(!is_view() && "views are not written");
    return data_;
  }
  Vector& change() {
    assert(!is_view() && "views are not written");
    return own_;
  }
  void follow() {
    data_ = own_.data();
    size_ = own_.size();
  }
  void swap(Array& other) noexcept {
    own_.swap(other.own_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    keeper_.swap(other.keeper_);
  }

  Vector own_;
  T* data_ = nullptr;  // of own_, or of the view
  size_t size_ = 0;
  std::shared_ptr<const void> keeper_;
};

}  // namespace graphsr
