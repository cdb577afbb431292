#include "graphsr/model/network.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/model/small_model.h"

namespace graphsr {
namespace {

TEST(Network, is_the_same_for_the_same_seed_and_another_for_another) {
  const auto weights = [](uint64_t seed) {
    const Network network = make_network(test::small_model("sage"), 9, 2, seed);
    const auto values = network.convs[1][0].value.values();
    return std::vector<Real>(values.begin(), values.end());
  };
  EXPECT_EQ(weights(1), weights(1));
  EXPECT_NE(weights(1), weights(2));
}

TEST(Network, starts_within_glorots_bounds) {
  const Network network = make_network(test::small_model("gcn"), 84, 2, 3);
  const auto values = network.convs[0][0].value.values();
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double limit = std::sqrt(6.0 / (84 + 16));
  EXPECT_LE(*most, limit);
  EXPECT_GE(*least, -limit);
  EXPECT_GT(*most, 0.95 * limit);
}

TEST(Network, refuses_impossible_shapes) {
  ModelOptions options = test::small_model("gat");
  options.heads = 3;
  EXPECT_THROW(make_network(options, 5, 2, 0), Error);
  options = test::small_model("gcn");
  EXPECT_THROW(make_network(options, 0, 2, 0), Error);
  options.dropout = 1;
  EXPECT_THROW(make_network(options, 5, 2, 0), Error);
}

TEST(Conv, unknown_names_get_the_nearest_as_a_suggestion) {
  try {
    conv_named("sgae");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_NE(std::string(error.what()).find("did you mean 'sage'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace graphsr
