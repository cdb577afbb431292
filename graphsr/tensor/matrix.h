// Dense matrices, 64-byte aligned, without padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "graphsr/base/array.h"

namespace graphsr {

// float everywhere, except in the gradient tests: they build the same sources with double (GRAPHSR_REAL),
// because finite differences in float cannot tell a right gradient from one that is wrong in the fourth
// digit.
#ifdef GRAPHSR_REAL
using Real = GRAPHSR_REAL;
#else
using Real = float;
#endif

// Aligned to 64 bytes. Large pieces ask the system for large pages: gathering rows at random from a GB in
// small ones waits for page tables a quarter of the time. Memory that cannot have them stays as it is.
inline constexpr std::align_val_t kAlignment{64};
void* aligned_memory(size_t bytes);

// Aligned, and leaves new elements unset unless a value is given: buffers are usually written next.
template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(size_t count) {
    if (count > PTRDIFF_MAX / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(aligned_memory(count * sizeof(T)));
  }
  void deallocate(T* place, size_t) { ::operator delete(place, kAlignment); }
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Args>
  void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(static_cast<Args&&>(args)...);
  }
  bool operator==(const AlignedAllocator&) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

// How the values lie: row after row, or in strips of columns one behind the other, each row after row
// (StripsOf in kernels.h). Sparse products gather fastest from strips.
enum class Order { rows, strips };

class Matrix {
 public:
  Matrix() = default;
  Matrix(int64_t rows, int64_t cols) { resize(rows, cols); }  // values are unset
  Matrix(int64_t rows, int64_t cols, Real value) : Matrix(rows, cols) { fill(value); }

  // Shows values of rows x cols that `keeper` keeps where they are. Only read it: see Array.
  static Matrix view(int64_t rows, int64_t cols, const Real* values, std::shared_ptr<const void> keeper);

  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  int64_t size() const { return rows_ * cols_; }
  Order order() const { return order_; }
  bool is_view() const { return data_.is_view(); }

  Real* data() { return data_.data(); }  // in whatever order; rows and elements below are for Order::rows
  const Real* data() const { return data_.data(); }
  Real* row(int64_t i) { return data_.data() + i * cols_; }
  const Real* row(int64_t i) const { return data_.data() + i * cols_; }
  Real& operator()(int64_t i, int64_t j) { return data_[static_cast<size_t>(i * cols_ + j)]; }
  Real operator()(int64_t i, int64_t j) const { return data_[static_cast<size_t>(i * cols_ + j)]; }
  std::span<Real> values() { return {data_.data(), static_cast<size_t>(size())}; }
  std::span<const Real> values() const { return {data_.data(), static_cast<size_t>(size())}; }

  // New shape; memory is kept where it suffices and values are unset.
  void resize(int64_t rows, int64_t cols, Order order = Order::rows);
  void fill(Real value);

 private:
  int64_t rows_ = 0, cols_ = 0;
  Order order_ = Order::rows;
  Array<Real, AlignedAllocator<Real>> data_;
};

// The given rows, in the given order.
Matrix gathered(const Matrix& matrix, std::span<const int32_t> rows);

Matrix transposed(const Matrix& matrix);

}  // namespace graphsr
