// How long work tells the caller where it stands. The library never prints.
#pragma once

#include <functional>
#include <string>

namespace graphsr {

struct Step {
  std::string stage;    // "training"
  double done = 0;      // share of the whole job, 0 to 1
  std::string message;  // "epoch 40, validation accuracy 73.3"
};

// May throw (an interrupt does): the work then stops where it is and leaves nothing half-written.
using Progress = std::function<void(const Step&)>;

inline void report(const Progress& progress, const std::string& stage, double done,
                   const std::string& message) {
  if (progress) progress({stage, done, message});
}

}  // namespace graphsr
