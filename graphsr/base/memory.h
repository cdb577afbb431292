// How much memory this process may have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace graphsr {

// In bytes: what the machine has, or less where limits of this process (ulimit -d, -v) or of its group
// (cgroups, as containers and systemd-run set them) are lower. At least 1.
int64_t memory_limit();

// The lowest limit of a group and those above it. `membership` is what /proc/self/cgroup holds, `root` where
// the groups are. INT64_MAX: none.
int64_t group_memory_limit(const std::string& membership, const std::filesystem::path& root);

}  // namespace graphsr
