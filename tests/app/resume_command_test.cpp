// Runs that are stopped, and continued by --resume.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Three folds, two rounds and a last fit of two networks each, and two policies: fourteen parts.
const std::string kRun =
    "fit --json --width 32 --epochs 40 --rounds 2 --folds 3 --agent ppo --updates 3 --episodes 2 --threads "
    "1 ";

std::string in(const TemporaryFolder& folder) { return "--out '" + folder / "run" + "' "; }

// A run that nobody stopped.
const json& whole() {
  static const json document = [] {
    const Outcome o = graphsr_command(kRun + "--quiet");
    EXPECT_EQ(o.code, 0) << o.err;
    json parsed = json::parse(o.out);
    parsed.erase("seconds");
    return parsed;
  }();
  return document;
}

void expect_same_after_stops(const std::vector<int>& parts, int signal) {
  const TemporaryFolder folder;
  for (size_t k = 0; k < parts.size(); ++k) {
    const int status = stopped_command(kRun + in(folder) + (k == 0 ? "" : "--resume"),
                                       folder / "run.checkpoint", parts[k], signal);
    if (signal == SIGINT) {
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 5) << status;
    } else {
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "run")) << "the output is whole or not there";
  }
  const Outcome resumed = graphsr_command(kRun + in(folder) + "--resume");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("finished parts are used"));
  json document = json::parse(resumed.out);
  document.erase("seconds");
  EXPECT_EQ(document, whole());
  EXPECT_FALSE(std::filesystem::exists(folder / "run.checkpoint"));
  EXPECT_TRUE(std::filesystem::exists(folder / "run/run.json"));
}

TEST(Resume, after_interrupts_gives_the_same_model_as_a_run_that_was_never_stopped) {
  expect_same_after_stops({2, 6, 10}, SIGINT);
}

TEST(Resume, after_kills_gives_the_same_model_as_a_run_that_was_never_stopped) {
  expect_same_after_stops({1, 5, 9}, SIGKILL);
}

TEST(Resume, with_other_options_is_refused_and_without_resume_starts_anew) {
  const TemporaryFolder folder;
  stopped_command(kRun + in(folder), folder / "run.checkpoint", 3, SIGKILL);
  expect_refused(kRun + in(folder) + "--quiet --resume --seed 1", 2, "had other options");
  expect_refused(kRun + in(folder) + "--quiet --resume --rounds 3", 2, "had other options");
  expect_refused("fit --resume", 2, "--out");
  const Outcome anew = graphsr_command(kRun + in(folder));
  ASSERT_EQ(anew.code, 0) << anew.err;
  EXPECT_THAT(anew.err, HasSubstr("is replaced by"));
  EXPECT_EQ(json::parse(anew.out).at("model_sha256"), whole().at("model_sha256"));
}

TEST(Resume, may_use_another_number_of_threads) {
  const TemporaryFolder folder;
  stopped_command(kRun + in(folder), folder / "run.checkpoint", 4, SIGINT);
  const Outcome resumed = graphsr_command(kRun + in(folder) + "--resume --quiet --threads 2");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(json::parse(resumed.out).at("model_sha256"), whole().at("model_sha256"));
}

TEST(Resume, of_nothing_begins_and_says_so) {
  const TemporaryFolder folder;
  const Outcome o = graphsr_command("fit --method vanilla --epochs 2 --resume " + in(folder));
  EXPECT_EQ(o.code, 0);
  EXPECT_THAT(o.err, HasSubstr("no stopped run"));
}

TEST(Resume, survives_commands_that_come_to_nothing) {
  const TemporaryFolder folder;
  stopped_command(kRun + in(folder), folder / "run.checkpoint", 5, SIGKILL);
  const std::vector<std::string> parts = names_in(folder / "run.checkpoint");
  for (const char* mistake : {"--rho 2", "--width 0", "--dropout 1", "--minority Nope", "--protocol foo",
                              "--train 0", "--rate nan", "--nonsense", "--heads 4"})
    EXPECT_NE(graphsr_command(kRun + in(folder) + "--quiet " + mistake).code, 0) << mistake;
  EXPECT_EQ(names_in(folder / "run.checkpoint"), parts);
  // What is chosen by augment is not what fit had finished.
  expect_refused("augment" + kRun.substr(3) + in(folder) + "--quiet --resume", 2, "had other options");
  const Outcome resumed = graphsr_command(kRun + in(folder) + "--quiet --resume");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(json::parse(resumed.out).at("model_sha256"), whole().at("model_sha256"));
}

TEST(Resume, has_nothing_to_go_on_with_after_a_command_that_was_refused) {
  const TemporaryFolder folder;
  for (const char* mistake : {"--rho 2", "--width 0", "--minority Nope"}) {
    EXPECT_EQ(graphsr_command(kRun + in(folder) + "--quiet " + mistake).code, 2) << mistake;
    EXPECT_TRUE(names_in(folder.path()).empty()) << mistake;
  }
}

}  // namespace
}  // namespace graphsr
