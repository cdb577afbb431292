// Results of finished parts of a run, kept beside its output so that a run that was stopped can go on. Every
// part depends on its address alone, so a run that reads parts gives the same bytes as one that makes them.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "graphsr/base/disk.h"

namespace graphsr {

class Checkpoint {
 public:
  // `address` is all that determines the run. With `resume` the parts in the folder are used, and those of
  // another address refused (wrong usage). Without it they are replaced when the first part is saved, not
  // before: a run that comes to nothing takes nothing away, and leaves nothing behind. A place that holds
  // anything else, or that another run writes to, is refused.
  Checkpoint(std::filesystem::path folder, const std::string& address, bool resume);

  // A part by name; nothing when it is missing or its bytes are damaged.
  std::optional<std::string> load(const std::string& name) const;

  // Appears whole or not at all. Different parts may be saved from different threads.
  void save(const std::string& name, std::string_view bytes) const;

  size_t parts() const;  // of this run that are there now
  void remove() noexcept;

 private:
  void begin() const;
  void lock() const;
  std::optional<std::string> read(const std::string& name) const;
  void write(const std::string& name, std::string_view bytes) const;

  std::filesystem::path folder_;
  std::string address_;
  mutable std::mutex mutex_;                  // of what follows
  mutable bool begun_ = false;                // the parts there are this run's
  mutable std::optional<Descriptor> locked_;  // the folder, as long as this lives
};

}  // namespace graphsr
