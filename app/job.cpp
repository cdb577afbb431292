#include "app/job.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/sha256.h"
#include "graphsr/experiment/address.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/tensor/kernels.h"

namespace graphsr::app {

namespace {

// Beside the output folder, which appears only when it is complete.
std::filesystem::path checkpoint_path(const std::string& out) {
  std::filesystem::path path = std::filesystem::path(out).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  path += ".checkpoint";
  return path;
}

std::string remedy(const CellOptions& o) {
  return o.out.empty() ? "nothing was written; with --out DIR a stopped run can be continued by --resume"
                       : "give the same command with --resume to continue";
}

}  // namespace

Job::Job(const CLI::App& verb, const CellOptions& options)
    : verb_(verb),
      options_(options),
      pool_(options.threads > 0 ? options.threads : hardware_threads()),
      bar_(progress_style(options.quiet), remedy(options)) {
  watch_for_interrupts();
  if (!options.out.empty()) folder_.emplace(options.out, options.force);
  dataset_ = opened_dataset(verb, options);
  for (const std::string& text : dataset_.notes) tell(dataset_.name, text);
  refuse_undrawn_options(verb, options, dataset_);
  given_ = given_split(options, dataset_);
  if (options.out.empty()) return;
  const std::filesystem::path place = checkpoint_path(options.out);
  const bool there = std::filesystem::exists(place);
  if (there && !options.resume)
    tell(place.string(),
         "what an earlier run had finished is replaced by the first part that this one finishes; --resume "
         "would use it");
  if (!there && options.resume)
    tell(place.string(), "there is no stopped run to continue, so this one begins anew");
  const std::string address =
      cell_address(options.cell, fingerprint(dataset_), given_ ? split_sha256(*given_) : "");
  checkpoint_ = std::make_unique<Checkpoint>(place, verb.get_name() + "\n" + address, options.resume);
  if (there && options.resume)
    tell(place.string(), fmt::format("{} finished parts are used", checkpoint_->parts()));
}

void Job::tell(const std::string& place, const std::string& text) const {
  if (!options_.quiet) fmt::print(stderr, "{}: {}\n", place, text);
}

void Job::finish(const Make& made, const std::string& model_sha256, const Derive& derived) {
  bar_.clear();
  if (!folder_) return;
  Files files = made();
  nlohmann::ordered_json hashes = nlohmann::ordered_json::object(), values = nlohmann::ordered_json::object();
  for (const auto& [name, content] : files) hashes[name] = sha256(content);
  for (const auto& [name, value] : option_values(verb_)) values[name] = value;
  nlohmann::ordered_json card = {
      {"command", "graphsr " + verb_.get_name()},
      {"again", command_again(verb_)},
      {"options", values},
      {"versions",
       {{"graphsr", GRAPHSR_VERSION},
        {"compiler", __VERSION__},
        {"instruction_set", kernels::instruction_set()}}},
      {"threads", pool_.threads()},
      {"dataset", {{"name", dataset_.name}, {"sha256", fingerprint(dataset_)}, {"notes", dataset_.notes}}}};
  if (!model_sha256.empty()) card["model_sha256"] = model_sha256;
  card["files"] = hashes;
  files.emplace_back("run.json", json_text(card));
  if (derived)
    for (auto& file : derived(files)) files.push_back(std::move(file));
  for (const auto& [name, content] : files) folder_->write(name, content);
  folder_->commit();
  checkpoint_->remove();
}

}  // namespace graphsr::app
