#include "graphsr/base/sha256.h"

#include <string>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

TEST(Sha256, gives_the_published_digests) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Lengths around the padding's edges; the digest of digests was computed with Python's hashlib.
TEST(Sha256, is_right_at_every_length_up_to_three_blocks) {
  Sha256 all;
  std::string text;
  for (int length = 0; length < 192; ++length) {
    all.add(sha256(text));
    text += static_cast<char>(length);
  }
  EXPECT_EQ(all.hex(), "1612f358330e3327a76f40b2db75fc52b27a510bc0ec328e622108312c741394");
}

TEST(Sha256, does_not_depend_on_how_bytes_are_cut) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (size_t piece = 1; piece <= 150; ++piece) {
    Sha256 hash;
    for (size_t at = 0; at < text.size(); at += piece) hash.add(std::string_view(text).substr(at, piece));
    EXPECT_EQ(hash.hex(), sha256(text)) << piece;
  }
}

TEST(Sha256, is_the_same_by_instructions_of_the_cpu) {
  if (!has_sha_instructions()) GTEST_SKIP() << "this CPU has no SHA instructions";
  std::string text;
  for (int i = 0; i < 64 * 40 + 1; ++i) text += static_cast<char>(i * i + 31 * i);
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (size_t blocks = 0; blocks <= 39; ++blocks)
    for (size_t first : {0, 1}) {
      Sha256State plain = {1, 2, 3, 0xfffffff0, 5, 6, 7, 8}, fast = plain;
      plain_sha256_blocks(plain, bytes + first, blocks);
      fast_sha256_blocks(fast, bytes + first, blocks);
      EXPECT_EQ(plain, fast) << blocks << " blocks from " << first;
    }
}

}  // namespace
}  // namespace graphsr
