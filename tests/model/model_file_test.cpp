#include "graphsr/model/model_file.h"

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "graphsr/model/safetensors.h"

namespace graphsr {
namespace {

Model small_model(const std::string& conv) {
  ModelOptions options;
  options.conv = conv;
  options.width = 8;
  options.heads = 2;
  Model model;
  model.ensemble.members = {make_network(options, 5, 3, 1)};
  model.preprocessing = {Scaling::standardise, {1, 2, 3, 4, 5}, {Real(0.5), 1, 1, 2, 1}};
  model.class_names = {"rare, \"odd\"", "b", "ü"};
  return model;
}

TEST(ModelFile, gives_back_what_was_written) {
  for (const ConvEntry& entry : convs()) {
    const Model model = small_model(entry.name);
    const std::string bytes = to_model_file(model);
    Model back = from_model_file(bytes, "file");
    EXPECT_EQ(to_model_file(back), bytes);
    EXPECT_EQ(back.class_names, model.class_names);
    EXPECT_EQ(back.preprocessing.scale, model.preprocessing.scale);
    EXPECT_EQ(model_sha256(back), model_sha256(model));
    Model original = model;
    const auto ours = original.ensemble.members[0].params(), theirs = back.ensemble.members[0].params();
    for (size_t i = 0; i < ours.size(); ++i)
      EXPECT_TRUE(std::ranges::equal(ours[i]->value.values(), theirs[i]->value.values())) << ours[i]->name;
  }
}

TEST(ModelFile, names_and_shapes_are_those_of_pyg) {
  const auto shapes = [](const std::string& conv) {
    std::map<std::string, std::vector<int64_t>> out;
    for (const auto& [name, tensor] : from_safetensors(to_model_file(small_model(conv)), "file").tensors)
      if (name.find("preprocessing") == std::string::npos) out[name] = tensor.shape;
    return out;
  };
  using Shapes = std::map<std::string, std::vector<int64_t>>;
  const Shapes head = {{"lin.weight", {3, 8}}, {"lin.bias", {3}}};
  const auto with_head = [&](Shapes rest) {
    rest.insert(head.begin(), head.end());
    return rest;
  };
  EXPECT_EQ(shapes("gcn"), with_head({{"convs.0.lin.weight", {8, 5}},
                                      {"convs.0.bias", {8}},
                                      {"convs.1.lin.weight", {8, 8}},
                                      {"convs.1.bias", {8}}}));
  EXPECT_EQ(shapes("appnp"), with_head({{"convs.0.lin.weight", {8, 5}},
                                        {"convs.0.lin.bias", {8}},
                                        {"convs.1.lin.weight", {8, 8}},
                                        {"convs.1.lin.bias", {8}}}));
  EXPECT_EQ(shapes("sage"), with_head({{"convs.0.lin_l.weight", {8, 5}},
                                       {"convs.0.lin_l.bias", {8}},
                                       {"convs.0.lin_r.weight", {8, 5}},
                                       {"convs.1.lin_l.weight", {8, 8}},
                                       {"convs.1.lin_l.bias", {8}},
                                       {"convs.1.lin_r.weight", {8, 8}}}));
  EXPECT_EQ(shapes("gat"), with_head({{"convs.0.lin.weight", {8, 5}},
                                      {"convs.0.att_src", {1, 2, 4}},
                                      {"convs.0.att_dst", {1, 2, 4}},
                                      {"convs.0.bias", {8}},
                                      {"convs.1.lin.weight", {8, 8}},
                                      {"convs.1.att_src", {1, 2, 4}},
                                      {"convs.1.att_dst", {1, 2, 4}},
                                      {"convs.1.bias", {8}}}));
}

// Refused as bad input with this text, after `change` was done to a sound file and its hash made right again.
void expect_refused(const char* text, const std::function<void(TensorFile&)>& change, bool mend_hash = true) {
  TensorFile file = from_safetensors(to_model_file(small_model("gcn")), "file");
  change(file);
  if (mend_hash) file.metadata["sha256"] = sha256(tensor_bytes(file));
  try {
    from_model_file(to_safetensors(file), "m.safetensors");
    ADD_FAILURE() << "accepted: " << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::input);
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).rfind("m.safetensors: ", 0), 0u) << error.what();
  }
}

void replace_in_config(TensorFile& file, const std::string& from, const std::string& to) {
  std::string& config = file.metadata["config"];
  const size_t at = config.find(from);
  ASSERT_NE(at, std::string::npos) << config;
  config.replace(at, from.size(), to);
}

TEST(ModelFile, refuses_what_does_not_fit_together) {
  expect_refused("is missing", [](TensorFile& f) { f.tensors.erase("lin.bias"); });
  expect_refused("another shape", [](TensorFile& f) { f.tensors["lin.bias"] = {{2}, {1, 2}}; });
  expect_refused("does not have", [](TensorFile& f) { f.tensors["more"] = {{1}, {1}}; });
  expect_refused(
      "damaged", [](TensorFile& f) { f.tensors["lin.bias"].values[0] += 1; }, false);
  expect_refused("format", [](TensorFile& f) { f.metadata["format"] = "graphsr-model-99"; });
  expect_refused("no 'config'", [](TensorFile& f) { f.metadata.erase("config"); });
  expect_refused("configuration", [](TensorFile& f) { f.metadata["config"] = "{"; });
  expect_refused("configuration", [](TensorFile& f) { replace_in_config(f, "\"gcn\"", "\"gcnn\""); });
  expect_refused("configuration", [](TensorFile& f) { replace_in_config(f, "\"heads\":2", "\"heads\":0"); });
  expect_refused("configuration", [](TensorFile& f) { replace_in_config(f, "\"heads\":2", "\"heads\":3"); });
  expect_refused("scaling", [](TensorFile& f) { replace_in_config(f, "\"standardise\"", "\"strange\""); });
  expect_refused("class names", [](TensorFile& f) { f.metadata["class_names"] = "[\"a\"]"; });
}

Model small_ensemble() {
  Model model = small_model("gcn");
  const Network first = model.network();
  for (const uint64_t seed : {2, 3})
    model.ensemble.members.push_back(make_network(first.options, first.features, first.classes, seed));
  model.ensemble.smooth = 0.8;
  return model;
}

TEST(ModelFile, gives_back_every_member_and_the_smoothing) {
  const Model model = small_ensemble();
  const std::string bytes = to_model_file(model);
  const Model back = from_model_file(bytes, "file");
  ASSERT_EQ(back.ensemble.members.size(), 3u);
  EXPECT_EQ(back.ensemble.smooth, 0.8);
  EXPECT_EQ(to_model_file(back), bytes);
  for (size_t m = 0; m < 3; ++m)
    EXPECT_TRUE(std::ranges::equal(back.ensemble.members[m].head_weight.value.values(),
                                   model.ensemble.members[m].head_weight.value.values()));
  EXPECT_NE(model_sha256(model), model_sha256(small_model("gcn"))) << "the hash covers all members";
}

TEST(ModelFile, of_one_member_has_plain_names_and_older_files_are_read) {
  TensorFile file = from_safetensors(to_model_file(small_ensemble()), "file");
  EXPECT_TRUE(file.tensors.contains("lin.weight"));
  EXPECT_TRUE(file.tensors.contains("members.2.lin.weight"));
  EXPECT_FALSE(file.tensors.contains("members.0.lin.weight"));
  TensorFile old = from_safetensors(to_model_file(small_model("gcn")), "file");
  replace_in_config(old, "\"members\":1,", "");
  replace_in_config(old, ",\"smooth\":0.0", "");
  const Model back = from_model_file(to_safetensors(old), "file");
  EXPECT_EQ(back.ensemble.members.size(), 1u);
  EXPECT_EQ(back.ensemble.smooth, 0);
}

TEST(ModelFile, refuses_members_that_are_missing_and_smoothing_that_cannot_be) {
  for (const char* smooth : {"1.0", "-0.5", "7", "\"much\"", "1e999"})
    expect_refused("configuration", [&](TensorFile& f) {
      replace_in_config(f, "\"smooth\":0.0", "\"smooth\":" + std::string(smooth));
    });
  for (const char* members : {"0", "-1", "2000000000", "1e300"})
    expect_refused("configuration", [&](TensorFile& f) {
      replace_in_config(f, "\"members\":1", "\"members\":" + std::string(members));
    });
  expect_refused("'members.1.convs.0.lin.weight' is missing", [](TensorFile& f) {
    for (int k = 0; k < 20; ++k) f.tensors["filler" + std::to_string(k)] = {{8}, std::vector<float>(8)};
    replace_in_config(f, "\"members\":1", "\"members\":2");
  });
  expect_refused("does not have",
                 [](TensorFile& f) { f.tensors["members.1.lin.bias"] = f.tensors["lin.bias"]; });
  TensorFile file = from_safetensors(to_model_file(small_ensemble()), "file");
  file.tensors.erase("members.2.lin.bias");
  file.metadata["sha256"] = sha256(tensor_bytes(file));
  EXPECT_THROW(from_model_file(to_safetensors(file), "file"), Error);
}

TEST(ModelFile, refuses_sizes_before_allocating_them) {
  for (const char* size : {"2000000000", "-1", "0", "99999999999999999999", "1e300"}) {
    expect_refused("configuration", [&](TensorFile& f) {
      replace_in_config(f, "\"width\":8", "\"width\":" + std::string(size));
    });
    expect_refused("configuration", [&](TensorFile& f) {
      replace_in_config(f, "\"features\":5", "\"features\":" + std::string(size));
    });
    expect_refused("configuration", [&](TensorFile& f) {
      replace_in_config(f, "\"layers\":2", "\"layers\":" + std::string(size));
    });
  }
  // The first layer and the head would fit into the file, the second would not.
  expect_refused("does not fit its tensors", [&](TensorFile& f) {
    replace_in_config(f, "\"width\":8", "\"width\":64");
    f.tensors["preprocessing.scale"].values.resize(1000);
    f.tensors["preprocessing.scale"].shape = {1000};
  });
}

}  // namespace
}  // namespace graphsr
