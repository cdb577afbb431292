#include "graphsr/report/run_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/csv.h"
#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "graphsr/base/text.h"

namespace graphsr {

using nlohmann::ordered_json;

namespace {

constexpr const char* kRemedy = "make the run again with 'graphsr fit'";
constexpr const char* kFiles[] = {"run.json",    "metrics.json",  "split.json", "epochs.csv",
                                  "history.csv", "augmented.csv", "map.csv"};

class Reader {
 public:
  explicit Reader(const RunFiles& files) : files_(files) {}

  RunData read() {
    read_history();
    in_json("metrics.json", [&](const ordered_json& j) { read_metrics(j); });
    in_json("run.json", [&](const ordered_json& j) { read_card(j); });
    in_json("split.json",
            [&](const ordered_json& j) { run_.protocol = j.at("protocol").get<std::string>(); });
    read_epochs();
    read_ledger();
    read_map();
    in_json("run.json", [&](const ordered_json& j) { check_hashes(j); });
    return std::move(run_);
  }

 private:
  std::string place(const std::string& name) const { return files_.folder + "/" + name; }

  const std::string& text(const std::string& name) const {
    const auto found = files_.text.find(name);
    if (found == files_.text.end()) bad_input(place(name), "there is no such file", kRemedy);
    return found->second;
  }

  CsvTable table(const std::string& name) const { return read_csv(text(name), place(name)); }

  template <class Read>
  void in_json(const std::string& name, const Read& read) {
    try {
      read(ordered_json::parse(text(name)));
    } catch (const ordered_json::exception& error) {
      // Its message begins with a code in brackets and may quote the file.
      const std::string message = error.what();
      const size_t end = message.find("] ");
      bad_input(place(name),
                "is not what fit writes: " +
                    in_quotes(end == std::string::npos ? message : message.substr(end + 2)),
                kRemedy);
    }
  }

  int32_t class_of(const CsvTable& t, size_t row, size_t column) const {
    const std::string& name = t.rows[row][column];
    const auto found = classes_.find(name);
    if (found == classes_.end())
      bad_input(fmt::format("{}:{}", t.place, t.lines[row]),
                in_quotes(name) + " is not a class of history.csv", kRemedy);
    return found->second;
  }
  int32_t class_or_none(const CsvTable& t, size_t row, size_t column) const {
    return t.rows[row][column].empty() ? -1 : class_of(t, row, column);
  }

  void read_history();
  void read_metrics(const ordered_json& j);
  void read_card(const ordered_json& j);
  void check_hashes(const ordered_json& j) const;
  void read_epochs();
  void read_ledger();
  void read_map();
  std::optional<Metrics> figures(const ordered_json& j, const char* name) const;

  const RunFiles& files_;
  RunData run_;
  std::unordered_map<std::string, int32_t> classes_;
};

double number_or_nan(const ordered_json& j) {
  return j.is_null() ? std::numeric_limits<double>::quiet_NaN() : j.get<double>();
}

// The header names the classes in their order, also when no agent played.
void Reader::read_history() {
  const CsvTable t = table("history.csv");
  std::vector<size_t> columns;
  for (size_t c = 0; c < t.header.size(); ++c)
    if (t.header[c].starts_with("kept ")) {
      classes_.emplace(t.header[c].substr(5), static_cast<int32_t>(columns.size()));
      run_.class_names.push_back(t.header[c].substr(5));
      columns.push_back(c);
    }
  if (columns.empty()) bad_input(t.place + ":1", "names no class", kRemedy);
  const size_t round = t.column("round"), update = t.column("update"), reward = t.column("mean_reward");
  const size_t entropy = t.column("entropy"), kl = t.column("approximate_kl"),
               clip = t.column("clip_fraction");
  const size_t loss = t.column("value_loss"), score = t.column("validation_score");
  for (size_t i = 0; i < t.rows.size(); ++i) {
    HistoryRow row{static_cast<int32_t>(t.integer(i, round)), static_cast<int32_t>(t.integer(i, update)),
                   t.number(i, reward)};
    for (const size_t c : columns) row.kept.push_back(t.number(i, c));
    row.entropy = t.number(i, entropy);
    row.kl = t.number(i, kl);
    row.clip_fraction = t.number(i, clip);
    row.value_loss = t.number(i, loss);
    row.validation = t.number(i, score);
    run_.history.push_back(std::move(row));
  }
}

std::optional<Metrics> Reader::figures(const ordered_json& j, const char* name) const {
  if (!j.contains(name) || j.at(name).is_null()) return std::nullopt;
  const ordered_json& from = j.at(name);
  Metrics m;
  m.accuracy = from.at("accuracy").get<double>();
  m.macro_f1 = from.at("macro_f1").get<double>();
  m.auc_roc = number_or_nan(from.at("auc_roc"));
  m.balanced_accuracy = from.at("balanced_accuracy").get<double>();
  m.g_mean = from.at("g_mean").get<double>();
  const size_t classes = run_.class_names.size();
  for (const ordered_json& c : from.at("per_class"))
    m.per_class.push_back({c.at("support").get<int64_t>(), c.at("precision").get<double>(),
                           c.at("recall").get<double>(), c.at("f1").get<double>()});
  for (const ordered_json& row : from.at("confusion"))
    for (const ordered_json& count : row) {
      m.confusion.push_back(count.get<int64_t>());
      m.count += m.confusion.back();
      if (m.confusion.back() < 0 || m.confusion.back() > (int64_t{1} << 40))
        bad_input(place("metrics.json"), fmt::format("'{}' counts what cannot be", name), kRemedy);
    }
  if (m.per_class.size() != classes || m.confusion.size() != classes * classes)
    bad_input(place("metrics.json"),
              fmt::format("'{}' is not of the {} classes of history.csv", name, classes), kRemedy);
  return m;
}

void Reader::read_metrics(const ordered_json& j) {
  run_.dataset = j.at("dataset").get<std::string>();
  run_.model = j.at("model").get<std::string>();
  run_.method = j.at("method").get<std::string>();
  if (!j.at("preset").is_null()) run_.preset = j.at("preset").get<std::string>();
  run_.loss = j.at("loss").get<std::string>();
  run_.rho = j.at("rho").get<double>();
  run_.seed = j.at("seed").get<uint64_t>();
  run_.ensemble = j.at("ensemble").get<int>();
  run_.smooth = j.at("smooth").get<double>();
  run_.refitted = j.at("refit").get<bool>();
  for (const ordered_json& name : j.at("minority")) {
    const auto found = classes_.find(name.get<std::string>());
    if (found != classes_.end()) run_.minority.push_back(found->second);
  }
  if (j.contains("notes"))  // not in runs of before 0.10
    for (const ordered_json& note : j.at("notes")) run_.warnings.push_back(note.get<std::string>());
  run_.validation = figures(j, "validation");
  run_.test = figures(j, "test");
  run_.before = figures(j, "before");
  for (const auto& [stage, value] : j.at("seconds").items())
    run_.seconds.emplace_back(stage, value.get<double>());
  for (const char* hash : {"model_sha256", "split_sha256"})
    run_.hashes.emplace_back(hash, j.at(hash).get<std::string>());
}

void Reader::read_card(const ordered_json& j) {
  run_.again = j.at("again").get<std::string>();
  for (const auto& [name, value] : j.at("options").items())
    run_.options.emplace_back(name, value.get<std::string>());
  for (const auto& [name, value] : j.at("versions").items())
    run_.versions.emplace_back(name, value.get<std::string>());
  run_.threads = j.at("threads").get<int64_t>();
  run_.hashes.emplace_back("data_sha256", j.at("dataset").at("sha256").get<std::string>());
  for (const ordered_json& note : j.at("dataset").at("notes")) run_.notes.push_back(note.get<std::string>());
}

// What can be read may have been changed all the same.
void Reader::check_hashes(const ordered_json& j) const {
  if (!j.contains("files")) return;
  for (const auto& [name, hash] : j.at("files").items())
    if (const auto found = files_.text.find(name);
        found != files_.text.end() && sha256(found->second) != hash.get<std::string>())
      bad_input(place(name), "has changed since the run wrote it", kRemedy);
}

void Reader::read_epochs() {
  const CsvTable t = table("epochs.csv");
  const size_t member = t.column("member"), loss = t.column("loss"), kept = t.column("kept");
  const size_t validation_loss = t.column("validation_loss"), accuracy = t.column("validation_accuracy");
  for (size_t i = 0; i < t.rows.size(); ++i) {
    const int64_t m = t.integer(i, member);
    if (m < 0 || m > std::ssize(run_.reports) || m + 1 < std::ssize(run_.reports))
      bad_input(fmt::format("{}:{}", t.place, t.lines[i]), "networks are not in their order", kRemedy);
    if (m == std::ssize(run_.reports)) run_.reports.emplace_back();
    FitReport& report = run_.reports.back();
    report.epochs.push_back({t.number(i, loss), t.number(i, validation_loss), t.number(i, accuracy)});
    if (t.integer(i, kept) != 0) report.best_epoch = static_cast<int>(report.epochs.size());
  }
}

void Reader::read_ledger() {
  const CsvTable t = table("augmented.csv");
  const size_t id = t.column("node_id"), label = t.column("pseudo_label"), kept = t.column("kept");
  const size_t rank = t.column("rank"), distance = t.column("distance"), confidence = t.column("confidence");
  const size_t keep = t.column("keep_probability"), round = t.column("round"), truth = t.column("true_label");
  for (size_t i = 0; i < t.rows.size(); ++i) {
    LedgerEntry c;
    c.node_id = t.rows[i][id];
    c.label = class_of(t, i, label);
    c.kept = t.integer(i, kept) != 0;
    c.rank = static_cast<int32_t>(t.integer(i, rank));
    c.distance = t.number(i, distance);
    c.confidence = t.number(i, confidence);
    c.keep_probability = t.number(i, keep);
    c.round = t.rows[i][round].empty() ? 0 : static_cast<int32_t>(t.integer(i, round));
    c.truth = class_or_none(t, i, truth);
    run_.ledger.push_back(std::move(c));
  }
}

void Reader::read_map() {
  const CsvTable t = table("map.csv");
  const size_t id = t.column("node_id"), x = t.column("x"), y = t.column("y"), role = t.column("role");
  const size_t label = t.column("label"), prediction = t.column("prediction");
  const std::unordered_map<std::string, Role> roles = {
      {"train", Role::train}, {"validation", Role::validation}, {"test", Role::test}, {"pool", Role::pool}};
  for (size_t i = 0; i < t.rows.size(); ++i) {
    const auto found = roles.find(t.rows[i][role]);
    if (found == roles.end())
      bad_input(fmt::format("{}:{}", t.place, t.lines[i]), in_quotes(t.rows[i][role]) + " is not a role",
                kRemedy);
    run_.map.push_back({t.rows[i][id], t.number(i, x), t.number(i, y), found->second,
                        class_or_none(t, i, label), class_of(t, i, prediction)});
  }
}

}  // namespace

bool RunData::is_minority(int32_t label) const {
  return std::find(minority.begin(), minority.end(), label) != minority.end();
}

std::span<const char* const> run_file_names() { return kFiles; }

RunFiles read_run_files(const std::string& folder) {
  RunFiles files{folder, {}};
  for (const char* name : kFiles) files.text[name] = read_file(folder + "/" + name);
  return files;
}

RunData read_run(const RunFiles& files) { return Reader(files).read(); }

}  // namespace graphsr
