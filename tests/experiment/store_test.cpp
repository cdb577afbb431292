#include "graphsr/experiment/store.h"

#include <barrier>
#include <fstream>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/sha256.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using Access = Store::Access;
using State = StoredCell::State;

Wanted cell_at(uint64_t seed, const std::string& row = "row") {
  return {{"cora", "gcn", "vanilla", 0.3, seed}, sha256(row + std::to_string(seed)), row};
}
std::string address_at(uint64_t seed, const std::string& row = "row") { return row + std::to_string(seed); }

// Three wanted cells: finished, failed, open.
void fill(const TemporaryFolder& folder) {
  Store store(folder.path(), Access::write);
  const Wanted cells[] = {cell_at(0), cell_at(1), cell_at(2)};
  store.want(cells);
  store.finish(cells[0].key, address_at(0), "{\"a document\": 1}");
  store.fail(cells[1].key, "it did not work");
}

void execute(const TemporaryFolder& folder, const char* sql) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "results.sqlite").c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(handle);
  sqlite3_close(handle);
}

TEST(Store, keeps_what_it_was_given) {
  const TemporaryFolder folder;
  fill(folder);
  for (const Access access : {Access::read, Access::write}) {
    Store store(folder.path(), access);
    const std::vector<StoredCell> cells = store.cells();
    ASSERT_THAT(cells, SizeIs(3));
    EXPECT_EQ(cells[0].place, cell_at(0).place);
    EXPECT_EQ(cells[0].state, State::finished);
    EXPECT_EQ(cells[0].document, "{\"a document\": 1}");
    EXPECT_EQ(cells[1].state, State::failed);
    EXPECT_EQ(cells[1].message, "it did not work");
    EXPECT_EQ(cells[2].state, State::open);
    EXPECT_TRUE(store.has(cell_at(0).key));
    EXPECT_FALSE(store.has(cell_at(1).key));
    EXPECT_GT(store.bytes(), 4096);
  }
}

TEST(Store, a_cell_that_succeeds_has_failed_no_longer) {
  const TemporaryFolder folder;
  fill(folder);
  Store store(folder.path(), Access::write);
  store.finish(cell_at(1).key, address_at(1), "{}");
  EXPECT_EQ(store.cells()[1].state, State::finished);
}

TEST(Store, shows_seeds_of_one_rows_options_alone) {
  const TemporaryFolder folder;
  fill(folder);
  Store store(folder.path(), Access::write);
  const Wanted same[] = {cell_at(7)};
  store.want(same);
  EXPECT_THAT(store.cells(), SizeIs(4));
  const Wanted changed[] = {cell_at(1, "other options")};
  store.want(changed);
  EXPECT_THAT(store.cells(), SizeIs(1));
  const Wanted back[] = {cell_at(0)};
  store.want(back);
  ASSERT_THAT(store.cells(), SizeIs(1));
  EXPECT_EQ(store.cells()[0].state, State::finished) << "what was finished stays";
}

TEST(Store, orders_cells_as_tables_do) {
  const TemporaryFolder folder;
  Store store(folder.path(), Access::write);
  std::vector<Wanted> cells;
  for (const char* method : {"b", "a"})
    for (const double rho : {0.5, 0.1})
      for (const uint64_t seed : {3, 1})
        cells.push_back({{"cora", "gcn", method, rho, seed}, sha256(method), "row"});
  store.want(cells);
  std::vector<std::string> places;
  for (const StoredCell& cell : store.cells()) places.push_back(place_text(cell.place));
  EXPECT_THAT(places, testing::ElementsAre("cora gcn b rho 0.1 seed 1", "cora gcn b rho 0.1 seed 3",
                                           "cora gcn a rho 0.1 seed 1", "cora gcn a rho 0.1 seed 3",
                                           "cora gcn b rho 0.5 seed 1", "cora gcn b rho 0.5 seed 3",
                                           "cora gcn a rho 0.5 seed 1", "cora gcn a rho 0.5 seed 3"));
}

TEST(Store, a_claim_holds_while_its_process_runs) {
  const TemporaryFolder folder;
  Store store(folder.path(), Access::write);
  const std::string key = cell_at(0).key;
  int ready[2], done[2];
  ASSERT_EQ(pipe(ready) + pipe(done), 0);
  const pid_t child = fork();
  if (child == 0) {
    char byte = 'x';
    Store own(folder.path(), Access::write);
    const bool granted = own.claim(key) == Store::Claim::granted;
    _exit(write(ready[1], &byte, 1) != 1 || read(done[0], &byte, 1) != 1 || !granted);
  }
  char byte = 'x';
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(store.claim(key), Store::Claim::taken);
  ASSERT_EQ(write(done[1], &byte, 1), 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(store.claim(key), Store::Claim::granted) << "its holder has ended";
  store.finish(key, address_at(0), "{}");
  EXPECT_EQ(store.claim(key), Store::Claim::finished);
  for (const int end : {ready[0], ready[1], done[0], done[1]}) close(end);
}

TEST(Store, may_be_made_by_several_at_once) {
  constexpr int kOpeners = 4;
  for (int round = 0; round < 40; ++round) {
    const TemporaryFolder folder;
    std::barrier together(kOpeners);
    std::vector<std::string> faults(kOpeners);
    std::vector<std::thread> openers;
    for (std::string& fault : faults)
      openers.emplace_back([&] {
        together.arrive_and_wait();
        try {
          const Store store(folder.path(), Access::write);
        } catch (const std::exception& error) {
          fault = error.what();
        }
      });
    for (std::thread& opener : openers) opener.join();
    ASSERT_THAT(faults, testing::Each(""));
  }
}

TEST(Store, refuses_files_that_are_not_its_own_and_leaves_them_as_they_are) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text) {
    const std::string bytes = read_file(folder / "results.sqlite");
    for (const Access access : {Access::read, Access::write}) {
      const Error error = refusal([&] { Store(folder.path(), access); });
      EXPECT_EQ(error.fault(), Fault::input) << error.what();
      EXPECT_THAT(error.what(), HasSubstr(text));
    }
    EXPECT_EQ(read_file(folder / "results.sqlite"), bytes);
    std::filesystem::remove(folder / "results.sqlite");
  };
  folder.file("results.sqlite", std::string(10000, 'x'));
  refused("is not a store of results");
  execute(folder, "CREATE TABLE someone_elses(x)");
  refused("of another program");
  fill(folder);
  execute(folder, "PRAGMA user_version = 9");
  refused("has version 9 of the format");
  fill(folder);
  execute(folder, "CREATE TABLE zebras(x)");
  refused("holds more tables");
  fill(folder);
  execute(folder, "ALTER TABLE claims ADD COLUMN more TEXT");
  refused("tables are not as they should be");
  fill(folder);
  execute(folder, "CREATE TRIGGER t AFTER INSERT ON claims BEGIN DELETE FROM cells; END");
  refused("results.sqlite");
  fill(folder);
  execute(folder, "UPDATE cells SET document = '{}'");
  refused("has changed since it was written");
  fill(folder);
  execute(folder, "UPDATE cells SET address = 'x'");
  refused("has changed since it was written");
}

TEST(Store, refuses_changed_places) {
  const TemporaryFolder folder;
  fill(folder);
  execute(folder, "UPDATE wanted SET method = 'graphsr'");
  Store store(folder.path(), Access::read);
  EXPECT_THAT(refusal([&] { store.cells(); }).what(), HasSubstr("has changed since it was written"));
}

TEST(Store, reading_needs_a_store) {
  const TemporaryFolder folder;
  const Error error = refusal([&] { Store(folder.path(), Access::read); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_THAT(error.what(), HasSubstr("holds no results"));
  folder.file("results.sqlite", "");
  EXPECT_THAT(refusal([&] { Store(folder.path(), Access::read); }).what(), HasSubstr("holds no results yet"));
  EXPECT_THAT(Store(folder.path(), Access::write).cells(), SizeIs(0)) << "an empty file is a new store";
}

// Whatever byte is flipped or cut off: what was written comes back, or the file is refused in a sentence.
TEST(Store, never_gives_back_what_a_damaged_file_made_of_it) {
  const TemporaryFolder folder;
  fill(folder);
  const std::string bytes = read_file(folder / "results.sqlite");
  std::mt19937 random(1);
  int refusals = 0;
  for (int k = 0; k < 400; ++k) {
    std::string damaged = bytes;
    const size_t at = random() % bytes.size();
    if (k % 4 == 0)
      damaged.resize(at);
    else
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
    for (const char* ending : {"-wal", "-shm"})
      std::filesystem::remove(folder / ("results.sqlite" + std::string(ending)));
    folder.file("results.sqlite", damaged);
    try {
      Store store(folder.path(), k % 2 == 0 ? Access::write : Access::read, 100);
      for (const StoredCell& cell : store.cells()) {
        EXPECT_EQ(cell.place, cell_at(cell.place.seed).place);
        if (cell.state == State::finished) {
          EXPECT_EQ(cell.document, "{\"a document\": 1}");
        }
      }
    } catch (const Error& error) {
      ++refusals;
      EXPECT_TRUE(error.fault() == Fault::input || error.fault() == Fault::resource) << error.what();
    }
  }
  EXPECT_GT(refusals, 100);
}

TEST(Store, waits_for_a_lock_and_then_gives_up_as_a_resource) {
  const TemporaryFolder folder;
  fill(folder);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "results.sqlite").c_str(), &other), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(other, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", nullptr, nullptr, nullptr),
      SQLITE_OK);
  const Error error = refusal([&] { Store(folder.path(), Access::write, 50); });
  EXPECT_EQ(error.fault(), Fault::resource) << error.what();
  EXPECT_THAT(error.what(), HasSubstr("locked"));
  sqlite3_close(other);
  EXPECT_THAT(Store(folder.path(), Access::write).cells(), SizeIs(3));
}

TEST(Store, a_folder_that_cannot_be_written_is_a_resource) {
  EXPECT_EQ(refusal([] { Store("/proc/1", Access::write); }).fault(), Fault::resource);
}

}  // namespace
}  // namespace graphsr
