// Finished cells of a grid in one SQLite file, and which of them a table shows. What is written stays
// written: a killed run loses the cells under way, two runs on one file share its cells.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "graphsr/experiment/record.h"
#include "graphsr/experiment/sqlite.h"

namespace graphsr {

// A place in a table and the cell whose number belongs there.
struct Wanted {
  Place place;
  std::string key;  // sha256 of the cell's address
  std::string row;  // the same for every seed: sha256 of the address without its seed
};

struct StoredCell {
  enum class State { open, failed, finished };

  Place place;
  std::string key;
  State state = State::open;
  std::string document;  // of a finished cell, as result_json has it
  std::string message;   // of a failed one: why
};

class Store {
 public:
  using Access = Database::Access;

  // The file results.sqlite in `folder`. Writing makes it where it is missing; a file that is damaged or not
  // ours is refused and stays as it is. `patience`: milliseconds to wait for the lock of another program.
  Store(const std::filesystem::path& folder, Access access, int patience = 10000);
  static std::filesystem::path path_in(const std::filesystem::path& folder);

  // From now on tables show these cells at their places. Other seeds of a row stay where the row's options
  // are the same, and go where they are not: a mean is over runs with the same options.
  void want(std::span<const Wanted> cells);

  // Asks for the right to run a cell. It is taken while another process that still runs has it.
  enum class Claim { granted, taken, finished };
  Claim claim(const std::string& key);
  void release(const std::string& key);

  bool has(const std::string& key);
  void finish(const std::string& key, const std::string& address, const std::string& document);
  void fail(const std::string& key, const std::string& message);

  // How these cells stand; and how all that are wanted do, in the order of tables: data sets, models and
  // methods as they were first wanted, rho and seed ascending.
  std::vector<StoredCell> cells(std::span<const Wanted> wanted);
  std::vector<StoredCell> cells() { return cells(wanted()); }
  std::vector<Wanted> wanted();

  int64_t bytes() const;  // on disk

 private:
  void check_kind();
  void create();
  void check_content();

  std::mutex mutex_;
  Database database_;
  std::string process_;
};

}  // namespace graphsr
