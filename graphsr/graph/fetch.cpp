#include "graphsr/graph/fetch.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/disk.h"
#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "graphsr/graph/data_folder.h"

namespace graphsr {

namespace fs = std::filesystem;

namespace {

bool is_right(const fs::path& path, const FetchFile& file) {
  std::error_code error;
  return fs::is_regular_file(path, error) && fs::file_size(path, error) == static_cast<uint64_t>(file.size) &&
         file_sha256(path) == file.sha256;
}

// Why a folder is not this data set; empty: it is.
std::string difference(const FetchEntry& entry, const fs::path& place) {
  std::error_code error;
  for (const FetchFile& file : entry.files) {
    if (!fs::exists(place / file.name, error)) return "it has no " + file.name;
    if (!is_right(place / file.name, file)) return file.name + " has other bytes";
  }
  const auto first = graph_file(place, entry.name);  // is read before all else
  const bool listed =
      !first || std::any_of(entry.files.begin(), entry.files.end(),
                            [&](const FetchFile& file) { return file.name == first->filename(); });
  return listed ? "" : "it has a " + first->filename().string() + " too";
}

// Whether the data set is there. Refuses what stands in its way.
std::optional<fs::path> present(const FetchEntry& entry, const fs::path& folder, bool force) {
  std::error_code error;
  const fs::path place = folder / entry.name;
  if (const auto alone = graph_file(folder, entry.name)) {
    if (entry.files.size() == 1 && is_right(*alone, entry.files.front())) return alone;
    wrong_usage(alone->string(), "goes by the same name and is something else",
                "move it away or choose another --data-dir");
  }
  const fs::file_type type = fs::status(place, error).type();
  if (type == fs::file_type::not_found || type == fs::file_type::none) return std::nullopt;
  if (type != fs::file_type::directory)
    wrong_usage(place.string(), "is not a folder", "move it away or choose another --data-dir");
  const std::string problem = difference(entry, place);
  if (problem.empty()) return place;
  if (!force && !fs::is_empty(place, error))
    wrong_usage(place.string(), "exists and is something else: " + problem,
                "move it away, or add --force to replace the whole folder");
  return std::nullopt;
}

// The folder in which files wait until all are there, locked against other processes.
class Staging {
 public:
  Staging(const fs::path& folder, const std::string& name) : path_(folder / (name + ".part")) {
    try {
      make(folder);
    } catch (...) {
      discard();
      throw;
    }
    lock_.emplace(path_, O_RDONLY | O_DIRECTORY);
    if (!lock_->is_open()) refuse_path(path_, "be opened");
    if (::flock(lock_->number(), LOCK_EX | LOCK_NB) != 0 || !is_still_there())
      throw Error(Fault::resource, path_.string(), "another process is fetching this data set",
                  "wait for it, and give the same command again");
  }
  ~Staging() { discard(); }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  const fs::path& path() const { return path_; }

  void put_in_place(const fs::path& place, bool replace) {
    place_folder(path_, place, replace);
    for (const fs::path& above : made_) sync_folder(folder_of(above));
    made_.clear();
  }

 private:
  void make(const fs::path& folder) {
    std::error_code error;
    for (fs::path above = folder; !above.empty() && !fs::exists(above, error); above = above.parent_path())
      made_.insert(made_.begin(), above);
    std::vector<fs::path> folders = made_;
    folders.push_back(path_);
    for (const fs::path& path : folders)
      if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) refuse_path(path, "be created");
  }

  // The lock may be on a folder that its owner has just put in its place.
  bool is_still_there() const {
    struct stat locked, named;
    return ::fstat(lock_->number(), &locked) == 0 && ::stat(path_.c_str(), &named) == 0 &&
           locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
  }

  // Only what is empty: parts stay for the next time.
  void discard() noexcept {
    ::rmdir(path_.c_str());
    for (auto above = made_.rbegin(); above != made_.rend(); ++above) ::rmdir(above->c_str());
  }

  fs::path path_;
  std::vector<fs::path> made_;  // folders that were missing, topmost first
  std::optional<Descriptor> lock_;
};

// What an older table left behind.
void remove_others(const FetchEntry& entry, const fs::path& staging) {
  std::vector<fs::path> others;
  for (const auto& found : fs::directory_iterator(staging)) {
    const std::string name = found.path().filename().string();
    if (std::none_of(entry.files.begin(), entry.files.end(),
                     [&](const FetchFile& file) { return name == file.name; }))
      others.push_back(found.path());
  }
  std::error_code error;
  for (const fs::path& path : others) fs::remove_all(path, error);
}

}  // namespace

Fetched fetch(const FetchEntry& entry, const fs::path& folder, bool force, const DownloadOptions& options,
              const Progress& progress) {
  if (const auto there = present(entry, folder, force)) return {*there, true};
  Staging staging(folder, entry.name);
  const fs::path place = folder / entry.name;
  const int64_t all = entry.bytes();
  int64_t before = 0;
  for (const FetchFile& file : entry.files) {
    const fs::path path = staging.path() / file.name;
    const auto told = [&](int64_t bytes) {
      report(progress, entry.name, static_cast<double>(before + bytes) / static_cast<double>(all),
             fmt::format("{}, {} of {} bytes", file.name, before + bytes, all));
    };
    if (!is_right(path, file))
      download({file.url, path, file.size, file.sha256,
                fmt::format("bring the files yourself ('--show' lists them), this one with sha256 {} as {}",
                            file.sha256, (place / file.name).string())},
               options, told);
    before += file.size;
  }
  remove_others(entry, staging.path());
  staging.put_in_place(place, force);
  return {place, false};
}

}  // namespace graphsr
