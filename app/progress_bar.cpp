#include "app/progress_bar.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "graphsr/base/error.h"

namespace graphsr::app {

namespace {

constexpr int kBarWidth = 20;
volatile std::sig_atomic_t interrupted = 0;

int terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) {
    if (interrupted) _exit(static_cast<int>(Fault::interrupted));  // a second Ctrl-C does not wait
    interrupted = 1;
  };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

ProgressBar::Style progress_style(bool quiet) {
  if (quiet) return ProgressBar::Style::none;
  return isatty(STDERR_FILENO) ? ProgressBar::Style::bar : ProgressBar::Style::lines;
}

std::string duration_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", std::ceil(seconds));
  const auto whole = static_cast<int64_t>(std::ceil(seconds));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

Progress ProgressBar::callback() {
  return [this](const Step& step) { show(step); };
}

void ProgressBar::show(const Step& step) {
  if (interrupted) {
    clear();
    throw Error(Fault::interrupted, "", "interrupted", remedy_);
  }
  if (style_ == Style::none) return;
  const double done = std::clamp(step.done, 0.0, 1.0);
  const auto now = Clock::now();
  if (style_ == Style::lines) {
    const int tenths = static_cast<int>(done * 10 + 1e-9);
    if (tenths <= tenths_) return;
    tenths_ = tenths;
    fmt::print(stderr, "{} {} %{}{}\n", step.stage, tenths * 10, step.message.empty() ? "" : ": ",
               step.message);
    return;
  }
  if (drawn_ && done < 1 && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  const double passed = std::chrono::duration<double>(now - start_).count();
  const std::string left = done > 0.02 ? left_ + " " + duration_text(passed / done * (1 - done)) + " left"
                                       : std::string("starting");
  const int full = static_cast<int>(done * kBarWidth);
  const std::string line = fmt::format("{} [{:#<{}}{:.<{}}] {:3.0f} %, {}: {}", step.stage, "", full, "",
                                       kBarWidth - full, done * 100, left, step.message);
  fmt::print(stderr, "\r\033[K{}", line.substr(0, terminal_width() - 1));
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace graphsr::app
