// How long work tells the caller where it stands. The library never prints.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace graphsr {

struct Step {
  std::string stage;    // "round 1 teacher"
  double done = 0;      // share of the whole job, 0 to 1
  std::string message;  // "epoch 40, validation accuracy 73.3"
};

// May throw (an interrupt does): the work then stops where it is and leaves nothing half-written.
using Progress = std::function<void(const Step&)>;

inline void report(const Progress& progress, const std::string& stage, double done,
                   const std::string& message) {
  if (progress) progress({stage, done, message});
}

// A stage of a longer job: its steps fill the share [from, to] of the whole, and the stage's name stands
// before theirs.
Progress stage_of(const Progress& progress, const std::string& stage, double from, double to);

// Parts of equal length that run side by side, told of as one.
class PartsProgress {
 public:
  PartsProgress(Progress progress, size_t parts) : progress_(std::move(progress)), done_(parts) {}

  Progress part(size_t index);  // must not outlive this

 private:
  Progress progress_;
  std::mutex mutex_;
  std::vector<double> done_;
};

}  // namespace graphsr
