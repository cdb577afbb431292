// A verb's work from start to end: where it writes, what it keeps while it runs, how it tells of itself.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/cell_options.h"
#include "app/progress_bar.h"
#include "graphsr/base/atomic_file.h"
#include "graphsr/base/checkpoint.h"

namespace graphsr::app {

class Job {
 public:
  // Opens the data set and claims the output folder; notes go to stderr unless quiet.
  Job(const CLI::App& verb, const CellOptions& options);

  const Dataset& dataset() const { return dataset_; }
  const std::optional<Split>& given() const { return given_; }
  ThreadPool& pool() { return pool_; }
  Progress progress() { return bar_.callback(); }
  const Checkpoint* checkpoint() const { return checkpoint_.get(); }

  // The work is done: takes the bar away. With --out, makes and writes the files and a run.json that lists
  // them, whole or not at all, and removes the checkpoint.
  // `derived` makes further files of them all, run.json included, which does not list those.
  using Files = std::vector<std::pair<std::string, std::string>>;
  using Make = std::function<Files()>;
  using Derive = std::function<Files(const Files&)>;
  void finish(const Make& made, const std::string& model_sha256, const Derive& derived = {});

  // One line on stderr, unless quiet.
  void tell(const std::string& place, const std::string& text) const;

 private:
  const CLI::App& verb_;
  const CellOptions& options_;
  std::optional<OutputFolder> folder_;
  Dataset dataset_;
  std::optional<Split> given_;
  std::unique_ptr<Checkpoint> checkpoint_;
  ThreadPool pool_;
  ProgressBar bar_;
};

}  // namespace graphsr::app
