#include "graphsr/experiment/bench.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <new>
#include <set>
#include <thread>

#include <nlohmann/json.hpp>

#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "graphsr/experiment/address.h"
#include "graphsr/experiment/bench_progress.h"
#include "graphsr/experiment/documents.h"

namespace graphsr {

namespace {

using Clock = std::chrono::steady_clock;

// Work that threads take from the front; what another process has under way goes to the back.
class Queue {
 public:
  explicit Queue(size_t count) {
    for (size_t i = 0; i < count; ++i) waiting_.push_back(i);
  }

  bool take(size_t& index) {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return false;
    index = waiting_.front();
    waiting_.pop_front();
    return true;
  }
  // True when everything that is left was put back since the last cell was run or found.
  bool put_back(size_t index) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(index);
    return ++put_back_ >= waiting_.size();
  }
  void moved() {
    const std::lock_guard lock(mutex_);
    put_back_ = 0;
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }

 private:
  std::mutex mutex_;
  std::deque<size_t> waiting_;
  size_t put_back_ = 0;
};

std::string document_of(const BenchCell& cell, const Progress& progress) {
  ThreadPool alone(1);
  const Result result = run(*cell.dataset, cell.grid.cell, std::nullopt, alone, progress);
  if (!result.test)
    bad_input(cell.dataset->name, "there are no test nodes, so there is nothing to put in a table",
              "use labelled data with --protocol paper and a --test above 0");
  return json_text(result_json(*cell.dataset, cell.grid.cell, result));
}

// What the exception that is being handled says.
std::string message_of_current() {
  try {
    throw;
  } catch (const Error& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return "out of memory; try fewer --jobs, a smaller --width or a machine with more memory";
  } catch (const std::exception& error) {
    return std::string("internal error: ") + error.what();
  }
}

class Runner {
 public:
  Runner(std::vector<const BenchCell*> cells, Store& store, BenchProgress& progress)
      : cells_(std::move(cells)), store_(store), progress_(progress), queue_(cells_.size()) {}

  // The first exception that is not a cell's own.
  void run(int jobs) {
    std::vector<std::thread> threads;
    for (int i = 0; i < jobs; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void work() noexcept {
    try {
      for (size_t index; queue_.take(index);) advance(index);
    } catch (...) {
      queue_.clear();
      progress_.stop(std::current_exception());
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }

  void advance(size_t index) {
    const BenchCell& cell = *cells_[index];
    const Store::Claim claim = store_.claim(cell.wanted.key);
    if (claim == Store::Claim::taken) {
      if (!queue_.put_back(index)) return;
      progress_.wait();
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      return;
    }
    queue_.moved();
    if (claim == Store::Claim::finished) return progress_.skip(index);
    try {
      compute(cell, index);
    } catch (...) {
      release(cell);
      throw;
    }
  }

  void compute(const BenchCell& cell, size_t index) {
    progress_.begin(index);
    const auto start = Clock::now();
    std::string document, failure;
    try {
      document = document_of(cell, progress_.cell(index));
    } catch (...) {
      if (progress_.stopped()) throw;
      failure = message_of_current();
    }
    if (!failure.empty()) {
      store_.fail(cell.wanted.key, failure);
      return progress_.fail(index);
    }
    store_.finish(cell.wanted.key, cell.address, document);
    progress_.finish(index, std::chrono::duration<double>(Clock::now() - start).count());
  }

  // A claim that cannot be given back is void as soon as this process has ended.
  void release(const BenchCell& cell) noexcept {
    try {
      store_.release(cell.wanted.key);
    } catch (...) {
    }
  }

  std::vector<const BenchCell*> cells_;
  Store& store_;
  BenchProgress& progress_;
  Queue queue_;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

std::vector<BenchCell> bench_cells(const Grid& grid, const std::map<std::string, Dataset>& datasets) {
  std::map<std::string, std::string> sha256s;
  for (const std::string& name : grid.datasets) sha256s[name] = fingerprint(datasets.at(name));
  std::vector<BenchCell> out;
  for (GridCell& one : cells(grid)) {
    const std::string& data = sha256s.at(one.place.dataset);
    std::string address = cell_address(one.cell, data, "");
    Cell row = one.cell;
    row.split.seed = 0;
    Wanted wanted{one.place, sha256(address), sha256(cell_address(row, data, ""))};
    const Dataset* dataset = &datasets.at(one.place.dataset);
    out.push_back({std::move(one), dataset, std::move(address), std::move(wanted)});
  }
  return out;
}

std::vector<Wanted> wanted_of(const std::vector<BenchCell>& cells) {
  std::vector<Wanted> out;
  for (const BenchCell& cell : cells) out.push_back(cell.wanted);
  return out;
}

BenchCounts run_cells(const std::vector<BenchCell>& cells, Store& store, int jobs, const Progress& progress) {
  store.want(wanted_of(cells));
  std::vector<const BenchCell*> missing;
  std::set<std::string> keys;  // two places of a grid may show the same cell
  for (const BenchCell& cell : cells)
    if (keys.insert(cell.wanted.key).second && !store.has(cell.wanted.key)) missing.push_back(&cell);
  std::stable_sort(missing.begin(), missing.end(), [](const BenchCell* a, const BenchCell* b) {
    return a->grid.place.seed < b->grid.place.seed;
  });
  BenchCounts counts{static_cast<int64_t>(keys.size()), static_cast<int64_t>(keys.size() - missing.size())};
  std::vector<Place> places;
  for (const BenchCell* cell : missing) places.push_back(cell->grid.place);
  BenchProgress told(progress, counts.cells, counts.found, places);
  Runner(missing, store, told).run(std::min(jobs, static_cast<int>(missing.size())));
  counts.failed = told.failed();
  return counts;
}

std::vector<Record> records_of(const std::vector<StoredCell>& cells) {
  std::vector<Record> records;
  for (const StoredCell& cell : cells)
    if (cell.state == StoredCell::State::finished) records.push_back(record_of(cell.place, cell.document));
  return records;
}

}  // namespace graphsr
