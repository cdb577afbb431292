#include "graphsr/base/bytes.h"

#include <vector>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

std::string sample() {
  ByteWriter out;
  out.value(int32_t{-7});
  out.list(std::vector<double>{1.5, -2.25, 3});
  out.list(std::vector<float>{});
  out.value(0.1);
  return out.take() + "tail";
}

TEST(Bytes, give_back_what_was_written) {
  const std::string bytes = sample();
  ByteReader in(bytes, "here");
  std::vector<double> numbers;
  std::vector<float> none = {1, 2};
  EXPECT_EQ(in.value<int32_t>(), -7);
  in.list(numbers);
  EXPECT_EQ(numbers, (std::vector<double>{1.5, -2.25, 3}));
  in.list(none);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(in.value<double>(), 0.1);
  EXPECT_EQ(in.rest(), "tail");
}

TEST(Bytes, that_end_early_are_refused_at_every_length) {
  const std::string bytes = sample();
  for (size_t length = 0; length < bytes.size() - 4; ++length) {
    const Error error = refusal([&] {
      ByteReader in(std::string_view(bytes).substr(0, length), "the place");
      std::vector<double> numbers;
      std::vector<float> none;
      in.value<int32_t>();
      in.list(numbers);
      in.list(none);
      in.value<double>();
    });
    EXPECT_EQ(error.fault(), Fault::input) << length;
    EXPECT_EQ(std::string(error.what()).rfind("the place: ", 0), 0u) << error.what();
  }
}

TEST(Bytes, that_announce_more_than_there_is_are_refused_before_anything_is_allocated) {
  for (const uint64_t count : {uint64_t{2}, uint64_t{1} << 61, ~uint64_t{0}}) {
    ByteWriter out;
    out.value(count);
    out.value(1.0);
    const std::string bytes = out.take();
    ByteReader in(bytes, "here");
    std::vector<double> numbers;
    EXPECT_THROW(in.list(numbers), Error);
  }
}

}  // namespace
}  // namespace graphsr
