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
  model.network = make_network(options, 5, 3, 1);
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
    const auto ours = original.network.params(), theirs = back.network.params();
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
}

}  // namespace
}  // namespace graphsr
