// graphsr bench: continued after kills, shared by two, refused clearly.
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include "tests/app/command.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kSmall =
    "bench --epochs 5 --train 5 --validation 5 --test 10 --methods vanilla,su-selection ";
const std::string kGrid = kSmall + "--models gcn,sage --seeds 10 ";  // 40 cells
const std::string kFew = kSmall + "--models gcn --seeds 3 ";         // 6 cells

std::string in(const TemporaryFolder& folder) { return "--out '" + folder / "b" + "' "; }

// Without times.
json timeless(json document) {
  if (document.is_object()) document.erase("seconds");
  if (document.is_structured())
    for (json& part : document) part = timeless(part);
  return document;
}

// The tables of a folder: text as it is, JSON without times.
std::map<std::string, std::string> tables_in(const std::string& folder) {
  std::map<std::string, std::string> out;
  for (const char* name : {"results.txt", "results.md", "results.csv", "results.tex"}) {
    out[name] = file_text(folder + "/" + name);
    EXPECT_FALSE(out[name].empty()) << name;
  }
  out["results.json"] = timeless(json::parse(file_text(folder + "/results.json"))).dump(1);
  return out;
}

const std::map<std::string, std::string>& whole_tables() {
  static const auto tables = [] {
    const TemporaryFolder folder;
    const Outcome o = graphsr_command(kGrid + in(folder) + "--jobs 1 --quiet");
    EXPECT_EQ(o.code, 0) << o.err;
    return tables_in(folder / "b");
  }();
  return tables;
}

// Kills the program after so many milliseconds; true: it was still running.
bool killed_after(const std::string& arguments, int milliseconds) {
  const std::string command = "exec " GRAPHSR_PROGRAM " " + arguments + " > /dev/null 2>&1 < /dev/null";
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  usleep(1000 * static_cast<useconds_t>(milliseconds));
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status)) {
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  return WIFSIGNALED(status);
}

TEST(Bench, killed_thirty_times_and_continued_gives_the_same_bytes) {
  std::mt19937 random(4);
  int kills = 0;
  while (kills < 30) {
    const TemporaryFolder folder;
    while (kills < 30 && killed_after(kGrid + in(folder) + "--jobs 2", static_cast<int>(random() % 350)))
      ++kills;
    const Outcome last = graphsr_command(kGrid + in(folder) + "--jobs 3 --quiet");
    ASSERT_EQ(last.code, 0) << last.err;
    EXPECT_EQ(tables_in(folder / "b"), whole_tables());
  }
}

TEST(Bench, two_at_once_on_one_folder_give_the_same_bytes) {
  const TemporaryFolder folder;
  Outcome first;
  std::thread other([&] { first = graphsr_command(kGrid + in(folder) + "--json"); });
  const Outcome second = graphsr_command(kGrid + in(folder) + "--json");
  other.join();
  ASSERT_EQ(first.code, 0) << first.err;
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(tables_in(folder / "b"), whole_tables());
  EXPECT_EQ(timeless(json::parse(first.out)), timeless(json::parse(second.out)));
}

TEST(Bench, json_has_the_cells_that_fit_would_give) {
  const TemporaryFolder folder;
  const Outcome o = graphsr_command(kFew + in(folder) + "--json --quiet");
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  const json document = json::parse(o.out);
  ASSERT_EQ(document.at("cells").size(), 6u);
  EXPECT_EQ(document, json::parse(file_text(folder / "b/results.json")));
  const Outcome fit = graphsr_command(
      "fit --epochs 5 --train 5 --validation 5 --test 10 --method su-selection --model gcn --seed 2 --json "
      "--quiet");
  const json& last = document.at("cells").back();
  EXPECT_EQ(last.at("method"), "su-selection");
  EXPECT_EQ(last.at("seed"), 2);
  EXPECT_EQ(last.at("model_sha256"), json::parse(fit.out).at("model_sha256"));
  EXPECT_EQ(last.at("test").at("accuracy"), json::parse(fit.out).at("test").at("accuracy"));
  EXPECT_EQ(document.at("summary").size(), 2u);
  EXPECT_EQ(document.at("comparisons").size(), 1u);
}

TEST(Bench, failed_cells_are_told_with_code_4_and_tried_again) {
  const TemporaryFolder folder;
  const std::string arguments =
      kSmall + "--models gcn --seeds 2 " + in(folder) + "--minority Genetics,Optics ";
  const Outcome o = graphsr_command(arguments + "--width 3 --heads 2");
  EXPECT_EQ(o.code, 4) << o.err;
  EXPECT_THAT(o.err, HasSubstr("4 of 4 cells failed"));
  EXPECT_THAT(o.err, HasSubstr("heads must divide the width"));
  const json status = json::parse(graphsr_command("bench status --json '" + folder / "b" + "'").out);
  EXPECT_EQ(status.at("failed"), 4);
  EXPECT_THAT(status.at("failures").at(0).at("message").get<std::string>(), HasSubstr("heads"));
  EXPECT_THAT(graphsr_command("bench status '" + folder / "b" + "'").out,
              HasSubstr("0 of 4 cells done, 4 failed"));
  EXPECT_THAT(graphsr_command(arguments + "--width 3 --heads 2").err,
              HasSubstr("4 cells that failed before"));
  EXPECT_EQ(graphsr_command(arguments + "--quiet").code, 0);
  EXPECT_THAT(graphsr_command("bench status '" + folder / "b" + "'").out, HasSubstr("4 of 4 cells done"));
}

TEST(Bench, an_interrupt_exits_with_5_and_keeps_finished_cells) {
  const TemporaryFolder folder;
  ASSERT_EQ(graphsr_command(kFew + in(folder) + "--quiet").code, 0);
  const Outcome o =
      graphsr_command("bench --epochs 1000000 --patience 1000000 --methods vanilla --seeds 2 " + in(folder),
                      "timeout --foreground --preserve-status --signal=INT 1");
  EXPECT_EQ(o.code, 5) << o.err;
  EXPECT_THAT(o.err, HasSubstr("interrupted; give the same command again to continue"));
  EXPECT_EQ(json::parse(graphsr_command("bench status --json '" + folder / "b" + "'").out).at("done"), 6);
}

TEST(Bench, a_full_disk_exits_with_6_and_loses_no_finished_cell) {
  const TemporaryFolder folder;
  ASSERT_EQ(graphsr_command(kFew + in(folder) + "--quiet").code, 0);
  // No file may grow beyond 80 blocks of 512 bytes.
  const Outcome full = graphsr_command(kSmall + "--models gcn --seeds 30 --quiet " + in(folder),
                                       "ulimit -f 80; trap '' XFSZ;");
  EXPECT_EQ(full.code, 6) << full.err;
  EXPECT_EQ(std::count(full.err.begin(), full.err.end(), '\n'), 1) << full.err;
  EXPECT_THAT(full.err, HasSubstr("results.sqlite"));
  const Outcome status = graphsr_command("bench status --json '" + folder / "b" + "'");
  ASSERT_EQ(status.code, 0) << status.err;
  EXPECT_GE(json::parse(status.out).at("done"), 6);
  EXPECT_EQ(graphsr_command(kSmall + "--models gcn --seeds 30 --quiet " + in(folder)).code, 0);
}

// What stands before the program so that it runs after these commands, in a world of mounts of its own. Empty
// where the system does not allow that.
std::string after_mounts(const std::string& mounts) {
  for (const char* how : {"unshare --mount ", "unshare --map-root-user --mount "}) {
    const std::string before = how + ("sh -c \"" + mounts) + " && exec \\\"\\$0\\\" \\\"\\$@\\\"\"";
    if (std::system((before + " true > /dev/null 2>&1").c_str()) == 0) return before;
  }
  return "";
}

TEST(Bench, a_disk_that_fills_up_exits_with_6_and_what_fitted_is_kept) {
  const TemporaryFolder folder, kept;
  const std::string here = "'" + folder.path().string() + "'";
  const std::string before = after_mounts("mount -t tmpfs -o size=600k none " + here);
  if (before.empty()) GTEST_SKIP() << "this system does not allow mounting a small disk";
  // The folder is gone with the program, so its store is copied out.
  const std::string run = GRAPHSR_PROGRAM " " + kSmall + "--models gcn --quiet " + in(folder);
  const std::string script = kept.file("script", run + "--seeds 3 > /dev/null || exit 99\n" + run +
                                                     "--seeds 200 > /dev/null\ncode=$?\n" + "cp -r '" +
                                                     folder / "b" + "' '" + kept / "b" + "'\nexit $code\n");
  const TemporaryFolder said;
  const int status = std::system((before + " sh '" + script + "' 2> '" + said / "err" + "'").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 6);
  EXPECT_THAT(file_text(said / "err"), HasSubstr("the disk is full"));
  const Outcome told = graphsr_command("bench status --json '" + kept / "b" + "'");
  ASSERT_EQ(told.code, 0) << told.err;
  EXPECT_GE(json::parse(told.out).at("done"), 6);
}

TEST(Bench, a_read_only_folder_exits_with_6_and_can_be_looked_at) {
  const TemporaryFolder folder;
  ASSERT_EQ(graphsr_command(kFew + in(folder) + "--quiet").code, 0);
  const std::string here = "'" + folder.path().string() + "'";
  const std::string before =
      after_mounts("mount --bind " + here + " " + here + " && mount -o remount,ro,bind " + here);
  if (before.empty()) GTEST_SKIP() << "this system does not allow mounting a folder read-only";
  const Outcome o = graphsr_command(kFew + in(folder) + "--quiet", before);
  EXPECT_EQ(o.code, 6) << o.err;
  EXPECT_THAT(o.err, HasSubstr("read-only"));
  EXPECT_EQ(graphsr_command("bench status '" + folder / "b" + "'", before).code, 0);
}

TEST(Bench, places_that_cannot_be_written_exit_with_6) {
  const TemporaryFolder folder;
  folder.file("file", "");
  expect_refused(kFew + "--quiet --out '" + folder / "file/b" + "'", 6, "file/b");
  expect_refused(kFew + "--quiet --out /proc/none", 6, "/proc/none");
}

TEST(Bench, a_damaged_or_foreign_store_exits_with_3_and_stays) {
  const TemporaryFolder folder;
  ASSERT_EQ(graphsr_command(kFew + in(folder) + "--quiet").code, 0);
  const std::string path = folder / "b/results.sqlite", bytes = file_text(path);
  const auto refused = [&](const std::string& damaged, const std::string& text) {
    folder.file("b/results.sqlite", damaged);
    expect_refused(kFew + in(folder) + "--quiet", 3, text);
    expect_refused("bench status '" + folder / "b" + "'", 3, text);
    EXPECT_EQ(file_text(path), damaged);
  };
  refused(std::string(5000, 'z'), "is not a store of results");
  refused(bytes.substr(0, bytes.size() / 2), "damaged");
  std::string flipped = bytes;
  const size_t digit = flipped.find("\"accuracy\": 0.") + 14;
  flipped[digit] = flipped[digit] == '1' ? '2' : '1';
  refused(flipped, "damaged");
  folder.file("b/results.sqlite", bytes);
  EXPECT_EQ(graphsr_command(kFew + in(folder) + "--quiet").code, 0);
}

TEST(Bench, a_store_that_another_program_locks_exits_with_6) {
  const TemporaryFolder folder;
  ASSERT_EQ(graphsr_command(kFew + in(folder) + "--quiet").code, 0);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "b/results.sqlite").c_str(), &other), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(other, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", nullptr, nullptr, nullptr),
      SQLITE_OK);
  expect_refused(kFew + in(folder) + "--quiet", 6, "locked");
  sqlite3_close(other);
  EXPECT_EQ(graphsr_command(kFew + in(folder) + "--quiet").code, 0);
}

TEST(Bench, wrong_words_exit_with_2) {
  const TemporaryFolder folder;
  expect_refused("bench --methods vanila", 2, "did you mean 'vanilla'");
  expect_refused("bench --methods vanilla,", 2, "between two commas");
  expect_refused("bench --methods vanilla,vanilla", 2, "twice");
  expect_refused("bench --table mian", 2, "did you mean 'main'");
  expect_refused("bench --datasets demmo", 2, "did you mean 'demo'");
  expect_refused("bench --datasets nosuchdata", 2, "nosuchdata.npz");
  expect_refused("bench --models gnc", 2, "did you mean 'gcn'");
  expect_refused("bench --rhos 0.1,x", 2, "--rhos");
  expect_refused("bench --rhos 3", 2, "--rhos");
  expect_refused("bench --seeds 7..5", 2, "--seeds");
  expect_refused("bench --jobs -1", 2, "--jobs");
  expect_refused("bench --methods vanilla --jury 0", 2, "no method of this grid reads it");
  expect_refused("bench --methods graphsr:paper --jury 0", 2, "--jury");
  expect_refused("bench --data-dir /no/such/folder", 2, "--data-dir");
  expect_refused("bench statsu", 2, "did you mean 'status'");
  expect_refused("bench status --jsn", 2, "did you mean '--json'");
  expect_refused("bench status '" + folder / "none" + "'", 3, "holds no results");
  folder.file("mine.txt", "not a bench");
  expect_refused("bench --methods vanilla --out '" + folder.path().string() + "'", 2, "choose another --out");
}

TEST(Bench, built_in_tables_leave_out_what_is_missing_and_say_so) {
  const TemporaryFolder folder;
  const Outcome none = graphsr_command("bench --table main --data-dir '" + folder.path().string() + "'");
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("none of its data sets is there: cora, citeseer, pubmed"));
  const Outcome o = graphsr_command(
      "bench --table main --datasets demo --models gcn --seeds 1 --epochs 2 --updates 1 "
      "--rounds 1 --rhos 0.5 " +
      in(folder));
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("graphsr"));
  const json status = json::parse(graphsr_command("bench status --json '" + folder / "b" + "'").out);
  EXPECT_EQ(status.at("done"), status.at("wanted"));
  for (const json& row : status.at("rows")) EXPECT_EQ(row.at("rho"), 0.5);
}

TEST(Bench, lists_come_from_files_too) {
  const TemporaryFolder folder;
  const std::string config = folder.file("grid.json", R"({"methods": ["vanilla", "su-selection:default"],
      "models": ["gcn", "gat"], "rhos": [0.2, 0.4], "seeds": "1..2", "epochs": 1, "jobs": 1})");
  const Outcome o =
      graphsr_command("bench --json --quiet --models gat --config '" + config + "' " + in(folder));
  ASSERT_EQ(o.code, 0) << o.err;
  const json cells = json::parse(o.out).at("cells");
  ASSERT_EQ(cells.size(), 8u);
  EXPECT_EQ(cells[0].at("model"), "gat");
  EXPECT_EQ(cells[7].at("method"), "su-selection:default");
  EXPECT_EQ(cells[7].at("seed"), 2);
}

TEST(Bench, list_has_a_line_for_every_method) {
  const Outcome o = graphsr_command("bench --list");
  EXPECT_EQ(o.code, 0);
  for (const char* name :
       {"main", "per-class", "vanilla", "su-selection", "graphsr-permuted", "official", "sage"})
    EXPECT_THAT(o.out, HasSubstr("\n  " + std::string(name) + " "));
  EXPECT_GT(json::parse(graphsr_command("bench --list --json").out).at("methods").size(), 5u);
}

TEST(Bench, without_test_nodes_is_refused_before_anything_is_trained) {
  const TemporaryFolder folder;
  expect_refused("bench --seeds 3 --test 0 --methods vanilla --quiet " + in(folder), 3, "no test nodes");
  EXPECT_FALSE(std::filesystem::exists(folder / "b"));
}

TEST(Bench, tells_what_the_runs_say_of_themselves) {
  const TemporaryFolder folder;
  const Outcome o = graphsr_command(
      "bench --seeds 2 --epochs 2 --validation 0 --methods validation-students " + in(folder));
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.err, HasSubstr("validation-students, 2 of its cells: there are no validation labels"));
}

}  // namespace
}  // namespace graphsr
