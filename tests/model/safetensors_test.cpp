#include "graphsr/model/safetensors.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/base/random.h"

namespace graphsr {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TensorFile small_file() {
  TensorFile file;
  file.tensors["b.weight"] = {{2, 3}, {1, -2, 3.5f, 0, 1e-30f, 6}};
  file.tensors["a.bias"] = {{2}, {0.25f, -0.5f}};
  file.metadata["note"] = "line\n\"quoted\" é";
  return file;
}

// A file with this header, its length in front, and `data` zero bytes behind.
std::string raw(const std::string& header, size_t data = 0) {
  std::string bytes(8, '\0');
  const uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + std::string(data, '\0');
}

std::string complaint(const std::string& bytes) {
  try {
    from_safetensors(bytes, "m.safetensors");
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::input);
    EXPECT_THAT(error.what(), StartsWith("m.safetensors"));
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << bytes.substr(0, 200);
  return "";
}

// Whatever is accepted must be whole: sizes agree and every value is finite. Anything but Error escapes and
// fails.
void expect_refused_or_whole(const std::string& bytes) {
  try {
    for (const auto& [name, tensor] : from_safetensors(bytes, "m").tensors) {
      int64_t count = 1;
      for (const int64_t extent : tensor.shape) count *= extent;
      ASSERT_EQ(count, std::ssize(tensor.values)) << name;
      for (const float value : tensor.values) ASSERT_TRUE(std::isfinite(value)) << name;
    }
  } catch (const Error& error) {
    ASSERT_EQ(error.fault(), Fault::input);
  }
}

TEST(Safetensors, reads_back_what_it_wrote) {
  const TensorFile file = small_file();
  EXPECT_EQ(from_safetensors(to_safetensors(file), "m"), file);
  EXPECT_EQ(from_safetensors(to_safetensors({}), "m"), TensorFile{});
  TensorFile odd;
  odd.tensors["scalar"] = {{}, {7}};
  odd.tensors["nothing"] = {{0, 5}, {}};
  odd.tensors["also nothing"] = {{3, 0}, {}};
  EXPECT_EQ(from_safetensors(to_safetensors(odd), "m"), odd);
}

TEST(Safetensors, writes_metadata_first_then_tensors_by_name_padded_to_eight_bytes) {
  TensorFile file;
  file.tensors["b"] = {{1, 2}, {1, 2}};
  file.tensors["a"] = {{1}, {3}};
  file.metadata["k"] = "v";
  const std::string header =
      R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
      R"("b":{"dtype":"F32","shape":[1,2],"data_offsets":[4,12]}})";
  const std::string padded = header + std::string((8 - header.size() % 8) % 8, ' ');
  const std::string bytes = to_safetensors(file);
  EXPECT_EQ(bytes, raw(padded) + tensor_bytes(file));
  EXPECT_EQ(tensor_bytes(file), std::string("\0\0\x40\x40\0\0\x80\x3f\0\0\0\x40", 12));
}

TEST(Safetensors, reads_tensors_that_other_writers_laid_out_in_another_order) {
  const std::string header = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},)"
                             R"("b":{"shape":[2],"data_offsets":[0,8],"dtype":"F32"}}   )";
  std::string bytes = raw(header, 12);
  const float value = 5;
  std::memcpy(bytes.data() + bytes.size() - 4, &value, 4);
  EXPECT_EQ(from_safetensors(bytes, "m").tensors.at("a").values, std::vector<float>{5});
}

TEST(Safetensors, refuses_to_write_what_it_could_not_read) {
  const auto refuses = [](const std::string& name, const Tensor& tensor) {
    TensorFile file;
    file.tensors[name] = tensor;
    try {
      to_safetensors(file);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::internal);
    }
  };
  refuses("short", {{3}, {1, 2}});
  refuses("negative", {{-1, -2}, {1, 2}});
  refuses("overflow", {{INT64_MAX, 4}, {}});
  refuses("nan", {{1}, {std::nanf("")}});
  refuses("infinite", {{1}, {std::numeric_limits<float>::infinity()}});
  refuses("__metadata__", {{1}, {1}});
  refuses("\xff", {{1}, {1}});
}

TEST(Safetensors, refuses_headers_that_are_cut_too_long_or_not_json) {
  EXPECT_THAT(complaint(""), HasSubstr("too short"));
  EXPECT_THAT(complaint(raw("{}").substr(0, 9)), HasSubstr("cut short"));
  EXPECT_THAT(complaint(std::string(8, '\xff') + "{}"), HasSubstr("cut short"));
  EXPECT_THAT(complaint(raw("{" + std::string((16 << 20), ' ') + "}")), HasSubstr("too long"));
  for (const char* header : {"", "[]", " {}", "null", "\"{}\""})
    EXPECT_THAT(complaint(raw(header)), HasSubstr("not a JSON object")) << header;
  for (const char* header :
       {"{", "{}x", "{'a':1}", "{\"a\":1,}", "{\"\xff\":{}}", "{\"a\":NaN}", "{\"a\":1e999}"})
    EXPECT_THAT(complaint(raw(header)), HasSubstr("not JSON")) << header;
}

TEST(Safetensors, refuses_repeated_keys_and_deep_nesting) {
  const std::string tensor = R"({"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
  EXPECT_THAT(complaint(raw(R"({"a":)" + tensor + R"(,"\u0061":)" + tensor + "}")), HasSubstr("'a' twice"));
  EXPECT_THAT(complaint(raw(R"({"a":{"dtype":"F32","dtype":"F32","shape":[0],"data_offsets":[0,0]}})")),
              HasSubstr("'dtype' twice"));
  EXPECT_THAT(complaint(raw(R"({"__metadata__":{"k":"1","k":"2"}})")), HasSubstr("'k' twice"));
  EXPECT_THAT(complaint(raw("{\"a\":" + std::string(5000000, '['))), HasSubstr("nested too deeply"));
  std::string objects = "{";
  for (int i = 0; i < 500000; ++i) objects += "\"a\":{";
  EXPECT_THAT(complaint(raw(objects)), HasSubstr("nested too deeply"));
}

TEST(Safetensors, refuses_tensors_whose_description_is_wrong) {
  const auto with = [](const std::string& description, size_t data = 8) {
    return complaint(raw("{\"w\":" + description + "}", data));
  };
  EXPECT_THAT(with("3"), HasSubstr("tensor 'w': is not described by an object"));
  EXPECT_THAT(with("{}"), HasSubstr("has no dtype"));
  EXPECT_THAT(with(R"({"dtype":3})"), HasSubstr("has no dtype"));
  EXPECT_THAT(with(R"({"dtype":"F16","shape":[4],"data_offsets":[0,8]})"),
              HasSubstr("convert it to float32"));
  EXPECT_THAT(with(R"({"dtype":"F32","data_offsets":[0,8]})"), HasSubstr("has no shape"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":{},"data_offsets":[0,8]})"), HasSubstr("has no shape"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[2]})"), HasSubstr("has no data_offsets"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1})"),
              HasSubstr("unknown property 'x'"));
  for (const char* shape :
       {"[-2]", "[2.0]", "[\"2\"]", "[[]]", "[9223372036854775808]", "[99999999999999999999]"})
    EXPECT_THAT(with(std::string(R"({"dtype":"F32","data_offsets":[0,8],"shape":)") + shape + "}"),
                HasSubstr("whole numbers"))
        << shape;
  for (const char* offsets : {"[]", "[0]", "[0,8,8]"})
    EXPECT_THAT(with(std::string(R"({"dtype":"F32","shape":[2],"data_offsets":)") + offsets + "}"),
                HasSubstr("expected 2"))
        << offsets;
  for (const char* offsets : {"[8,0]", "[0,12]", "[0,9223372036854775807]"})
    EXPECT_THAT(with(std::string(R"({"dtype":"F32","shape":[2],"data_offsets":)") + offsets + "}"),
                HasSubstr("lies at bytes"))
        << offsets;
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]})"),
              HasSubstr("too large"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[4611686018427387906],"data_offsets":[0,8]})"),
              HasSubstr("shape says"));
  EXPECT_THAT(with(R"({"dtype":"F32","shape":[3],"data_offsets":[0,8]})"), HasSubstr("shape says"));
}

TEST(Safetensors, refuses_gaps_overlaps_and_bytes_left_over) {
  const auto tensor = [](int begin, int end) {
    return R"({"dtype":"F32","shape":[)" + std::to_string((end - begin) / 4) + R"(],"data_offsets":[)" +
           std::to_string(begin) + "," + std::to_string(end) + "]}";
  };
  const auto two = [&](int a, int b, int c, int d) {
    return complaint(raw("{\"p\":" + tensor(a, b) + ",\"q\":" + tensor(c, d) + "}", 16));
  };
  EXPECT_THAT(two(0, 4, 8, 16), HasSubstr("'q': starts at byte 8, but the one before it ends at 4"));
  EXPECT_THAT(two(4, 8, 8, 16), HasSubstr("'p': starts at byte 4, but the one before it ends at 0"));
  EXPECT_THAT(two(0, 12, 8, 16), HasSubstr("starts at byte 8"));
  EXPECT_THAT(two(0, 16, 0, 16), HasSubstr("starts at byte 0"));
  EXPECT_THAT(two(0, 4, 4, 12), HasSubstr("4 bytes after its last tensor"));
}

TEST(Safetensors, refuses_metadata_that_is_not_text) {
  EXPECT_THAT(complaint(raw(R"({"__metadata__":3})")), HasSubstr("not an object"));
  EXPECT_THAT(complaint(raw(R"({"__metadata__":{"k":3}})")), HasSubstr("'k' is not text"));
}

TEST(Safetensors, refuses_values_that_are_not_finite_and_says_which) {
  for (const float value :
       {std::nanf(""), std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
    std::string bytes = raw(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8);
    std::memcpy(bytes.data() + bytes.size() - 4, &value, 4);
    EXPECT_THAT(complaint(bytes), HasSubstr("tensor 'w': value 1 is not a finite number"));
  }
}

TEST(Safetensors, cleans_and_shortens_hostile_names_in_messages) {
  const std::string said = complaint(raw("{\"\\u001b[31m" + std::string(500, 'x') + "\":3}"));
  EXPECT_EQ(said.find('\x1b'), std::string::npos);
  EXPECT_LT(said.size(), 200u);
}

TEST(Safetensors, refuses_a_file_cut_at_any_length) {
  const std::string bytes = to_safetensors(small_file());
  for (size_t length = 0; length < bytes.size(); ++length) complaint(bytes.substr(0, length));
}

TEST(Safetensors, survives_every_flipped_bit) {
  const std::string bytes = to_safetensors(small_file());
  for (size_t at = 0; at < bytes.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ 1 << bit);
      expect_refused_or_whole(changed);
    }
}

TEST(Safetensors, survives_random_damage) {
  const std::string bytes = to_safetensors(small_file());
  Stream random(1, Purpose::test);
  for (int round = 0; round < 20000; ++round) {
    std::string changed = bytes;
    const uint32_t changes = 1 + random.below(6);
    for (uint32_t i = 0; i < changes; ++i) {
      const uint32_t at = random.below(static_cast<uint32_t>(changed.size()));
      changed[at] = "0123456789{}[],:\" \\-.e\xff"[random.below(24)];
    }
    expect_refused_or_whole(changed);
  }
}

}  // namespace
}  // namespace graphsr
