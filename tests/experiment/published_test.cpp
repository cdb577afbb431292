#include "graphsr/experiment/published.h"

#include <cmath>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

struct Entry {
  const char *dataset, *model, *method;
  double rho;
  double accuracy, accuracy_deviation, f1, f1_deviation, auc, auc_deviation;  // percent, read from the paper
};

TEST(Published, entries_are_those_of_the_paper) {
  const Entry entries[] = {
      {"cora", "gcn", "ru-selection", 0.3, 70.75, 1.28, 70.36, 1.36, 89.77, 0.71},
      {"cora", "gcn", "graphsr", 0.3, 73.90, 0.16, 73.59, 0.11, 90.21, 0.77},
      {"citeseer", "gcn", "graphsr", 0.3, 57.28, 0.55, 55.20, 0.85, 83.67, 0.60},
      {"pubmed", "gcn", "graphsr", 0.3, 71.79, 1.34, 71.70, 1.41, 85.14, 0.86},
      {"cora", "sage", "vanilla", 0.3, 75.67, 0.11, 75.26, 0.11, 93.71, 0.53},
      {"citeseer", "sage", "ru-selection", 0.3, 56.25, 0.2, 52.74, 0.49, 85.09, 0.26},
      {"pubmed", "sage", "graphsr", 0.3, 74.13, 1.19, 74.36, 1.34, 89.33, 0.38},
      {"citeseer", "sage", "graphsmote", 0.3, 43.17, 2.87, 38.85, 3.31, 76.98, 1.95},
      {"cora", "sage", "vanilla", 0.1, 61.53, 0.53, 55.40, 0.90, 91.52, 1.01},
      {"cora", "sage", "graphens", 0.2, 75.42, 0.11, 73.74, 0.20, 93.72, 0.06},
      {"cora", "sage", "su-selection", 0.4, 77.56, 0.23, 77.27, 0.34, 95.01, 0.06},
      {"cora", "sage", "graphsr", 0.5, 79.54, 0.35, 79.33, 0.38, 95.50, 0.29},
      {"cora", "gat", "cb-sampling", 0.3, 75.51, 0.49, 75.14, 0.52, 95.39, 0.21},
      {"citeseer", "gat", "over-sampling", 0.3, 51.54, 1.02, 45.62, 1.51, 83.09, 0.48},
      {"pubmed", "gat", "graphsr", 0.3, 77.88, 0.63, 77.82, 0.72, 91.68, 0.51},
  };
  for (const Entry& e : entries) {
    SCOPED_TRACE(std::string(e.dataset) + " " + e.model + " " + e.method);
    const PublishedFigures* got = published(e.dataset, e.model, e.method, e.rho);
    ASSERT_TRUE(got);
    EXPECT_DOUBLE_EQ(got->accuracy.mean, e.accuracy / 100);
    EXPECT_DOUBLE_EQ(got->accuracy.deviation, e.accuracy_deviation / 100);
    EXPECT_DOUBLE_EQ(got->macro_f1.mean, e.f1 / 100);
    EXPECT_DOUBLE_EQ(got->macro_f1.deviation, e.f1_deviation / 100);
    EXPECT_DOUBLE_EQ(got->auc_roc.mean, e.auc / 100);
    EXPECT_DOUBLE_EQ(got->auc_roc.deviation, e.auc_deviation / 100);
  }
}

struct Sums {
  const char *dataset, *model;
  double rho;
  double sum[3], deviations[3];  // of the ten methods' ACC, F1, AUC-ROC, added up from the paper's text
};

TEST(Published, columns_add_up_as_in_the_paper) {
  const Sums columns[] = {
      {"cora", "gcn", 0.3, {717.6, 712.32, 894.94}, {12.29, 12.91, 9.21}},
      {"citeseer", "gcn", 0.3, {531.91, 492.24, 820.73}, {20.44, 24.04, 10.85}},
      {"pubmed", "gcn", 0.3, {665.35, 645.11, 819.39}, {17.64, 25.15, 10.83}},
      {"cora", "sage", 0.3, {761.42, 757.1, 942.65}, {6.87, 7.2, 4.11}},
      {"citeseer", "sage", 0.3, {514.03, 464.86, 820.3}, {6.75, 9.23, 4.74}},
      {"pubmed", "sage", 0.3, {665.18, 643.63, 874.63}, {8.11, 10.94, 3.88}},
      {"cora", "sage", 0.1, {670.59, 628.5, 926.47}, {8.32, 10.56, 5.72}},
      {"cora", "sage", 0.2, {742.76, 734.26, 939.48}, {8.12, 9.05, 4.91}},
      {"cora", "sage", 0.4, {769.44, 765.07, 947.94}, {7.23, 7.72, 2.09}},
      {"cora", "sage", 0.5, {779.11, 776.21, 950.53}, {6.11, 5.72, 2.57}},
      {"cora", "gat", 0.3, {756.55, 751.82, 948.5}, {10.42, 10.62, 3.56}},
      {"citeseer", "gat", 0.3, {525.04, 475.35, 826.69}, {13.06, 15.54, 5.62}},
      {"pubmed", "gat", 0.3, {685.23, 673.91, 876.5}, {9.98, 11.28, 3.12}},
  };
  ASSERT_EQ(published_methods().size(), 10u);
  for (const Sums& column : columns) {
    SCOPED_TRACE(std::string(column.dataset) + " " + column.model);
    double sum[3] = {}, deviations[3] = {};
    for (const std::string& method : published_methods()) {
      const PublishedFigures* got = published(column.dataset, column.model, method, column.rho);
      ASSERT_TRUE(got) << method;
      const PublishedFigure figures[] = {got->accuracy, got->macro_f1, got->auc_roc};
      for (int i = 0; i < 3; ++i) {
        sum[i] += 100 * figures[i].mean;
        deviations[i] += 100 * figures[i].deviation;
      }
    }
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(sum[i], column.sum[i], 1e-9);
      EXPECT_NEAR(deviations[i], column.deviations[i], 1e-9);
    }
  }
}

TEST(Published, presets_compare_where_the_paper_had_that_classifier) {
  const PublishedFigures* own = published("cora", "sage", "graphsr", 0.3);
  for (const char* method : {"graphsr:default", "graphsr:paper", "graphsr:official"})
    EXPECT_EQ(published("cora", "sage", method, 0.3), own) << method;
  EXPECT_EQ(published("cora", "sage", "su-selection:paper", 0.3),
            published("cora", "sage", "su-selection", 0.3));
  for (const char* method :
       {"su-selection:default", "vanilla:default", "graphsr-untrained", "graphsr+refit", "", ":"})
    EXPECT_FALSE(published("cora", "sage", method, 0.3)) << method;
}

TEST(Published, says_nothing_of_other_places) {
  EXPECT_FALSE(published("pubmed-sub", "gcn", "vanilla", 0.3));
  EXPECT_FALSE(published("Cora", "gcn", "vanilla", 0.3));
  EXPECT_FALSE(published("cora", "gcn", "vanilla", 0.1));
  EXPECT_FALSE(published("cora", "appnp", "vanilla", 0.3));
  EXPECT_FALSE(published("cora", "gcn", "vanilla", std::nan("")));
  EXPECT_TRUE(published("cora", "sage", "vanilla", 0.1 + 0.2));
}

}  // namespace
}  // namespace graphsr
