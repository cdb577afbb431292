// What a piece of work costs, in a process of its own, so that the memory of one does not hide that of
// another.
#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace graphsr::bench {

struct Cost {
  double seconds = 0, peak_bytes = 0;  // the peak without what the process had before
};

// `work` gives the seconds that count. It runs in a child, which must not have started threads.
inline Cost cost_of(const std::function<double()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    Cost cost;
    rusage before = {}, after = {};
    getrusage(RUSAGE_SELF, &before);
    try {
      cost.seconds = work();
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      _exit(1);
    }
    getrusage(RUSAGE_SELF, &after);
    cost.peak_bytes = 1024.0 * static_cast<double>(after.ru_maxrss - before.ru_maxrss);
    _exit(write(ends[1], &cost, sizeof cost) != sizeof cost);
  }
  close(ends[1]);
  Cost cost;
  const bool told = read(ends[0], &cost, sizeof cost) == sizeof cost;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!told || status != 0) throw std::runtime_error("a measured piece of work failed");
  return cost;
}

// The fastest of several runs, and the largest of their peaks.
inline Cost least_cost_of(int runs, const std::function<double()>& work) {
  Cost least = cost_of(work);
  while (--runs > 0) {
    const Cost cost = cost_of(work);
    least = {std::min(least.seconds, cost.seconds), std::max(least.peak_bytes, cost.peak_bytes)};
  }
  return least;
}

// Of the processor: others who use the machine do not count, nor does waiting for the disk.
template <class Work>
double seconds_of(const Work& work) {
  const auto now = [] {
    timespec time = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

}  // namespace graphsr::bench
