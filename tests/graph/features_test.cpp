#include "graphsr/graph/features.h"

#include <cmath>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/random.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Matrix dense(int64_t rows, int64_t cols, std::vector<Real> values) {
  Matrix matrix(rows, cols);
  std::copy(values.begin(), values.end(), matrix.data());
  return matrix;
}

std::vector<Real> values_of(const Features& features) {
  const std::span<const Real> values =
      features.is_sparse() ? std::span<const Real>(features.sparse().values) : features.dense().values();
  return {values.begin(), values.end()};
}

Features preprocessed(const Features& features, const Preprocessing& preprocessing) {
  ThreadPool two(2);
  return graphsr::preprocessed(features, preprocessing, two);
}

// (3,3): rows {3, 4, -}, {-, -, -}, {-, 2, -}
const Csr kCounts{3, 3, {0, 2, 2, 3}, {0, 1, 1}, {3, 4, 2}};
const Csr kWords{3, 4, {0, 4, 4, 5}, {0, 1, 2, 3, 1}, {}};

TEST(Features, know_their_form_and_shape) {
  const Features sparse(kCounts), full(dense(2, 3, {1, 2, 3, 4, 5, 6})), none;
  EXPECT_TRUE(sparse.is_sparse());
  EXPECT_EQ(sparse.rows(), 3);
  EXPECT_EQ(sparse.cols(), 3);
  EXPECT_FALSE(full.is_sparse());
  EXPECT_EQ(full.rows(), 2);
  EXPECT_EQ(full.cols(), 3);
  EXPECT_EQ(none.rows(), 0);
}

TEST(Features, gather_rows_in_the_given_order_in_either_form) {
  const std::vector<int32_t> rows = {2, 0};
  EXPECT_EQ(gathered(Features(kCounts), rows).sparse(), (Csr{2, 3, {0, 1, 3}, {1, 0, 1}, {2, 3, 4}}));
  EXPECT_TRUE(gathered(Features(kWords), rows).sparse().values.empty());
  EXPECT_THAT(values_of(gathered(Features(dense(3, 1, {7, 8, 9})), rows)), ElementsAre(9, 7));
}

TEST(Scalings, table_names_each_scaling_once) {
  std::set<std::string> names;
  for (const ScalingName& row : scalings()) {
    EXPECT_EQ(name_of(row.scaling), std::string(row.name));
    EXPECT_FALSE(std::string(row.summary).empty());
    names.insert(row.name);
  }
  EXPECT_EQ(names, (std::set<std::string>{"raw", "row-l2", "standardise"}));
}

TEST(SuitableScaling, leaves_zeros_and_ones_raw_in_either_form) {
  EXPECT_EQ(suitable_scaling(Features(kWords)), Scaling::raw);
  EXPECT_EQ(suitable_scaling(Features(Csr{1, 2, {0, 2}, {0, 1}, {0, 1}})), Scaling::raw);
  EXPECT_EQ(suitable_scaling(Features(dense(2, 2, {0, 1, 1, 1}))), Scaling::raw);
  EXPECT_EQ(suitable_scaling(Features()), Scaling::raw);
}

TEST(SuitableScaling, divides_sparse_counts_by_their_length) {
  EXPECT_EQ(suitable_scaling(Features(kCounts)), Scaling::row_l2);
}

TEST(SuitableScaling, standardises_measurements) {
  EXPECT_EQ(suitable_scaling(Features(dense(2, 2, {0, 0, 0, 2}))), Scaling::standardise);
  EXPECT_EQ(suitable_scaling(Features(Csr{1, 2, {0, 1}, {0}, {3}})),
            Scaling::standardise);  // half are nonzero
}

TEST(SuitableScaling, does_not_count_stored_zeros_as_nonzero) {
  EXPECT_EQ(suitable_scaling(Features(Csr{1, 3, {0, 3}, {0, 1, 2}, {3, 0, 0}})), Scaling::row_l2);
}

TEST(Preprocessed, raw_changes_nothing) {
  const Features features(kWords);
  EXPECT_EQ(preprocessed(features, preprocessing_for(features, Scaling::raw)).sparse(), kWords);
}

TEST(Preprocessed, row_l2_gives_rows_of_length_one_and_keeps_zeros) {
  const Features sparse(kCounts), full(dense(2, 2, {3, -4, 0, 0})), words(kWords);
  const Preprocessing row_l2 = preprocessing_for(sparse, Scaling::row_l2);
  EXPECT_TRUE(row_l2.scale.empty());
  EXPECT_THAT(values_of(preprocessed(sparse, row_l2)), ElementsAre(Real(0.6), Real(0.8), 1));
  EXPECT_THAT(values_of(preprocessed(full, row_l2)), ElementsAre(Real(0.6), Real(-0.8), 0, 0));
  EXPECT_THAT(values_of(preprocessed(words, row_l2)), ElementsAre(0.5, 0.5, 0.5, 0.5, 1));
  EXPECT_EQ(preprocessed(sparse, row_l2).sparse().columns, kCounts.columns);
}

TEST(Preprocessed, standardise_gives_dense_columns_mean_0_and_deviation_1) {
  Stream stream(4, Purpose::weights);
  Matrix matrix(500, 3);
  for (int64_t i = 0; i < matrix.rows(); ++i) {
    matrix(i, 0) = static_cast<Real>(stream.normal());
    matrix(i, 1) = static_cast<Real>(1e6 + 1e3 * stream.normal());
    matrix(i, 2) = static_cast<Real>(-5 + 1e-6 * i);
  }
  const Features features(std::move(matrix));
  const Features out = preprocessed(features, preprocessing_for(features, Scaling::standardise));
  for (int64_t j = 0; j < 3; ++j) {
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < 500; ++i) {
      sum += out.dense()(i, j);
      squares += out.dense()(i, j) * out.dense()(i, j);
    }
    EXPECT_NEAR(sum / 500, 0, 1e-3);
    EXPECT_NEAR(squares / 500, 1, 1e-3);
  }
}

TEST(Preprocessed, standardise_divides_sparse_columns_by_their_deviation_zeros_included) {
  const Features features(kCounts);
  const Preprocessing made = preprocessing_for(features, Scaling::standardise);
  EXPECT_TRUE(made.shift.empty());
  const double first = std::sqrt(2.0), second = std::sqrt(8.0 / 3);  // of 3 0 0 and of 4 0 2
  ASSERT_EQ(made.scale.size(), 3u);
  EXPECT_FLOAT_EQ(made.scale[0], 1 / first);
  EXPECT_FLOAT_EQ(made.scale[1], 1 / second);
  EXPECT_EQ(made.scale[2], 1);  // never stored
  const Features out = preprocessed(features, made);
  EXPECT_EQ(out.sparse().columns, kCounts.columns);
  EXPECT_FLOAT_EQ(values_of(out)[0], 3 / first);
  EXPECT_FLOAT_EQ(values_of(out)[2], 2 / second);
}

TEST(Preprocessed, standardise_treats_missing_values_of_a_sparse_form_as_ones) {
  const Features implied(kWords);
  Csr written = kWords;
  written.values.assign(5, 1);
  const Features explicit_ones(written);
  const auto made = preprocessing_for(implied, Scaling::standardise);
  EXPECT_EQ(made.scale, preprocessing_for(explicit_ones, Scaling::standardise).scale);
  EXPECT_EQ(preprocessed(implied, made).sparse(), preprocessed(explicit_ones, made).sparse());
}

TEST(Preprocessed, columns_that_never_vary_keep_their_scale_and_dense_ones_become_zero) {
  // 0.1 has no exact sum: a mean by division could miss it.
  Matrix matrix(7, 2);
  for (int64_t i = 0; i < 7; ++i) matrix(i, 0) = Real(0.1), matrix(i, 1) = static_cast<Real>(i);
  const Features full(std::move(matrix));
  const auto made = preprocessing_for(full, Scaling::standardise);
  EXPECT_EQ(made.scale[0], 1);
  EXPECT_EQ(made.shift[0], Real(0.1));
  const Features out = preprocessed(full, made);
  for (int64_t i = 0; i < 7; ++i) EXPECT_EQ(out.dense()(i, 0), 0);

  const Features constant(Csr{2, 1, {0, 1, 2}, {0, 0}, {5, 5}});
  EXPECT_EQ(preprocessing_for(constant, Scaling::standardise).scale[0], 1);
}

TEST(Preprocessed, a_deviation_too_small_to_divide_by_counts_as_none) {
  const Features features(dense(2, 1, {Real(0), std::numeric_limits<float>::denorm_min()}));
  const auto made = preprocessing_for(features, Scaling::standardise);
  EXPECT_TRUE(std::isfinite(made.scale[0]));
}

TEST(Preprocessed, goes_from_one_graph_to_another) {
  const Features first(dense(2, 1, {1, 3})), second(dense(1, 1, {7}));
  EXPECT_THAT(values_of(preprocessed(second, preprocessing_for(first, Scaling::standardise))),
              ElementsAre(5));
  // Made for sparse features, so without a shift: dense ones can take it.
  const auto sparse = preprocessing_for(Features(Csr{2, 1, {0, 1, 1}, {0}, {4}}), Scaling::standardise);
  EXPECT_THAT(values_of(preprocessed(second, sparse)), ElementsAre(Real(3.5)));
}

TEST(Preprocessed, refuses_features_it_was_not_made_for) {
  const Features full(dense(2, 2, {1, 2, 3, 5})), sparse(kCounts);
  const auto made = preprocessing_for(full, Scaling::standardise);
  const Error columns = refusal([&] { preprocessed(sparse, made); });
  EXPECT_EQ(columns.fault(), Fault::input);
  EXPECT_THAT(columns.what(), HasSubstr("3 columns, but their scaling was made for 2"));
  const Features same_width(Csr{1, 2, {0, 1}, {0}, {1}});
  EXPECT_THAT(refusal([&] { preprocessed(same_width, made); }).what(), HasSubstr("sparse"));
}

TEST(Preprocessed, features_without_nodes_or_columns_pass) {
  for (const Scaling scaling : {Scaling::raw, Scaling::row_l2, Scaling::standardise}) {
    for (const Features& features :
         {Features(Matrix(0, 3)), Features(Matrix(3, 0)), Features(Csr{0, 3, {0}, {}, {}})}) {
      const auto made = preprocessing_for(features, scaling);
      for (const Real value : made.shift) EXPECT_EQ(value, 0);
      for (const Real value : made.scale) EXPECT_EQ(value, 1);
      EXPECT_EQ(preprocessed(features, made).rows(), features.rows());
    }
  }
}

}  // namespace
}  // namespace graphsr
