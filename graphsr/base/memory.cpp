#include "graphsr/base/memory.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>
#include <sys/resource.h>
#include <unistd.h>

#include "graphsr/base/disk.h"

namespace graphsr {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kNone = std::numeric_limits<int64_t>::max();

// The number that a file holds; "max", or no such file: no limit.
int64_t number_in(const fs::path& path) {
  const std::string text = whole_file(path).value_or("");
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && number > 0 ? number : kNone;
}

int64_t limit_of(decltype(RLIMIT_AS) resource) {
  rlimit limit = {};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNone;
  return static_cast<int64_t>(std::min<rlim_t>(limit.rlim_cur, kNone));
}

}  // namespace

// Lines are "number:controllers:path"; the second form of groups has one line, without controllers.
int64_t group_memory_limit(const std::string& membership, const fs::path& root) {
  int64_t lowest = kNone;
  std::istringstream lines(membership);
  for (std::string line; std::getline(lines, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool old = controllers.find(",memory,") != std::string::npos;
    if (!old && controllers != ",,") continue;
    const fs::path top = old ? root / "memory" : root;
    const char* const name = old ? "memory.limit_in_bytes" : "memory.max";
    fs::path group = fs::path(line.substr(second + 1)).relative_path();
    for (;; group = group.parent_path()) {
      lowest = std::min(lowest, number_in(top / group / name));
      if (group.empty()) break;
    }
  }
  return lowest;
}

int64_t memory_limit() {
  const int64_t pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
  const int64_t machine = pages > 0 && size > 0 ? pages * size : kNone;
  const int64_t group = group_memory_limit(whole_file("/proc/self/cgroup").value_or(""), "/sys/fs/cgroup");
  return std::max<int64_t>(1, std::min({machine, group, limit_of(RLIMIT_DATA), limit_of(RLIMIT_AS)}));
}

}  // namespace graphsr
