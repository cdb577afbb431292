#include "graphsr/experiment/sqlite.h"

#include <system_error>

#include <fmt/format.h>
#include <sqlite3.h>

#include "graphsr/base/error.h"

namespace graphsr {

namespace {

constexpr int kLargestText = 1 << 26;  // bytes; a document has a few thousand

// '?', '#' and '%' mean something in a URI.
std::string uri_of(const std::string& file, const char* query) {
  std::string out = "file:";
  for (const char c : file)
    out += c == '?' || c == '#' || c == '%' ? fmt::format("%{:02x}", static_cast<unsigned char>(c))
                                            : std::string(1, c);
  return out + query;
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

int Database::open(bool immutable, Access access) {
  const int flags =
      access == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(uri_of(file_, immutable ? "?immutable=1" : "").c_str(), &handle,
                                   flags | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK || access == Access::write) return code;
  // Reading does not touch the file before the first statement does.
  return sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nullptr, nullptr, nullptr);
}

Database::Database(const std::filesystem::path& file, Access access, int patience)
    : file_(std::filesystem::absolute(file).string()) {
  int code = open(false, access);
  // A store in a folder that cannot be written has no place for its shared memory; without a log there is
  // nobody to share it with.
  if (code == SQLITE_CANTOPEN && access == Access::read && std::filesystem::exists(file_) &&
      !std::filesystem::exists(file_ + "-wal"))
    code = open(true, access);
  if (handle_ == nullptr) throw std::bad_alloc();
  file_ = file.string();
  sqlite3_busy_timeout(handle(), patience);
  if (code != SQLITE_OK && code != SQLITE_BUSY) refuse(code);
  if (access == Access::write && sqlite3_db_readonly(handle(), "main") == 1)
    throw Error(Fault::resource, file_, "cannot be written: the file or its folder is read-only",
                "choose another --out, or make it writable");
  sqlite3_extended_result_codes(handle(), 1);
  sqlite3_limit(handle(), SQLITE_LIMIT_LENGTH, kLargestText);
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
}

void Database::refuse(int code) const {
  const char* again = "give the same command again afterwards: finished cells are kept";
  const int number = sqlite3_system_errno(handle());
  const std::string why = number != 0 ? std::generic_category().message(number) : sqlite3_errstr(code);
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      bad_input(file_, "is not a store of results", "choose another --out, or move the file away");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(Fault::resource, file_, "another program has locked it for too long",
                  fmt::format("wait until it has ended; {}", again));
    case SQLITE_FULL:
      throw Error(Fault::resource, file_, "cannot be written: the disk is full",
                  fmt::format("free some space; {}", again));
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_AUTH:
      if (code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_CORRUPTFS) break;
      throw Error(Fault::resource, file_, fmt::format("cannot be read or written: {}", why),
                  fmt::format("see to folder and disk; {}", again));
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
      throw Error(Fault::internal, file_, sqlite3_errmsg(handle()));
    default:
      break;
  }
  bad_input(file_, fmt::format("is damaged: {}", sqlite3_errmsg(handle())),
            "move it away to begin anew, or put a copy in its place");
}

void Database::run(const char* sql) {
  if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    refuse(sqlite3_extended_errcode(handle()));
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(Database& database, const char* sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database.handle(), sql, -1, &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.refuse(sqlite3_extended_errcode(database_.handle()));
}

Statement& Statement::bind(std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}

Statement& Statement::bind(double value) {
  check(sqlite3_bind_double(statement_.get(), ++bound_, value));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.refuse(sqlite3_extended_errcode(database_.handle()));
  return false;
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  bound_ = 0;
}

void Statement::require(int column, int type) const {
  if (sqlite3_column_type(statement_.get(), column) != type)
    bad_input(database_.file(),
              fmt::format("is damaged: '{}' has a value of another type",
                          sqlite3_column_name(statement_.get(), column)),
              "move it away to begin anew, or put a copy in its place");
}

std::string Statement::text(int column) const {
  require(column, SQLITE_TEXT);
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (bytes == nullptr) throw std::bad_alloc();
  return {bytes, static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

int64_t Statement::integer(int column) const {
  require(column, SQLITE_INTEGER);
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  require(column, SQLITE_FLOAT);
  return sqlite3_column_double(statement_.get(), column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Transaction::Transaction(Database& database) : database_(database) { database.run("BEGIN IMMEDIATE"); }

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace graphsr
