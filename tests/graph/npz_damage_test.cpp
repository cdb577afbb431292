#include <cstdint>
#include <iterator>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/base/random.h"
#include "graphsr/graph/npz_reader.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/npz_maker.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

// Nothing but Error may come out, and whatever is accepted is sound. True when it was accepted.
bool refused_or_sound(const TemporaryFolder& folder, const std::string& bytes) {
  try {
    expect_sound(read_npz(folder.file("hostile.npz", bytes)));
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::input) << error.what();
    return false;
  }
}

TEST(DamagedNpz, refuses_a_file_cut_at_any_length) {
  const TemporaryFolder folder;
  for (const char* options : {"zip:compression=store", "zip:compression=deflate"}) {
    const std::string bytes = npz_of(small_graph(), options);
    for (size_t length = 0; length < bytes.size(); ++length)
      EXPECT_FALSE(refused_or_sound(folder, bytes.substr(0, length)));
    EXPECT_TRUE(refused_or_sound(folder, bytes));
  }
}

TEST(DamagedNpz, survives_random_damage_to_the_archive) {
  const TemporaryFolder folder;
  Stream random(1, Purpose::test);
  for (const char* options : {"zip:compression=store", "zip:compression=deflate"}) {
    const std::string bytes = npz_of(small_graph(), options);
    int accepted = 0;
    for (int round = 0; round < 2000; ++round) {
      std::string changed = bytes;
      const uint32_t changes = 1 + random.below(4);
      for (uint32_t i = 0; i < changes; ++i)
        changed[random.below(static_cast<uint32_t>(changed.size()))] = static_cast<char>(random.bits());
      accepted += refused_or_sound(folder, changed);
    }
    EXPECT_LT(accepted, 1800);  // times, flags and the like may change; data may not
  }
}

// The same inside the arrays, with checksums that are right, so that the damage reaches the reader.
TEST(DamagedNpz, survives_random_damage_to_the_arrays) {
  const TemporaryFolder folder;
  Stream random(2, Purpose::test);
  Arrays arrays = small_graph();
  arrays["class_names"] = text_npy({"cats", "dogs"});
  arrays["node_names"] = text_npy({"a", "b", "c", "d"});
  int accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    Arrays changed = arrays;
    const uint32_t changes = 1 + random.below(3);
    for (uint32_t i = 0; i < changes; ++i) {
      auto array = changed.begin();
      std::advance(array, random.below(static_cast<uint32_t>(changed.size())));
      std::string& content = array->second;
      const auto data = static_cast<uint32_t>(content.find('\n') + 1);
      const uint32_t from = random.below(4) == 0 ? 0 : data;
      const uint32_t at = from + random.below(static_cast<uint32_t>(content.size()) - from);
      content[at] = static_cast<char>(random.below(2) == 0 ? random.below(5) : random.bits());
    }
    accepted += refused_or_sound(folder, npz_of(changed, "zip:compression=store"));
  }
  EXPECT_GT(accepted, 100);  // or the damage never got past the headers
  EXPECT_LT(accepted, 3900);
}

}  // namespace
}  // namespace graphsr
