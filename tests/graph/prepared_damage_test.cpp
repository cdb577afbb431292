// Prepared files that were damaged by chance are refused; forged ones, whose checksums are right, are refused
// or sound.
#include <limits>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/random.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/prepared_writer.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/prepared_maker.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

using testing::HasSubstr;

class PreparedDamage : public testing::Test {
 protected:
  PreparedDamage() {
    for (const Features& features : {sparse_features(true), dense_features()}) {
      write_prepared(rich_dataset(features), folder_ / "sound.graph");
      sound_.push_back(read_file(folder_ / "sound.graph"));
    }
  }

  // The sentence with which these bytes are refused; nothing when they are not, and then they are sound.
  std::optional<std::string> refused(const std::string& bytes) const {
    try {
      const Dataset dataset = read_dataset(folder_.file("changed.graph", bytes));
      if (dataset.format == "prepared") expect_sound(dataset, false);
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::input) << error.what();
      return error.what();
    }
    return std::nullopt;
  }

  // Of a sparse and a dense file.
  const std::string& sparse() const { return sound_[0]; }
  const std::string& dense() const { return sound_[1]; }

  TemporaryFolder folder_;
  std::vector<std::string> sound_;
};

TEST_F(PreparedDamage, every_changed_byte_of_the_header_is_refused) {
  for (size_t i = 0; i < sizeof(PreparedHeader); ++i) {
    std::string bytes = dense();
    bytes[i] = static_cast<char>(bytes[i] ^ 0x10);
    EXPECT_TRUE(refused(bytes)) << "byte " << i;
  }
}

TEST_F(PreparedDamage, random_flips_anywhere_are_refused) {
  Stream random(5, Purpose::test);
  for (int round = 0; round < 500; ++round) {
    std::string bytes = sound_[round % 2];
    const size_t at = random.below(static_cast<uint32_t>(bytes.size()));
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << random.below(8));
    EXPECT_TRUE(refused(bytes)) << "byte " << at;
  }
}

TEST_F(PreparedDamage, cuts_at_every_section_and_additions_are_refused) {
  for (const std::string& bytes : sound_) {
    std::vector<size_t> cuts = {0, 8, 100, sizeof(PreparedHeader), kPreparedPage - 1};
    for (const SectionPlace& section : header_in(bytes).sections)
      for (const size_t cut : {section.offset - 1, section.offset, section.offset + 1,
                               section.offset + section.bytes - 1, section.offset + section.bytes})
        if (cut < bytes.size()) cuts.push_back(cut);
    for (const size_t cut : cuts) EXPECT_TRUE(refused(bytes.substr(0, cut))) << "cut at " << cut;
    EXPECT_TRUE(refused(bytes + '\0'));
    EXPECT_TRUE(refused(bytes + std::string(4096, '\0')));
  }
}

TEST_F(PreparedDamage, forged_headers_are_refused_or_sound) {
  const std::vector<uint64_t> values = {0, 1, 3, 9, 10, 4096, 1u << 31, UINT32_MAX, INT64_MAX, UINT64_MAX};
  int count = 0;
  for (const std::string& bytes : sound_)
    for (size_t at = 16; at + 8 <= sizeof(PreparedHeader); at += 4)
      for (const uint64_t value : values) {
        std::string changed = bytes;
        put_at(changed, at, value);
        count += refused(sealed(changed, header_in(changed))).has_value();
      }
  EXPECT_GT(count, 1000);
}

TEST_F(PreparedDamage, forged_content_is_refused_or_sound) {
  Stream random(6, Purpose::test);
  int accepted = 0;
  for (int round = 0; round < 1000; ++round) {
    std::string bytes = sound_[round % 2];
    const PreparedHeader header = header_in(bytes);
    const SectionPlace& section = header.sections[random.below(kSections)];
    if (section.bytes == 0) continue;
    for (uint32_t changes = 1 + random.below(3); changes > 0; --changes)
      bytes[section.offset + random.below(static_cast<uint32_t>(section.bytes))] =
          static_cast<char>(random.below(2) == 0 ? random.below(10) : random.below(256));
    accepted += !refused(sealed(bytes, header));
  }
  EXPECT_GT(accepted, 20);  // other values of features, parts of masks
}

TEST_F(PreparedDamage, forged_files_are_refused_by_what_is_wrong_with_them) {
  const auto sentence = [&](std::string bytes, auto change) {
    change(bytes);
    return refused(sealed(bytes, header_in(bytes))).value_or("was accepted");
  };
  const auto with = [&](const std::string& bytes, Section section, size_t offset, auto value) {
    return sentence(bytes, [&](std::string& b) { put_at(b, begin_of(b, section) + offset, value); });
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(with(dense(), Section::edge_targets, 0, int32_t{9}), HasSubstr("row 0 of its edge targets"));
  EXPECT_THAT(with(dense(), Section::edge_targets, 0, int32_t{-1}), HasSubstr("row 0 of its edge targets"));
  EXPECT_THAT(with(dense(), Section::edge_targets, 0, int32_t{8}), HasSubstr("row 0 of its edge targets"));
  EXPECT_THAT(with(dense(), Section::edge_targets, 0, int32_t{0}), HasSubstr("or holds itself"));
  EXPECT_THAT(with(dense(), Section::edge_offsets, 8, int64_t{1} << 40), HasSubstr("do not ascend"));
  EXPECT_THAT(with(dense(), Section::edge_offsets, 0, int64_t{-2}), HasSubstr("do not ascend"));
  EXPECT_THAT(with(dense(), Section::edge_offsets, 72, int64_t{17}), HasSubstr("do not ascend"));
  EXPECT_THAT(with(dense(), Section::feature_values, 8, kNan), HasSubstr("not all finite"));
  EXPECT_THAT(with(sparse(), Section::feature_values, 8, 0.0f), HasSubstr("store zeros"));
  EXPECT_THAT(with(sparse(), Section::feature_columns, 0, int32_t{5}), HasSubstr("of its feature columns"));
  EXPECT_THAT(with(dense(), Section::labels, 4, int32_t{2}), HasSubstr("element 1 is 2"));
  EXPECT_THAT(with(dense(), Section::masks, 4, uint8_t{4}), HasSubstr("its masks name parts"));
  EXPECT_THAT(with(dense(), Section::class_names, 0, UINT32_MAX),
              HasSubstr("its class names are not 2 texts"));
  EXPECT_THAT(with(dense(), Section::node_names, 36, uint8_t{0xff}),
              HasSubstr("its node names are not 9 texts"));
  const auto header = [&](auto change) {
    return sentence(dense(), [&](std::string& bytes) {
      PreparedHeader h = header_in(bytes);
      change(h);
      put_at(bytes, 0, h);
    });
  };
  EXPECT_THAT(header([](PreparedHeader& h) { h.nodes = 10; }), HasSubstr("does not fit its counts"));
  EXPECT_THAT(header([](PreparedHeader& h) { h.nodes = int64_t{1} << 32; }),
              HasSubstr("counts that cannot be"));
  EXPECT_THAT(header([](PreparedHeader& h) { h.feature_columns = INT32_MAX; }), HasSubstr("does not fit"));
  EXPECT_THAT(header([](PreparedHeader& h) { h.sections[1].offset -= 4096; }), HasSubstr("do not lie where"));
  EXPECT_THAT(header([](PreparedHeader& h) { h.sections[6].bytes += 4096; }), HasSubstr("do not fill it"));
  EXPECT_THAT(header([](PreparedHeader& h) { h.file_bytes += 1; }), HasSubstr("but was written with"));
  EXPECT_THAT(header([](PreparedHeader& h) { h.fingerprint[3] = 'x'; }), HasSubstr("counts that cannot be"));
}

}  // namespace
}  // namespace graphsr
