#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/sha256.h"
#include "graphsr/graph/split.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/refusal.h"
#include "tests/graph/toy_dataset.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;

class SplitFile : public testing::Test {
 protected:
  // 33 nodes, the last three without a label.
  SplitFile() : dataset_(toy_dataset({15, 15}, 3)) {
    SplitOptions options;
    options.protocol = "paper";
    options.train = 4, options.validation = 2, options.test = 3;
    options.seed = 0xffffffffffffffffull;
    split_ = draw_split(dataset_, options);
  }

  Split read(const std::string& text) const { return read_split(folder_.file("split.json", text), dataset_); }

  std::string refused_text(const std::string& text) const {
    const Error error = refusal([&] { read(text); });
    EXPECT_EQ(error.fault(), Fault::input);
    EXPECT_THAT(error.what(), testing::StartsWith(folder_ / "split.json: "));
    EXPECT_THAT(error.what(), HasSubstr("; "));  // a remedy
    return error.what();
  }
  // With a hash that fits: what an able liar would write.
  std::string refused(const Split& split) const { return refused_text(split_json(split)); }
  std::string refused(const json& document) const { return refused_text(document.dump()); }

  TemporaryFolder folder_;
  Dataset dataset_;
  Split split_;
};

TEST_F(SplitFile, comes_back_as_it_was) {
  const Split again = read(split_json(split_));
  EXPECT_EQ(again.protocol, split_.protocol);
  EXPECT_EQ(again.seed, split_.seed);
  EXPECT_EQ(again.rho, split_.rho);
  EXPECT_EQ(again.minority, split_.minority);
  EXPECT_EQ(again.train, split_.train);
  EXPECT_EQ(again.validation, split_.validation);
  EXPECT_EQ(again.test, split_.test);
  EXPECT_EQ(again.data_sha256, split_.data_sha256);
  EXPECT_EQ(split_json(again), split_json(split_));
}

TEST_F(SplitFile, every_ratio_comes_back_to_the_bit) {
  for (const double rho : {1.0, 1.0 / 3, 0.1 + 0.2, 5e-324, 1e-5, 7.0 / 38}) {
    split_.rho = rho;
    EXPECT_EQ(read(split_json(split_)).rho, rho);
  }
}

TEST_F(SplitFile, has_one_line_per_field) {
  split_.minority = {0};
  split_.train = {1, 2};
  split_.validation = {};
  split_.test = {30};
  split_.seed = 7;
  split_.data_sha256 = "abc";
  EXPECT_EQ(split_json(split_),
            "{\n"
            "  \"format\": \"graphsr-split-1\",\n"
            "  \"protocol\": \"paper\",\n"
            "  \"seed\": 7,\n"
            "  \"rho\": 0.3,\n"
            "  \"minority\": [0],\n"
            "  \"train\": [1,2],\n"
            "  \"validation\": [],\n"
            "  \"test\": [30],\n"
            "  \"data_sha256\": \"abc\",\n"
            "  \"sha256\": \"" +
                split_sha256(split_) + "\"\n}\n");
}

TEST_F(SplitFile, hash_is_of_the_other_fields_as_sorted_json) {
  json document = json::parse(split_json(split_));
  EXPECT_EQ(document["sha256"], split_sha256(split_));
  document.erase("sha256");
  EXPECT_EQ(sha256(document.dump()), split_sha256(split_));
}

TEST_F(SplitFile, hash_changes_with_every_field) {
  const std::string before = split_sha256(split_);
  const auto changed = [&](auto change) {
    Split split = split_;
    change(split);
    return split_sha256(split);
  };
  EXPECT_NE(changed([](Split& s) { s.protocol = "own"; }), before);
  EXPECT_NE(changed([](Split& s) { ++s.seed; }), before);
  EXPECT_NE(changed([](Split& s) { s.rho = 0.31; }), before);
  EXPECT_NE(changed([](Split& s) { s.minority = {}; }), before);
  EXPECT_NE(changed([](Split& s) { s.train.pop_back(); }), before);
  EXPECT_NE(changed([](Split& s) { s.validation.pop_back(); }), before);
  EXPECT_NE(changed([](Split& s) { s.test.pop_back(); }), before);
  EXPECT_NE(changed([](Split& s) { s.data_sha256 += "0"; }), before);
}

TEST_F(SplitFile, may_be_written_in_another_layout) {
  EXPECT_EQ(split_sha256(read(json::parse(split_json(split_)).dump(4))), split_sha256(split_));
}

TEST_F(SplitFile, refuses_what_was_changed) {
  json document = json::parse(split_json(split_));
  document["seed"] = 1;
  EXPECT_THAT(refused(document), HasSubstr("was changed after it was written"));
  document = json::parse(split_json(split_));
  document["test"].erase(0);
  EXPECT_THAT(refused(document), HasSubstr("was changed after it was written"));
  document = json::parse(split_json(split_));
  document["sha256"] = "";
  EXPECT_THAT(refused(document), HasSubstr("was changed after it was written"));
}

TEST_F(SplitFile, refuses_other_data) {
  const std::string path = folder_.file("split.json", split_json(split_));
  const Error error = refusal([&] { read_split(path, toy_dataset({15, 16}, 2)); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_THAT(error.what(), HasSubstr("split.json: was drawn from other data"));
}

TEST_F(SplitFile, refuses_nodes_that_do_not_exist) {
  Split split = split_;
  split.train.push_back(33);
  EXPECT_THAT(refused(split), HasSubstr("'train' names node 33, but this graph has 0 to 32"));
  split = split_;
  split.validation.insert(split.validation.begin(), -1);
  EXPECT_THAT(refused(split), HasSubstr("'validation' names node -1"));
  json document = json::parse(split_json(split_));
  document["test"].push_back(99999999999999);
  EXPECT_THAT(refused(document), HasSubstr("'test' names node 99999999999999"));
}

TEST_F(SplitFile, refuses_classes_that_do_not_exist) {
  Split split = split_;
  split.minority = {2};
  EXPECT_THAT(refused(split), HasSubstr("'minority' names class 2, but this graph has 0 to 1"));
}

TEST_F(SplitFile, refuses_repeated_nodes) {
  Split split = split_;
  split.train.push_back(split.train.back());
  EXPECT_THAT(refused(split), HasSubstr("is repeated in 'train'"));
  split = split_;
  split.test = {split_.train[0]};
  EXPECT_THAT(refused(split), HasSubstr("is repeated: in 'train' and in 'test'"));
}

TEST_F(SplitFile, refuses_nodes_out_of_order) {
  Split split = split_;
  std::swap(split.train.front(), split.train.back());
  EXPECT_THAT(refused(split), HasSubstr("'train' is not ascending"));
}

TEST_F(SplitFile, refuses_nodes_without_a_label) {
  Split split = split_;
  split.test.push_back(31);
  EXPECT_THAT(refused(split), HasSubstr("'test' names node 31, which has no label in this graph"));
}

TEST_F(SplitFile, refuses_an_empty_training_part) {
  split_.train.clear();
  EXPECT_THAT(refused(split_), HasSubstr("'train' is empty"));
}

TEST_F(SplitFile, refuses_every_missing_field_and_wrong_type) {
  const json whole = json::parse(split_json(split_));
  for (const auto& [name, value] : whole.items()) {
    json document = whole;
    document.erase(name);
    EXPECT_THAT(refused(document), HasSubstr("has no field '" + name + "'"));
    for (const json& wrong : {json(nullptr), json(true), json::object(), json(-1.5), json::array({"x"}),
                              json::array({1.5}), json::array({json::array()})}) {
      document[name] = wrong;
      EXPECT_THAT(refused(document), HasSubstr("'" + name + "' is ")) << wrong;
    }
  }
}

TEST_F(SplitFile, refuses_ratios_and_seeds_out_of_range) {
  for (const double rho : {0.0, -0.1, 1.5}) {
    split_.rho = rho;
    EXPECT_THAT(refused(split_), HasSubstr("'rho' is"));
  }
  json document = json::parse(split_json(split_));
  document["rho"] = 0.3;
  document["seed"] = -1;
  EXPECT_THAT(refused(document), HasSubstr("'seed' is not a whole number from 0 on"));
}

TEST_F(SplitFile, refuses_other_formats) {
  EXPECT_THAT(refused_text("[1, 2]"), HasSubstr("no JSON object"));
  EXPECT_THAT(refused_text("3"), HasSubstr("no JSON object"));
  EXPECT_THAT(refused_text("{}"), HasSubstr("has no field 'format'"));
  EXPECT_THAT(refused_text("{\"format\": \"graphsr-split-2\"}"),
              HasSubstr("its format is not 'graphsr-split-1'"));
}

TEST_F(SplitFile, says_where_it_stops_being_json) {
  EXPECT_THAT(refused_text("{\"format\": oops}"),
              HasSubstr("is not JSON: it cannot be read from byte 12 on"));
  EXPECT_THAT(refused_text(""), HasSubstr("is not JSON: it cannot be read from byte 1 on"));
  const std::string text = split_json(split_);
  for (const size_t length : {size_t{1}, text.size() / 2, text.size() - 3})
    EXPECT_THAT(refused_text(text.substr(0, length)), HasSubstr("from byte " + std::to_string(length + 1)));
  EXPECT_THAT(refused_text("{\"rho\": 1e999}"), HasSubstr("a number that is too large"));
  EXPECT_THAT(refused_text("{\"a\": \"\xff\"}"), HasSubstr("is not JSON"));
}

TEST_F(SplitFile, stops_reading_what_is_too_deep_or_too_long) {
  EXPECT_THAT(refused_text(std::string(1 << 20, '[')), HasSubstr("lists within lists"));
  std::string numbers = "{\"train\": [0";
  for (int i = 1; i < 1000; ++i) numbers += ",0";
  EXPECT_THAT(refused_text(numbers),
              HasSubstr("drawn from other data: it lists more than the 33 nodes of this graph"));
}

TEST_F(SplitFile, refuses_files_over_a_gibibyte_unread) {
  const std::string path = folder_.file("split.json", "{}");
  std::filesystem::resize_file(path, (uintmax_t{1} << 30) + 1);
  const Error error = refusal([&] { read_split(path, dataset_); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_THAT(error.what(), HasSubstr("has 1073741825 bytes, too many for a split"));
}

TEST_F(SplitFile, refuses_what_is_no_file) {
  for (const std::string& path : {folder_ / "none.json", folder_.path().string(), std::string("/dev/null")}) {
    const Error error = refusal([&] { read_split(path, dataset_); });
    EXPECT_EQ(error.fault(), Fault::input);
    EXPECT_THAT(error.what(), testing::StartsWith(path));
  }
}

}  // namespace
}  // namespace graphsr
