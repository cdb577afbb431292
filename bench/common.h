// What the benchmark programs share: one core, medians, and the peers in PyTorch.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <sched.h>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/graph/split.h"

namespace graphsr::bench {

inline void pin_to_one_core() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);  // children inherit it
}

inline void unpin() {
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) CPU_SET(cpu, &all);
  sched_setaffinity(0, sizeof all, &all);
}

struct Times {
  double median = 0, least = 0;  // milliseconds
};

inline Times summary(std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  return {ms[ms.size() / 2], ms.front()};
}

// What a command prints, or nothing when it fails.
inline std::string output_of(const std::string& command) {
  std::string text;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 4096> part;
  while (const size_t n = fread(part.data(), 1, part.size(), pipe.get())) text.append(part.data(), n);
  return text;
}

inline std::string quoted(const std::string& text) { return "'" + text + "'"; }

// The programs of bench/peers on one graph and split, where python3-torch, -scipy and -sklearn of Debian are
// installed; says so where they cannot run. The split lies in a temporary folder meanwhile.
class Peers {
 public:
  // npz: a file, or empty for the built-in graph, which peers cannot read.
  Peers(std::string npz, const Split& split)
      : npz_(std::move(npz)),
        folder_(std::filesystem::temp_directory_path() / fmt::format("graphsr-bench-{}", getpid())) {
    std::filesystem::create_directory(folder_);
    write_file(folder_ / "split.json", split_json(split));
    present_ = !npz_.empty() &&
               !output_of("/usr/bin/python3 -c 'import torch, scipy, sklearn; print(1)' 2>/dev/null").empty();
    if (!present_)
      fmt::print("no comparison: {}\n", npz_.empty()
                                            ? "the graph is not a file"
                                            : "python3-torch, python3-scipy or python3-sklearn is missing");
  }
  ~Peers() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  bool present() const { return present_; }

  // The median is what the program prints as `figure`; zeros when it fails, and a line says so.
  Times time(const std::string& program, const std::string& options, const std::string& figure) const {
    const std::string text = output_of(fmt::format("/usr/bin/python3 {} --npz {} --split {} {} 2>/dev/null",
                                                   quoted(GRAPHSR_SOURCE_DIR "/bench/peers/" + program),
                                                   quoted(npz_), quoted(folder_ / "split.json"), options));
    const auto parsed = nlohmann::json::parse(text, nullptr, false);
    if (parsed.is_discarded()) {
      fmt::print("no comparison: {} failed\n", program);
      return {};
    }
    return {parsed.at(figure).get<double>(), parsed.at("ms_min").get<double>()};
  }

 private:
  std::string npz_;
  std::filesystem::path folder_;
  bool present_ = false;
};

// The body of a main: what cannot be done ends in one sentence and the exit code of bad input.
inline int reported(int (*work)(int, char**), int argc, char** argv) {
  try {
    return work(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
}

// "" stands for the built-in graph, which is used when Cora of the shared data is missing.
inline std::string npz_or_nothing(const std::string& npz) {
  if (std::filesystem::exists(npz)) return npz;
  fmt::print("{} is missing: the built-in graph is used instead\n", npz);
  return "";
}

}  // namespace graphsr::bench
