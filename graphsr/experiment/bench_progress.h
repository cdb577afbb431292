// Where a bench stands: cells done, failed and under way, and how much of the work that is.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "graphsr/base/progress.h"
#include "graphsr/experiment/record.h"

namespace graphsr {

// The work of a cell is the mean time of the finished ones of the same data set, model and method; where none
// is finished, the mean over all. So the share that is done grows with the time that passes. Its functions
// may be called by several threads; what `progress` throws comes out of each of them from then on.
class BenchProgress {
 public:
  // `found` of `wanted` cells need not be run, `places` are those that must be.
  BenchProgress(Progress progress, int64_t wanted, int64_t found, std::vector<Place> places);

  void begin(size_t index);
  Progress cell(size_t index);  // what the cell tells of itself; must not outlive this
  void finish(size_t index, double seconds);
  void fail(size_t index);
  void skip(size_t index);            // another process has run it
  void wait();                        // another process runs what is left
  void stop(std::exception_ptr why);  // every call throws this from now on
  bool stopped();
  int64_t failed();

 private:
  enum class State { open, running, finished, failed, skipped };
  struct Entry {
    std::string row, name;
    State state = State::open;
    double share = 0, seconds = 0;
  };
  void tell(const std::string& waiting = "");
  double estimate(const Entry& entry) const;

  Progress progress_;
  std::mutex mutex_;
  std::vector<Entry> entries_;
  std::map<std::string, std::pair<double, int64_t>> known_;  // by row: seconds, cells
  double seconds_ = 0;
  int64_t wanted_, found_, finished_ = 0, failed_ = 0;
  std::exception_ptr stopped_;
};

}  // namespace graphsr
