#include "graphsr/experiment/store.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <tuple>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/process.h"
#include "graphsr/base/sha256.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kApplication = 0x67535231;  // "gSR1", also what `file` shows
constexpr int64_t kVersion = 1;
constexpr const char* kRemedy = "move it away to begin anew, or put a copy in its place";

// In the order of their names, which is the one in which the file is asked for them.
constexpr const char* kTables[] = {
    "CREATE TABLE cells(key TEXT PRIMARY KEY, address TEXT NOT NULL, document TEXT NOT NULL, "
    "sha256 TEXT NOT NULL) STRICT",
    "CREATE TABLE claims(key TEXT PRIMARY KEY, process TEXT NOT NULL) STRICT",
    "CREATE TABLE failures(key TEXT PRIMARY KEY, message TEXT NOT NULL) STRICT",
    "CREATE TABLE wanted(position INTEGER PRIMARY KEY, dataset TEXT NOT NULL, model TEXT NOT NULL, "
    "method TEXT NOT NULL, rho REAL NOT NULL, seed INTEGER NOT NULL, row TEXT NOT NULL, key TEXT NOT NULL, "
    "sha256 TEXT NOT NULL, UNIQUE(dataset, model, method, rho, seed)) STRICT"};

// SQLite finds pages that are damaged; a bit that is flipped inside a value only this finds.
std::string sum_of(const Wanted& cell) {
  const Place& p = cell.place;
  return sha256(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", p.dataset, p.model, p.method, p.rho, p.seed,
                            cell.row, cell.key));
}

int64_t one_integer(Database& database, const char* sql) {
  Statement statement(database, sql);
  return statement.step() ? statement.integer(0) : 0;
}

// Data sets, models and methods by the order in which they are first met.
void sort_for_tables(std::vector<Wanted>& cells) {
  std::map<std::string, size_t> datasets, models, methods;
  for (const Wanted& cell : cells) {
    datasets.emplace(cell.place.dataset, datasets.size());
    models.emplace(cell.place.model, models.size());
    methods.emplace(cell.place.method, methods.size());
  }
  const auto rank = [&](const Place& p) {
    return std::make_tuple(datasets.at(p.dataset), models.at(p.model), p.rho, methods.at(p.method), p.seed);
  };
  std::sort(cells.begin(), cells.end(),
            [&](const Wanted& a, const Wanted& b) { return rank(a.place) < rank(b.place); });
}

fs::path existing_or_new(const fs::path& folder, Store::Access access) {
  const fs::path file = Store::path_in(folder);
  std::error_code error;
  if (access == Store::Access::read && fs::status(file, error).type() == fs::file_type::not_found)
    bad_input(folder.string(), "holds no results of 'graphsr bench'", "give the folder that --out named");
  return file;
}

}  // namespace

fs::path Store::path_in(const fs::path& folder) { return folder / "results.sqlite"; }

Store::Store(const fs::path& folder, Access access, int patience)
    : database_(existing_or_new(folder, access), access, patience), process_(this_process()) {
  check_kind();
  if (access == Access::write) {
    // Switching does not always wait for others that open the file at the same time, so it is tried again.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience);
    for (bool done = false; !done;) {
      try {
        database_.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
        done = true;
      } catch (const Error& error) {
        if (error.fault() != Fault::resource || std::chrono::steady_clock::now() > deadline) throw;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
    create();
  } else if (one_integer(database_, "SELECT count(*) FROM sqlite_schema") == 0) {
    bad_input(database_.file(), "holds no results yet", "run 'graphsr bench' with this --out first");
  }
  check_content();
}

// An empty file is one that nobody has written to yet. Nothing is changed here. Tables are looked for first:
// another process may be making them, together with the numbers that say whose they are.
void Store::check_kind() {
  const bool empty = one_integer(database_, "SELECT count(*) FROM sqlite_schema") == 0;
  const int64_t application = one_integer(database_, "PRAGMA application_id");
  if (application == 0 && empty) return;
  if (application != kApplication)
    bad_input(database_.file(), "is a database of another program",
              "choose another --out, or move the file away");
  const int64_t version = one_integer(database_, "PRAGMA user_version");
  if (version != kVersion)
    bad_input(database_.file(),
              fmt::format("has version {} of the format, this program knows {}", version, kVersion),
              "use the program that wrote it, or choose another --out");
}

void Store::create() {
  Transaction transaction(database_);
  if (one_integer(database_, "SELECT count(*) FROM sqlite_schema") == 0) {
    for (const char* table : kTables) database_.run(table);
    database_.run(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication, kVersion).c_str());
  }
  transaction.commit();
}

void Store::check_content() {
  Statement pages(database_, "PRAGMA integrity_check(1)");
  if (const std::string verdict = pages.step() ? pages.text(0) : "no answer"; verdict != "ok")
    bad_input(database_.file(), "is damaged: " + on_one_line(verdict), kRemedy);
  Statement schema(database_, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name");
  for (const char* table : kTables)
    if (!schema.step() || schema.text(0) != table)
      bad_input(database_.file(), "is damaged: its tables are not as they should be", kRemedy);
  if (schema.step()) bad_input(database_.file(), "holds more tables than it should", kRemedy);
  Statement cells(database_, "SELECT key, address, document, sha256 FROM cells");
  while (cells.step())
    if (sha256(cells.text(1)) != cells.text(0) || sha256(cells.text(2)) != cells.text(3))
      bad_input(
          database_.file(),
          fmt::format("is damaged: cell {} has changed since it was written", cells.text(0).substr(0, 12)),
          kRemedy);
}

// A place that was wanted before keeps its position, so that options can change without reordering a table.
void Store::want(std::span<const Wanted> cells) {
  const std::lock_guard lock(mutex_);
  Transaction transaction(database_);
  Statement insert(database_,
                   "INSERT INTO wanted(dataset, model, method, rho, seed, row, key, sha256) "
                   "VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(dataset, model, method, rho, seed) "
                   "DO UPDATE SET row = excluded.row, key = excluded.key, sha256 = excluded.sha256");
  for (const Wanted& cell : cells) {
    const auto& [place, key, row] = cell;
    insert.reset();
    insert.bind(place.dataset).bind(place.model).bind(place.method).bind(place.rho);
    insert.bind(static_cast<int64_t>(place.seed)).bind(row).bind(key).bind(sum_of(cell)).step();
  }
  Statement forget(
      database_,
      "DELETE FROM wanted WHERE dataset = ? AND model = ? AND method = ? AND rho = ? AND row <> ?");
  for (const auto& [place, key, row] : cells) {
    forget.reset();
    forget.bind(place.dataset).bind(place.model).bind(place.method).bind(place.rho).bind(row).step();
  }
  transaction.commit();
}

Store::Claim Store::claim(const std::string& key) {
  const std::lock_guard lock(mutex_);
  Transaction transaction(database_);
  Statement finished(database_, "SELECT 1 FROM cells WHERE key = ?");
  if (finished.bind(key).step()) return Claim::finished;
  Statement holder(database_, "SELECT process FROM claims WHERE key = ?");
  if (holder.bind(key).step() && holder.text(0) != process_ && still_runs(holder.text(0)))
    return Claim::taken;
  Statement take(database_, "INSERT OR REPLACE INTO claims VALUES(?, ?)");
  take.bind(key).bind(process_).step();
  transaction.commit();
  return Claim::granted;
}

void Store::release(const std::string& key) {
  const std::lock_guard lock(mutex_);
  Statement release(database_, "DELETE FROM claims WHERE key = ? AND process = ?");
  release.bind(key).bind(process_).step();
}

bool Store::has(const std::string& key) {
  const std::lock_guard lock(mutex_);
  Statement statement(database_, "SELECT 1 FROM cells WHERE key = ?");
  return statement.bind(key).step();
}

// Whoever was first has written the same, but for the seconds.
void Store::finish(const std::string& key, const std::string& address, const std::string& document) {
  const std::lock_guard lock(mutex_);
  Transaction transaction(database_);
  Statement(database_, "INSERT OR IGNORE INTO cells VALUES(?, ?, ?, ?)")
      .bind(key)
      .bind(address)
      .bind(document)
      .bind(sha256(document))
      .step();
  Statement(database_, "DELETE FROM failures WHERE key = ?").bind(key).step();
  Statement(database_, "DELETE FROM claims WHERE key = ?").bind(key).step();
  transaction.commit();
}

void Store::fail(const std::string& key, const std::string& message) {
  const std::lock_guard lock(mutex_);
  Transaction transaction(database_);
  Statement(database_, "INSERT OR REPLACE INTO failures VALUES(?, ?)").bind(key).bind(message).step();
  Statement(database_, "DELETE FROM claims WHERE key = ?").bind(key).step();
  transaction.commit();
}

std::vector<Wanted> Store::wanted() {
  const std::lock_guard lock(mutex_);
  Statement rows(database_,
                 "SELECT dataset, model, method, rho, seed, key, row, sha256 FROM wanted ORDER BY position");
  std::vector<Wanted> out;
  while (rows.step()) {
    const auto seed = static_cast<uint64_t>(rows.integer(4));
    Wanted cell{{rows.text(0), rows.text(1), rows.text(2), rows.real(3), seed}, rows.text(5), rows.text(6)};
    if (sum_of(cell) != rows.text(7))
      bad_input(database_.file(), "is damaged: a place in a table has changed since it was written", kRemedy);
    out.push_back(std::move(cell));
  }
  sort_for_tables(out);
  return out;
}

std::vector<StoredCell> Store::cells(std::span<const Wanted> wanted) {
  const std::lock_guard lock(mutex_);
  Statement finished(database_, "SELECT document FROM cells WHERE key = ?");
  Statement failed(database_, "SELECT message FROM failures WHERE key = ?");
  std::vector<StoredCell> out;
  for (const Wanted& one : wanted) {
    StoredCell cell{one.place, one.key};
    finished.reset();
    failed.reset();
    if (finished.bind(one.key).step()) {
      cell.state = StoredCell::State::finished;
      cell.document = finished.text(0);
    } else if (failed.bind(one.key).step()) {
      cell.state = StoredCell::State::failed;
      cell.message = failed.text(0);
    }
    out.push_back(std::move(cell));
  }
  return out;
}

int64_t Store::bytes() const {
  int64_t sum = 0;
  for (const char* ending : {"", "-wal"}) {
    std::error_code error;
    const auto size = fs::file_size(database_.file() + ending, error);
    if (!error) sum += static_cast<int64_t>(size);
  }
  return sum;
}

}  // namespace graphsr
