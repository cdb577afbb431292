#include "graphsr/tensor/phrases.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// One value for each row, from 1 on; the third row stays as it is if it is empty.
Csr with_row_values(Csr m) {
  for (int64_t i = 0; i < m.rows; ++i) m.values.resize(m.offsets[i + 1], static_cast<Real>(1 + i % 3));
  return m;
}

void expect_same_matrix(const Csr& m) {
  const auto phrases = phrases_of(m);
  ASSERT_TRUE(phrases);
  EXPECT_EQ(phrases->rows.rows, m.rows);
  EXPECT_EQ(phrases->rows.cols, phrases->words.rows);
  EXPECT_EQ(phrases->words.cols, m.cols);
  const Csr whole = product(phrases->rows, phrases->words);
  EXPECT_EQ(whole.offsets, m.offsets);
  EXPECT_EQ(whole.columns, m.columns);
  for (int64_t e = 0; e < m.nonzeros(); ++e)
    EXPECT_EQ(whole.values.empty() ? 1 : whole.values[e], m.values.empty() ? 1 : m.values[e]);
}

TEST(Phrases, make_the_same_matrix_of_fewer_entries) {
  for (const int64_t words : {1, 4, 37, 40, 121})
    for (const double density : {0.3, 0.7, 1.0}) {
      const Csr m = test::random_csr(600, words, density, false, 1);
      if (words == 1) {
        EXPECT_FALSE(phrases_of(m)) << "no two words stand together";
        continue;
      }
      expect_same_matrix(m);
      expect_same_matrix(with_row_values(m));
      const Phrases phrases = *phrases_of(m);
      EXPECT_LE(phrases.rows.nonzeros() + phrases.words.nonzeros(), m.nonzeros() * 3 / 4);
      for (int64_t i = 0; i < m.rows; ++i)
        EXPECT_LE(phrases.rows.length(i), std::min<int64_t>(m.length(i), (words + 3) / 4));
    }
}

TEST(Phrases, leave_no_phrase_that_does_not_occur) {
  const Phrases phrases = *phrases_of(test::random_csr(600, 37, 0.5, false, 2));
  const Transposed used = transposed(phrases.rows);
  for (int64_t phrase = 0; phrase < used.matrix.rows; ++phrase) EXPECT_GT(used.matrix.length(phrase), 0);
}

TEST(Phrases, keep_rows_without_any_word) {
  Csr m;
  m.cols = 12;
  for (int i = 0; i < 60; ++i) {
    if (i % 3 != 1)
      for (int32_t word = i % 2; word < 12; ++word) m.columns.push_back(word);
    m.offsets.push_back(m.nonzeros());
    ++m.rows;
  }
  expect_same_matrix(m);
  expect_same_matrix(with_row_values(m));
}

TEST(Phrases, are_not_made_where_they_do_not_pay_or_cannot_be) {
  EXPECT_FALSE(phrases_of(Csr()));
  EXPECT_FALSE(phrases_of(test::random_csr(600, 400, 0.02, false, 1))) << "words hardly meet";
  EXPECT_FALSE(phrases_of(test::random_csr(3, 400, 0.5, false, 1))) << "as many phrases as entries";
  EXPECT_FALSE(phrases_of(test::random_csr(600, 40, 0.5, true, 1))) << "values differ within rows";
}

}  // namespace
}  // namespace graphsr
