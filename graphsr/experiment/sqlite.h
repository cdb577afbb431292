// SQLite with our errors: a damaged or foreign file is bad input, what disk and locks refuse is a resource.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace graphsr {

// One connection to one file. Nothing that the file brings along is executed: no triggers, no views. To be
// used by one thread at a time.
class Database {
 public:
  enum class Access { read, write };  // write: the file is made where it is missing

  // `patience` is how many milliseconds a lock of another connection is waited for.
  Database(const std::filesystem::path& file, Access access, int patience);

  // A statement without results.
  void run(const char* sql);

  const std::string& file() const { return file_; }
  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void refuse(int code) const;  // what the last call on the connection met with

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  int open(bool immutable, Access access);

  std::string file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// A prepared statement: values are bound in order, rows are stepped through, columns are read by number and
// must be of the type that is asked for.
class Statement {
 public:
  Statement(Database& database, const char* sql);

  Statement& bind(std::string_view text);
  Statement& bind(int64_t value);
  Statement& bind(double value);
  bool step();   // false: there is no further row
  void reset();  // begins anew, without values

  std::string text(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;
  bool is_null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void check(int code) const;
  void require(int column, int type) const;

  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
};

// Everything between its begin and commit() happens, or nothing.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace graphsr
