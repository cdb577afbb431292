#include "graphsr/experiment/bench_progress.h"

#include <algorithm>

#include <fmt/format.h>

namespace graphsr {

BenchProgress::BenchProgress(Progress progress, int64_t wanted, int64_t found, std::vector<Place> places)
    : progress_(std::move(progress)), wanted_(wanted), found_(found) {
  for (const Place& p : places)
    entries_.push_back({fmt::format("{} {} {}", p.dataset, p.model, p.method), place_text(p)});
}

double BenchProgress::estimate(const Entry& entry) const {
  const auto row = known_.find(entry.row);
  if (row != known_.end()) return row->second.first / static_cast<double>(row->second.second);
  return finished_ > 0 ? seconds_ / static_cast<double>(finished_) : 1;
}

// The lock is held.
void BenchProgress::tell(const std::string& waiting) {
  if (stopped_) std::rethrow_exception(stopped_);
  if (!progress_) return;
  double done = 0, all = 0;
  std::string names = waiting;
  for (const Entry& entry : entries_) {
    if (entry.state == State::skipped) continue;
    const bool known = entry.state == State::finished || entry.state == State::failed;
    const double work = known ? entry.seconds : estimate(entry);
    all += work;
    done += known ? work : work * entry.share;
    if (entry.state == State::running) names += (names.empty() ? "" : ", ") + entry.name;
  }
  const std::string failed = failed_ > 0 ? fmt::format(", {} failed", failed_) : "";
  try {
    progress_({fmt::format("{} of {} cells{}", found_ + finished_, wanted_, failed), all > 0 ? done / all : 1,
               names});
  } catch (...) {
    stopped_ = std::current_exception();
    throw;
  }
}

void BenchProgress::begin(size_t index) {
  const std::lock_guard lock(mutex_);
  entries_[index].state = State::running;
  tell();
}

Progress BenchProgress::cell(size_t index) {
  return [this, index](const Step& step) {
    const std::lock_guard lock(mutex_);
    entries_[index].share = std::clamp(step.done, 0.0, 0.99);  // what is left is writing it down
    tell();
  };
}

void BenchProgress::finish(size_t index, double seconds) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[index];
  entry.state = State::finished;
  entry.seconds = seconds;
  auto& [sum, cells] = known_[entry.row];
  sum += seconds;
  ++cells;
  seconds_ += seconds;
  ++finished_;
  tell();
}

void BenchProgress::fail(size_t index) {
  const std::lock_guard lock(mutex_);
  entries_[index].state = State::failed;
  ++failed_;
  tell();
}

void BenchProgress::skip(size_t index) {
  const std::lock_guard lock(mutex_);
  entries_[index].state = State::skipped;
  ++found_;
  tell();
}

void BenchProgress::wait() {
  const std::lock_guard lock(mutex_);
  tell("waiting for cells that another process runs");
}

void BenchProgress::stop(std::exception_ptr why) {
  const std::lock_guard lock(mutex_);
  if (!stopped_) stopped_ = why;
}

bool BenchProgress::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_ != nullptr;
}

int64_t BenchProgress::failed() {
  const std::lock_guard lock(mutex_);
  return failed_;
}

}  // namespace graphsr
