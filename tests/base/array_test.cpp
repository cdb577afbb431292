#include "graphsr/base/array.h"

#include <memory>
#include <utility>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

std::shared_ptr<const std::vector<int>> four_numbers() {
  return std::make_shared<const std::vector<int>>(std::vector<int>{3, 1, 4, 1});
}

TEST(Array, is_a_vector_unless_it_is_a_view) {
  Array<int> array = {1, 2};
  array.push_back(3);
  const std::vector<int> more = {4, 5};
  array.insert(array.end(), more.begin(), more.end());
  EXPECT_EQ(array, (Array<int>{1, 2, 3, 4, 5}));
  EXPECT_FALSE(array.is_view());
  array[0] = 7;
  array.resize(2);
  EXPECT_EQ(array, (Array<int>{7, 2}));
  EXPECT_EQ(array.end() - array.begin(), 2);
  array.assign(3, 9);
  EXPECT_EQ(array.back(), 9);
  array.clear();
  EXPECT_TRUE(array.empty());
}

TEST(Array, view_shows_values_where_they_are_and_keeps_them) {
  auto numbers = four_numbers();
  const int* place = numbers->data();
  std::weak_ptr<const std::vector<int>> alive = numbers;
  {
    const Array<int> view = Array<int>::view(*numbers, numbers);
    numbers.reset();
    EXPECT_TRUE(view.is_view());
    EXPECT_EQ(view.data(), place);
    EXPECT_EQ(view, (Array<int>{3, 1, 4, 1}));
    EXPECT_FALSE(alive.expired());
  }
  EXPECT_TRUE(alive.expired());
}

TEST(Array, moved_view_stays_one_and_its_copy_owns) {
  const auto numbers = four_numbers();
  Array<int> view = Array<int>::view(*numbers, numbers);
  Array<int> moved = std::move(view);
  EXPECT_TRUE(moved.is_view());
  EXPECT_EQ(std::as_const(moved).data(), numbers->data());
  EXPECT_TRUE(view.empty());
  Array<int> copy = moved;
  EXPECT_FALSE(copy.is_view());
  copy[0] = 8;
  EXPECT_EQ(std::as_const(moved)[0], 3);
  moved = copy;
  EXPECT_FALSE(moved.is_view());
  EXPECT_EQ(moved, (Array<int>{8, 1, 4, 1}));
}

TEST(Array, copying_over_keeps_memory_that_suffices) {
  Array<int> array(std::vector<int>(100, 1));
  const int* place = std::as_const(array).data();
  const Array<int> other = {1, 2};
  array = other;
  EXPECT_EQ(std::as_const(array).data(), place);
  EXPECT_EQ(array, other);
}

}  // namespace
}  // namespace graphsr
