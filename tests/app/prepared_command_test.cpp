// Prepared files through the real command: every verb reads them, and what comes out is the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class PreparedCommand : public testing::Test {
 protected:
  PreparedCommand() {
    run("data generate '" + npz_ + "' --nodes 400 --degree 6 --classes 3 --rho 0.3 --features 20");
    run("data convert '" + npz_ + "' '" + graph_ + "'");
  }
  static json run(const std::string& arguments) {
    const Outcome o = graphsr_command(arguments + " --quiet --json");
    EXPECT_EQ(o.code, 0) << arguments << "\n" << o.err;
    return o.code == 0 ? json::parse(o.out) : json();
  }
  // The same command on both files; gives what it printed.
  std::pair<json, json> both(const std::string& before, const std::string& after) const {
    return {run(before + " '" + npz_ + "' " + after), run(before + " '" + graph_ + "' " + after)};
  }

  TemporaryFolder folder_;
  const std::string npz_ = folder_ / "a.npz", graph_ = folder_ / "a.graph";
};

TEST_F(PreparedCommand, inspect_tells_the_same) {
  auto [npz, prepared] = both("data inspect", "");
  EXPECT_EQ(npz.at("format"), "npz");
  EXPECT_EQ(prepared.at("format"), "prepared");
  npz.erase("format");
  prepared.erase("format");
  EXPECT_EQ(npz, prepared);
}

TEST_F(PreparedCommand, convert_back_gives_the_same_bytes) {
  run("data convert '" + graph_ + "' '" + folder_ / "b.npz" + "'");
  EXPECT_EQ(file_text(folder_ / "b.npz"), file_text(npz_));
  run("data convert '" + folder_ / "b.npz" + "' '" + folder_ / "b" + "' --format prepared");
  EXPECT_EQ(file_text(folder_ / "b"), file_text(graph_));
}

TEST_F(PreparedCommand, fit_and_predict_give_the_same_bytes) {
  const std::string quick = "--epochs 5 --width 8 --train 6 --validation 5 --test 5 --method ";
  for (const std::string method : {"vanilla", "smote"}) {
    const auto [npz, prepared] = both("fit --dataset", quick + method);
    EXPECT_EQ(npz.at("model_sha256"), prepared.at("model_sha256")) << method;
    EXPECT_EQ(npz.at("test"), prepared.at("test")) << method;
  }
  run("fit --dataset '" + graph_ + "' " + quick + "vanilla --out '" + folder_ / "run" + "'");
  const Outcome a = graphsr_command("predict '" + folder_ / "run" + "' --dataset '" + npz_ + "'"),
                b = graphsr_command("predict '" + folder_ / "run" + "' --dataset '" + graph_ + "'");
  EXPECT_EQ(b.code, 0) << b.err;
  EXPECT_EQ(a.out, b.out);
}

TEST_F(PreparedCommand, split_augment_and_bench_read_it) {
  const auto [npz, prepared] =
      both("data split", "--train 6 --validation 5 --test 5 --force --out '" + folder_ / "split.json" + "'");
  EXPECT_EQ(npz, prepared);
  const std::string quick =
      "--split '" + folder_ / "split.json" + "' --epochs 5 --width 8 --method over-sampling";
  EXPECT_EQ(graphsr_command("augment --dataset '" + graph_ + "' " + quick).code, 0);
  const json bench =
      run("bench --datasets '" + graph_ +
          "' --methods vanilla --seeds 1 --epochs 5 --width 8 --train 6 --validation 5 --test 5 --out '" +
          folder_ / "bench" + "'");
  EXPECT_EQ(bench.at("cells").size(), 1u);
}

// Features of 120 MB stay in the file; memory of the program's own is kept below half of it.
TEST(PreparedGraph, larger_than_memory_trains_to_the_same_bytes) {
  const TemporaryFolder folder;
  const std::string npz = folder / "a.npz", graph = folder / "a.graph";
  ASSERT_EQ(
      graphsr_command("data generate '" + npz + "' --nodes 15000 --degree 5 --classes 3 --features 2000" +
                      " --feature-kind dense --quiet")
          .code,
      0);
  ASSERT_EQ(graphsr_command("data convert '" + npz + "' '" + graph + "' --quiet").code, 0);
  const auto half = std::filesystem::file_size(graph) / 2;
  const std::string limit =
      "export TMPDIR='" + folder / "" + "'; ulimit -d " + std::to_string(half / 1024) + ";";
  const auto fit = [](const std::string& file, const std::string& features, const std::string& before) {
    return graphsr_command("fit --dataset '" + file + "' --method vanilla --features " + features +
                               " --width 16 --epochs 5 --train 6 --validation 5 --test 20 --threads 1"
                               " --quiet --json",
                           before);
  };
  // Scaled features are as large as those in the file; they lie on disk too.
  for (const std::string features : {"raw", "row-l2", "standardise", "auto"}) {
    EXPECT_EQ(fit(npz, features, limit).code, 6) << "the limit is no limit";
    const Outcome whole = fit(npz, features, ""), limited = fit(graph, features, limit);
    ASSERT_EQ(limited.code, 0) << limited.err;
    const json a = json::parse(whole.out), b = json::parse(limited.out);
    EXPECT_EQ(a.at("model_sha256"), b.at("model_sha256")) << features;
    EXPECT_EQ(a.at("test"), b.at("test")) << features;
  }
  const Outcome refused = fit(graph, "standardise", limit + " export TMPDIR=/no/such/folder;");
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("cannot hold 0.1 GB of scratch"));
  EXPECT_THAT(refused.err, HasSubstr("set TMPDIR to a folder on a disk with that much room"));
}

// 15 million words of 4 bytes each; scaling gives each a value of as many. What a prediction copies is about
// 70 MB.
TEST(PreparedGraph, with_sparse_features_is_scaled_on_disk) {
  const TemporaryFolder folder;
  const std::string graph = folder / "a.graph";
  ASSERT_EQ(graphsr_command("data generate '" + graph +
                            "' --nodes 30000 --degree 5 --classes 3 --features 2000 --words 500 --quiet")
                .code,
            0);
  const auto fit = [&](const std::string& before) {
    const Outcome o =
        graphsr_command("fit --dataset '" + graph +
                            "' --method vanilla --features row-l2 --width 16 --epochs 5 --train 6"
                            " --validation 5 --test 20 --threads 1 --quiet --json",
                        before);
    EXPECT_EQ(o.code, 0) << o.err;
    return o.code == 0 ? json::parse(o.out) : json();
  };
  const json whole = fit(""), limited = fit("export TMPDIR='" + folder / "" + "'; ulimit -d 100000;");
  ASSERT_FALSE(whole.is_null() || limited.is_null());
  EXPECT_EQ(whole.at("model_sha256"), limited.at("model_sha256"));
}

TEST_F(PreparedCommand, damage_and_existing_files_are_refused_in_one_sentence) {
  expect_refused("data convert '" + npz_ + "' '" + graph_ + "'", 2,
                 "exists; choose another name or add --force");
  std::string bytes = file_text(graph_);
  bytes[5000] = static_cast<char>(bytes[5000] ^ 4);
  expect_refused(
      "data inspect '" + folder_.file("bad.graph", bytes) + "'", 3,
      "bad.graph: its edge offsets are damaged: their checksum is wrong; make it again with 'graphsr "
      "data convert'");
}

}  // namespace
}  // namespace graphsr
