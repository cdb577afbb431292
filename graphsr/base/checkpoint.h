// Results of finished parts of a run, kept beside its output so that a run that was stopped can go on. Every
// part depends on its address alone, so a run that reads parts gives the same bytes as one that makes them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace graphsr {

class Checkpoint {
 public:
  // `address` is all that determines the run. With `resume` the parts in the folder are used, and those of
  // another address refused (wrong usage); without it they are removed. A place that holds anything else is
  // refused.
  Checkpoint(std::filesystem::path folder, const std::string& address, bool resume);

  // A part by name; nothing when it is missing or its bytes are damaged.
  std::optional<std::string> load(const std::string& name) const;

  // Appears whole or not at all. Different parts may be saved from different threads.
  void save(const std::string& name, std::string_view bytes) const;

  size_t parts() const;  // that are there now
  void remove() noexcept;

 private:
  std::filesystem::path folder_;
};

}  // namespace graphsr
