// split.json: what draw_split gave, for people and programs to read and for every verb to use again.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "graphsr/graph/split.h"

namespace graphsr {

namespace {

using nlohmann::json;

constexpr const char* kFormat = "graphsr-split-1";
constexpr const char* kRemedy = "draw the split again";
constexpr const char* kOther = "give the graph that it was drawn from, or draw a new split";
constexpr uintmax_t kLargestFile = uintmax_t{1} << 30;

json without_hash(const Split& split) {
  return {{"format", kFormat},
          {"protocol", split.protocol},
          {"seed", split.seed},
          {"rho", split.rho},
          {"minority", split.minority},
          {"train", split.train},
          {"validation", split.validation},
          {"test", split.test},
          {"data_sha256", split.data_sha256}};
}

// A split is one object of plain values and flat lists, and its parts share no node: more is refused while it
// is read, before it fills the memory.
json parsed(const std::string& path, const std::string& text, const Dataset& dataset) {
  const int64_t most = dataset.nodes() + dataset.classes() + 64;
  int64_t values = 0;
  const auto limits = [&](int depth, json::parse_event_t event, json&) {
    if (depth > 2) bad_input(path, "is not a split: it holds lists within lists", kRemedy);
    if (event == json::parse_event_t::value && ++values > most)
      bad_input(path,
                fmt::format("was drawn from other data: it lists more than the {} nodes of this graph",
                            dataset.nodes()),
                kOther);
    return true;
  };
  try {
    return json::parse(text, limits);
  } catch (const json::parse_error& error) {
    bad_input(path, fmt::format("is not JSON: it cannot be read from byte {} on", error.byte), kRemedy);
  } catch (const json::exception&) {
    bad_input(path, "holds a number that is too large", kRemedy);
  }
}

class SplitReader {
 public:
  SplitReader(const std::string& path, const json& document) : path_(path), document_(document) {}

  std::string text(const char* name) const {
    const json& value = field(name);
    if (!value.is_string()) wrong_type(name, "text");
    return value.get<std::string>();
  }
  uint64_t seed() const {
    const json& value = field("seed");
    if (!value.is_number_unsigned()) wrong_type("seed", "a whole number from 0 on");
    return value.get<uint64_t>();
  }
  double rho() const {
    const json& value = field("rho");
    if (!value.is_number()) wrong_type("rho", "a number");
    const double rho = value.get<double>();
    if (!(rho > 0 && rho <= 1)) refuse(fmt::format("'rho' is {}, not above 0 and at most 1", rho));
    return rho;
  }
  // Numbers from 0 to count - 1, ascending, each once.
  std::vector<int32_t> numbers(const char* name, const char* kind, int64_t count) const {
    const json& value = field(name);
    if (!value.is_array()) wrong_type(name, "a list of whole numbers");
    std::vector<int32_t> numbers;
    for (const json& item : value) {
      if (!item.is_number_integer()) wrong_type(name, "a list of whole numbers");
      const bool fits = item.is_number_unsigned() && item.get<uint64_t>() < static_cast<uint64_t>(count);
      if (!fits)
        refuse(
            fmt::format("'{}' names {} {}, but this graph has 0 to {}", name, kind, item.dump(), count - 1));
      numbers.push_back(item.get<int32_t>());
    }
    for (size_t i = 1; i < numbers.size(); ++i) {
      if (numbers[i] == numbers[i - 1])
        refuse(fmt::format("{} {} is repeated in '{}'", kind, numbers[i], name));
      if (numbers[i] < numbers[i - 1]) refuse(fmt::format("'{}' is not ascending", name));
    }
    return numbers;
  }
  [[noreturn]] void refuse(const std::string& problem) const { bad_input(path_, problem, kRemedy); }

 private:
  const json& field(const char* name) const {
    const auto found = document_.find(name);
    if (found == document_.end()) refuse(fmt::format("is not a split: it has no field '{}'", name));
    return *found;
  }
  [[noreturn]] void wrong_type(const char* name, const char* expected) const {
    refuse(fmt::format("'{}' is not {}", name, expected));
  }

  const std::string& path_;
  const json& document_;
};

void check_nodes(const SplitReader& reader, const Dataset& dataset, const Split& split) {
  struct Part {
    const char* name;
    const std::vector<int32_t>& nodes;
  };
  std::vector<const char*> seen(dataset.nodes(), nullptr);
  for (const auto& [name, nodes] :
       {Part{"train", split.train}, Part{"validation", split.validation}, Part{"test", split.test}}) {
    for (const int32_t node : nodes) {
      if (dataset.labels[node] == kUnlabelled)
        reader.refuse(fmt::format("'{}' names node {}, which has no label in this graph", name, node));
      if (seen[node])
        reader.refuse(fmt::format("node {} is repeated: in '{}' and in '{}'", node, seen[node], name));
      seen[node] = name;
    }
  }
  if (split.train.empty()) reader.refuse("'train' is empty");
}

}  // namespace

std::string split_sha256(const Split& split) { return sha256(without_hash(split).dump()); }

std::string split_json(const Split& split) {
  json fields = without_hash(split);
  fields["sha256"] = split_sha256(split);
  std::string text;
  for (const char* name : {"format", "protocol", "seed", "rho", "minority", "train", "validation", "test",
                           "data_sha256", "sha256"})
    text += fmt::format("{}  \"{}\": {}", text.empty() ? "{\n" : ",\n", name, fields[name].dump());
  return text + "\n}\n";
}

Split read_split(const std::string& path, const Dataset& dataset) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_other(status))
    bad_input(path, "is not a plain file", "give the path of a split.json");
  const uintmax_t size =
      std::filesystem::is_regular_file(status) ? std::filesystem::file_size(path, error) : 0;
  if (!error && size > kLargestFile)
    bad_input(path, fmt::format("has {} bytes, too many for a split", size), "give the path of a split.json");
  return split_from_json(read_file(path), path, dataset);
}

Split split_from_json(const std::string& text, const std::string& path, const Dataset& dataset) {
  const json document = parsed(path, text, dataset);
  const SplitReader reader(path, document);
  if (!document.is_object()) reader.refuse("is not a split: it is no JSON object");
  if (reader.text("format") != kFormat)
    reader.refuse(fmt::format("is not a split: its format is not '{}'", kFormat));
  Split split;
  split.protocol = reader.text("protocol");
  split.seed = reader.seed();
  split.rho = reader.rho();
  split.data_sha256 = reader.text("data_sha256");
  if (split.data_sha256 != fingerprint(dataset)) bad_input(path, "was drawn from other data", kOther);
  split.minority = reader.numbers("minority", "class", dataset.classes());
  split.train = reader.numbers("train", "node", dataset.nodes());
  split.validation = reader.numbers("validation", "node", dataset.nodes());
  split.test = reader.numbers("test", "node", dataset.nodes());
  check_nodes(reader, dataset, split);
  if (reader.text("sha256") != split_sha256(split)) reader.refuse("was changed after it was written");
  return split;
}

}  // namespace graphsr
