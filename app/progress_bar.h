// Progress on stderr: a bar with the time left on a terminal, one line per tenth of the work elsewhere.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "graphsr/base/progress.h"

namespace graphsr::app {

class ProgressBar {
 public:
  enum class Style { none, bar, lines };

  // `remedy` is what to do after an interrupt; `left` says what the time left is: an upper bound or a guess.
  ProgressBar(Style style, std::string remedy, std::string left = "at most")
      : style_(style), remedy_(std::move(remedy)), left_(std::move(left)) {}
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Shows the step; throws Fault::interrupted after Ctrl-C.
  void show(const Step& step);
  Progress callback();

  // Takes the bar off the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  Style style_;
  std::string remedy_, left_;
  Clock::time_point start_ = Clock::now(), last_{};
  int tenths_ = 0;
  bool drawn_ = false;
};

// none when quiet, else what stderr is.
ProgressBar::Style progress_style(bool quiet);

// "1:05" or "8 s".
std::string duration_text(double seconds);

// From here on Ctrl-C (and SIGTERM) stop the work at its next step instead of killing the program.
void watch_for_interrupts();

}  // namespace graphsr::app
