// When to stop, and which epoch to keep.
#pragma once

#include <limits>

namespace graphsr {

// Watches validation accuracy; the loss breaks ties. Once no validation node is wrong any more, a lower loss
// still makes an epoch the best, but is no reason to go on.
class EarlyStop {
 public:
  explicit EarlyStop(int patience) : patience_(patience) {}

  // Tells of the next epoch; true when it is the best so far.
  bool is_best(double accuracy, double loss) {
    ++epoch_;
    if (accuracy < accuracy_ || (accuracy == accuracy_ && !(loss < loss_))) return false;
    if (accuracy > accuracy_ || accuracy < 1) since_ = epoch_;
    accuracy_ = accuracy;
    loss_ = loss;
    best_ = epoch_;
    return true;
  }
  bool should_stop() const { return epoch_ - since_ >= patience_; }
  // Counts patience from here on: training has changed, and deserves as long again.
  void wait_again() { since_ = epoch_; }
  int best_epoch() const { return best_; }  // from 1
  double accuracy() const { return accuracy_; }

 private:
  int patience_;
  int epoch_ = 0, best_ = 0;
  int since_ = 0;  // the epoch from which patience counts
  double accuracy_ = -1, loss_ = std::numeric_limits<double>::infinity();
};

}  // namespace graphsr
