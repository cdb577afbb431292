// Small sound graphs of every binary and scientific format, cut and changed in hundreds of ways: nothing but
// Error may come out, and whatever is accepted is sound.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/base/random.h"
#include "graphsr/graph/format.h"
#include "tests/graph/pieces_maker.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

struct Sample {
  const char* name;
  std::function<NamedFiles()> files;
  bool numbers_in_text;  // bytes are changed into digits and signs more often
};

void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.name; }

class DamagedFiles : public testing::TestWithParam<Sample> {
 protected:
  DamagedFiles() : sound_(GetParam().files()) { write_files(folder_, sound_); }

  // Reads the folder with these files changed. True when it was accepted.
  bool refused_or_sound(const NamedFiles& changed) const {
    write_files(folder_, changed);
    bool accepted = true;
    try {
      expect_sound(read_dataset(folder_.path().string()));
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::input) << error.what();
      accepted = false;
    }
    for (const auto& [name, content] : changed) folder_.file(name, sound_.at(name));
    return accepted;
  }

  TemporaryFolder folder_;
  const NamedFiles sound_;
};

TEST_P(DamagedFiles, are_refused_or_sound_when_cut_short) {
  ASSERT_TRUE(refused_or_sound({}));
  for (const auto& [name, content] : sound_) {
    const size_t step = std::max<size_t>(1, content.size() / 60);
    for (size_t length = 0; length < content.size(); length += step)
      refused_or_sound({{name, content.substr(0, length)}});
  }
}

TEST_P(DamagedFiles, are_refused_or_sound_after_random_changes) {
  constexpr std::string_view kDigits = "0123456789-+.e:, \n\t%#n";
  Stream random(3, Purpose::test);
  int accepted = 0;
  constexpr int kRounds = 600;
  for (int round = 0; round < kRounds; ++round) {
    NamedFiles changed;
    const uint32_t changes = 1 + random.below(3);
    for (uint32_t i = 0; i < changes; ++i) {
      auto file = sound_.begin();
      std::advance(file, random.below(static_cast<uint32_t>(sound_.size())));
      std::string& content = changed.emplace(*file).first->second;
      const uint32_t at = random.below(static_cast<uint32_t>(content.size()));
      const char byte = GetParam().numbers_in_text && random.below(4) != 0
                            ? kDigits[random.below(static_cast<uint32_t>(kDigits.size()))]
                        : random.below(2) == 0 ? static_cast<char>(random.below(5))
                                               : static_cast<char>(random.bits());
      const uint32_t kind = random.below(8);
      if (kind == 0 && content.size() > 1)
        content.erase(at, 1 + random.below(4));
      else if (kind == 1)
        content.insert(at, content.substr(at, 1 + random.below(16)));
      else
        content[at] = byte;
      if (content.empty()) content = "\n";
    }
    accepted += refused_or_sound(changed);
  }
  EXPECT_LT(accepted, kRounds);
  EXPECT_GT(accepted, 0);  // or the changes never got past the first check
}

const Sample kSamples[] = {
    {"planetoid", small_planetoid, false},
    {"scipy", scipy_pieces, false},
    {"npy", npy_pieces, false},
    {"matrix_market", matrix_market_pieces, true},
    {"svmlight", svmlight_pieces, true},
    {"ogb", ogb_pieces, true},
};
INSTANTIATE_TEST_SUITE_P(Formats, DamagedFiles, testing::ValuesIn(kSamples),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace graphsr
