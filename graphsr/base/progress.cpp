#include "graphsr/base/progress.h"

namespace graphsr {

Progress stage_of(const Progress& progress, const std::string& stage, double from, double to) {
  if (!progress) return {};
  return [progress, stage, from, to](const Step& step) {
    const std::string gap = stage.empty() || step.stage.empty() ? "" : " ";
    progress({stage + gap + step.stage, from + step.done * (to - from), step.message});
  };
}

Progress PartsProgress::part(size_t index) {
  if (!progress_) return {};
  return [this, index](const Step& step) {
    const std::lock_guard lock(mutex_);
    done_[index] = step.done;
    double sum = 0;
    for (const double done : done_) sum += done;
    progress_({step.stage, sum / static_cast<double>(done_.size()), step.message});
  };
}

}  // namespace graphsr
