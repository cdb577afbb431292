#include "graphsr/experiment/record.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graphsr/experiment/documents.h"
#include "tests/graph/refusal.h"
#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const Place kPlace{"blocks", "gcn", "su-selection", 0.25, 3};

const Result& result() {
  static const Result done = [] {
    ThreadPool pool(1);
    return run(blocks_dataset(), test::quick_cell("su-selection"), std::nullopt, pool, {});
  }();
  return done;
}

json document() {
  return json::parse(json_text(result_json(blocks_dataset(), test::quick_cell("su-selection"), result())));
}

TEST(Record, has_what_the_result_had) {
  const Record record = record_of(kPlace, document().dump());
  const Result& r = result();
  EXPECT_EQ(record.place, kPlace);
  EXPECT_EQ(record.class_names, blocks_dataset().class_names);
  EXPECT_EQ(record.minority, r.split.minority);
  EXPECT_EQ(record.test.accuracy, r.test->accuracy);
  EXPECT_EQ(record.test.auc_roc, r.test->auc_roc);
  EXPECT_EQ(record.test.count, r.test->count);
  EXPECT_EQ(record.test.confusion, r.test->confusion);
  EXPECT_EQ(record.test.per_class[1].recall, r.test->per_class[1].recall);
  ASSERT_TRUE(record.before.has_value());
  EXPECT_EQ(record.before->macro_f1, r.before->macro_f1);
  EXPECT_EQ(record.model_sha256, r.model_sha256);
  EXPECT_EQ(record.split_sha256, split_sha256(r.split));
  int64_t added = 0;
  for (const int64_t count : record.added) added += count;
  EXPECT_EQ(added, r.augmented.set.examples.size() - r.task.train.size());
  EXPECT_GT(added, 0);
  EXPECT_GT(record.seconds, 0);
}

TEST(Record, knows_what_is_unknown) {
  json changed = document();
  changed["before"] = nullptr;
  changed["candidates"]["precision"] = nullptr;
  changed["test"]["auc_roc"] = nullptr;
  const Record record = record_of(kPlace, changed.dump());
  EXPECT_FALSE(record.before.has_value());
  EXPECT_TRUE(std::isnan(record.precision));
  EXPECT_TRUE(std::isnan(record.test.auc_roc));
}

TEST(Record, refuses_documents_of_another_form) {
  const auto refused = [](const std::string& text) {
    const Error error = refusal([&] { record_of(kPlace, text); });
    EXPECT_EQ(error.fault(), Fault::input) << text;
    EXPECT_THAT(error.what(), HasSubstr("blocks gcn su-selection rho 0.25 seed 3"));
  };
  for (const char* text : {"", "{", "[]", "null", "3", "{}", "{\"test\": 3}"}) refused(text);
  const std::vector<std::pair<std::string, json>> changes = {
      {"/test", nullptr},
      {"/test/accuracy", "high"},
      {"/test/accuracy", 1.5},
      {"/test/per_class", 7},
      {"/test/per_class/0/support", -1},
      {"/test/per_class/0/support", 1e300},
      {"/test/per_class/0/class", 5},
      {"/test/confusion", json::array()},
      {"/test/confusion/0", json::array({1})},
      {"/test/confusion/0/0", "x"},
      {"/before/per_class", json::array()},
      {"/minority/0", "no such class"},
      {"/train/added_per_class", {{"no such class", 3}}},
      {"/candidates", json::array()},
      {"/model_sha256", 3},
      {"/seconds", nullptr},
  };
  for (const auto& [path, value] : changes) {
    json changed = document();
    changed[json::json_pointer(path)] = value;
    refused(changed.dump());
  }
}

}  // namespace
}  // namespace graphsr
