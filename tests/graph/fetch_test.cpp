#include "graphsr/graph/fetch.h"

#include <sys/file.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/disk.h"
#include "graphsr/base/sha256.h"
#include "tests/base/https_server.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

class FetchTest : public testing::Test {
 protected:
  FetchTest() {
    server_.file("a.csv", "src_id,dst_id\n");
    server_.file("b.csv", "node_id,label\n");
    options_ = {.ca_file = server_.ca_file(), .timeout = 10, .tries = 1, .pause = 0.001};
  }

  FetchFile file(const std::string& name, const std::string& path, const std::string& content) const {
    return {name, server_.url(path), std::ssize(content), sha256(content)};
  }
  FetchEntry entry(const std::string& second = "/good/b.csv") const {
    return {
        "toy",
        "",
        "",
        "",
        {file("edges.csv", "/good/a.csv", "src_id,dst_id\n"), file("nodes.csv", second, "node_id,label\n")}};
  }
  Fetched get(const FetchEntry& entry, bool force = false, const Progress& progress = {}) {
    return fetch(entry, folder(), force, options_, progress);
  }
  fs::path folder() const { return data_.path() / "new/data"; }
  std::vector<std::string> names(const fs::path& folder) const {
    std::vector<std::string> names;
    for (const auto& found : fs::recursive_directory_iterator(folder))
      names.push_back(fs::relative(found.path(), folder).string());
    std::sort(names.begin(), names.end());
    return names;
  }

  HttpsServer server_;
  TemporaryFolder data_;
  DownloadOptions options_;
};

TEST_F(FetchTest, makes_the_folder_and_knows_it_again) {
  double done = 0;
  const Fetched first = get(entry(), false, [&](const Step& step) {
    EXPECT_EQ(step.stage, "toy");
    EXPECT_GE(step.done, done);
    done = step.done;
  });
  EXPECT_EQ(done, 1);
  EXPECT_FALSE(first.was_there);
  EXPECT_EQ(first.place, folder() / "toy");
  EXPECT_THAT(names(folder()), ElementsAre("toy", "toy/edges.csv", "toy/nodes.csv"));
  EXPECT_EQ(read_file(first.place / "nodes.csv"), "node_id,label\n");
  const std::string requests = server_.requests();
  EXPECT_TRUE(get(entry()).was_there);
  EXPECT_EQ(server_.requests(), requests);
}

TEST_F(FetchTest, appears_whole_or_not_at_all) {
  EXPECT_EQ(refusal([&] { get(entry("/status/404/b.csv")); }).fault(), Fault::resource);
  EXPECT_THAT(names(folder()), ElementsAre("toy.part", "toy.part/edges.csv"));
  get(entry());
  EXPECT_EQ(server_.requests(), "/good/a.csv \n/status/404/b.csv \n/good/b.csv \n") << "a file is got once";
  EXPECT_THAT(names(folder()), ElementsAre("toy", "toy/edges.csv", "toy/nodes.csv"));
}

TEST_F(FetchTest, leaves_no_folder_when_nothing_was_got) {
  FetchEntry none = entry();
  none.files.front().url = server_.url("/status/404/a.csv");
  const Error error = refusal([&] { get(none); });
  EXPECT_THAT(error.what(), HasSubstr("/status/404/a.csv: the server answers 404"));
  EXPECT_THAT(error.what(), HasSubstr(none.files.front().sha256));
  EXPECT_THAT(error.what(), HasSubstr((folder() / "toy/edges.csv").string()));
  EXPECT_TRUE(fs::is_empty(data_.path()));
}

TEST_F(FetchTest, drops_what_is_not_of_the_data_set) {
  fs::create_directories(folder() / "toy.part");
  write_file(folder() / "toy.part/old.npz.part", "of an older table");
  write_file(folder() / "toy.part/edges.csv", "damaged");
  get(entry());
  EXPECT_THAT(names(folder()), ElementsAre("toy", "toy/edges.csv", "toy/nodes.csv"));
  EXPECT_EQ(read_file(folder() / "toy/edges.csv"), "src_id,dst_id\n");
}

TEST_F(FetchTest, replaces_other_data_only_by_force) {
  get(entry());
  write_file(folder() / "toy/nodes.csv", "node_id,LABEL\n");
  const Error error = refusal([&] { get(entry()); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_THAT(error.what(), HasSubstr("toy: exists and is something else: nodes.csv has other bytes"));
  EXPECT_EQ(read_file(folder() / "toy/nodes.csv"), "node_id,LABEL\n");
  refusal([&] { get(entry("/status/404/b.csv"), true); });
  EXPECT_EQ(read_file(folder() / "toy/nodes.csv"), "node_id,LABEL\n") << "it stays until all is there";
  get(entry(), true);
  EXPECT_EQ(read_file(folder() / "toy/nodes.csv"), "node_id,label\n");
  EXPECT_THAT(names(folder()), ElementsAre("toy", "toy/edges.csv", "toy/nodes.csv"));
}

TEST_F(FetchTest, refuses_what_would_be_read_instead) {
  get(entry());
  write_file(folder() / "toy/toy.npz", "x");
  EXPECT_THAT(refusal([&] { get(entry()); }).what(), HasSubstr("it has a toy.npz too"));
  write_file(folder() / "toy.npz", "x");
  EXPECT_THAT(refusal([&] { get(entry(), true); }).what(), HasSubstr("toy.npz: goes by the same name"));
}

TEST_F(FetchTest, knows_a_single_file_brought_by_hand) {
  fs::create_directories(folder());
  write_file(folder() / "one.npz", "src_id,dst_id\n");
  const FetchEntry one{"one", "", "", "", {file("one.npz", "/good/a.csv", "src_id,dst_id\n")}};
  const Fetched fetched = get(one);
  EXPECT_TRUE(fetched.was_there);
  EXPECT_EQ(fetched.place, folder() / "one.npz");
  EXPECT_EQ(server_.requests(), "");
}

TEST_F(FetchTest, is_done_by_one_process_at_a_time) {
  fs::create_directories(folder() / "toy.part");
  const Descriptor other(folder() / "toy.part", O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(::flock(other.number(), LOCK_EX), 0);
  const Error error = refusal([&] { get(entry()); });
  EXPECT_EQ(error.fault(), Fault::resource);
  EXPECT_THAT(error.what(), HasSubstr("another process is fetching this data set"));
  EXPECT_EQ(server_.requests(), "");
}

TEST_F(FetchTest, says_where_it_cannot_write) {
  const Error error = refusal([&] { fetch(entry(), "/proc/none", false, options_, {}); });
  EXPECT_EQ(error.fault(), Fault::resource);
  EXPECT_THAT(error.what(), HasSubstr("/proc/none: cannot be created"));
}

}  // namespace
}  // namespace graphsr
