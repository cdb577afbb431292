// Every loss against PyTorch: tests/fixtures/loss_reference.py made the numbers.
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graphsr/train/loss.h"

namespace graphsr {
namespace {

using nlohmann::json;

TEST(LossReference, value_and_gradient_are_pytorchs) {
  const json document = json::parse(std::ifstream(GRAPHSR_SOURCE_DIR "/tests/fixtures/loss_reference.json"));
  const auto rows = document.at("logits").get<std::vector<std::vector<Real>>>();
  Param logits{"logits", Matrix(static_cast<int64_t>(rows.size()), 3), {}};
  for (size_t i = 0; i < rows.size(); ++i) std::copy(rows[i].begin(), rows[i].end(), logits.value.row(i));
  const Examples examples = {{0, 1, 2, 3, 4}, document.at("labels").get<std::vector<int32_t>>(), {}};
  std::set<std::string> seen;
  for (const json& expected : document.at("cases")) {
    SCOPED_TRACE(expected.dump());
    const LossOptions none;
    const json& given = expected.at("options");
    Loss loss = loss_named(expected.at("loss").get<std::string>(),
                           {given.value("beta", none.beta), given.value("gamma", none.gamma),
                            given.value("tau", none.tau), given.value("margin", none.margin)});
    loss.last_part = expected.at("last_part").get<bool>();
    seen.insert(loss.kind->name);
    ThreadPool pool(1);
    Tape tape(pool);
    const Var value = loss.value(tape, tape.param(logits), examples);
    EXPECT_NEAR(tape.value(value)(0, 0), expected.at("value").get<double>(), 1e-6);
    tape.backward(value);
    for (int64_t i = 0; i < logits.value.rows(); ++i)
      for (int64_t j = 0; j < 3; ++j)
        EXPECT_NEAR(logits.gradient(i, j), expected.at("gradient").at(i).at(j).get<double>(), 1e-6)
            << i << "," << j;
  }
  EXPECT_EQ(seen.size(), losses().size()) << "a loss has no reference";
}

}  // namespace
}  // namespace graphsr
