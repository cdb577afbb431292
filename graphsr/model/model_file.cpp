#include "graphsr/model/model_file.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "graphsr/model/safetensors.h"

namespace graphsr {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "graphsr-model-1";

// The file's shape of a parameter.
std::vector<int64_t> file_shape(const Matrix& value, ParamSpec::Kind kind, const ModelOptions& options) {
  switch (kind) {
    case ParamSpec::Kind::weight:
      return {value.cols(), value.rows()};
    case ParamSpec::Kind::attention:
      return {1, options.heads, value.cols() / options.heads};
    case ParamSpec::Kind::bias:
      break;
  }
  return {value.cols()};
}

// Calls action(param, kind) for every parameter of the network.
template <class SomeNetwork, class Action>
void for_each_param(SomeNetwork& network, const Action& action) {
  const std::vector<ParamSpec> specs = network.conv().params();
  for (auto& layer : network.convs)
    for (size_t k = 0; k < specs.size(); ++k) action(layer[k], specs[k].kind);
  action(network.head_weight, ParamSpec::Kind::weight);
  action(network.head_bias, ParamSpec::Kind::bias);
}

// Before the names of the tensors of member `m`.
std::string member_prefix(size_t m) { return m == 0 ? "" : "members." + std::to_string(m) + "."; }

Tensor vector_tensor(const std::vector<Real>& values) {
  return {{static_cast<int64_t>(values.size())}, std::vector<float>(values.begin(), values.end())};
}

TensorFile tensors_of(const Model& model) {
  TensorFile file;
  for (size_t m = 0; m < model.ensemble.members.size(); ++m) {
    const Network& network = model.ensemble.members[m];
    for_each_param(network, [&](const Param& param, ParamSpec::Kind kind) {
      const Matrix value = kind == ParamSpec::Kind::weight ? transposed(param.value) : param.value;
      const auto values = value.values();
      file.tensors[member_prefix(m) + param.name] = {file_shape(param.value, kind, network.options),
                                                     std::vector<float>(values.begin(), values.end())};
    });
  }
  const Preprocessing& p = model.preprocessing;
  if (!p.scale.empty()) file.tensors["preprocessing.scale"] = vector_tensor(p.scale);
  if (!p.shift.empty()) file.tensors["preprocessing.shift"] = vector_tensor(p.shift);
  return file;
}

// The tensor of this name and shape, removed from the file.
std::vector<float> taken(TensorFile& file, const std::string& name, const std::vector<int64_t>& shape,
                         const std::string& place) {
  auto node = file.tensors.extract(name);
  if (node.empty()) bad_input(place, "the tensor '" + name + "' is missing");
  if (node.mapped().shape != shape)
    bad_input(place, "the tensor '" + name + "' has another shape than its model");
  return std::move(node.mapped().values);
}

const std::string& metadata(const TensorFile& file, const std::string& key, const std::string& place) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end())
    bad_input(place, "has no '" + key + "' in its metadata",
              "give a model.safetensors that graphsr fit wrote");
  return found->second;
}

Scaling scaling_named(const std::string& name, const std::string& place) {
  for (const ScalingName& entry : scalings())
    if (name == entry.name) return entry.scaling;
  bad_input(place, "has an unknown scaling of features");
}

// What is made of a configuration; one that cannot be is the file's fault.
template <class Make>
auto configured(const std::string& place, const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    if (error.fault() != Fault::usage) throw;
    bad_input(place, std::string("its configuration cannot be: ") + error.what());
  }
}

// How many values the weights of one member have, at least.
double weight_count(const ModelOptions& options, int64_t features, int64_t classes,
                    const std::string& place) {
  const auto specs = configured(place, [&] { return conv_of(options).params(); });
  const auto weights =
      static_cast<double>(std::count_if(specs.begin(), specs.end(), [](const ParamSpec& spec) {
        return spec.kind == ParamSpec::Kind::weight;
      }));
  const double width = options.width, inputs = static_cast<double>(features) + (options.layers - 1) * width;
  return weights * inputs * width + static_cast<double>(classes) * width;
}

Network read_member(TensorFile& file, const ModelOptions& options, int64_t features, int classes,
                    const std::string& prefix, const std::string& place) {
  Network network = configured(place, [&] { return make_network(options, features, classes, 0); });
  for_each_param(network, [&](Param& param, ParamSpec::Kind kind) {
    const std::vector<float> values =
        taken(file, prefix + param.name, file_shape(param.value, kind, options), place);
    Matrix stored(kind == ParamSpec::Kind::weight ? param.value.cols() : param.value.rows(),
                  kind == ParamSpec::Kind::weight ? param.value.rows() : param.value.cols());
    std::copy(values.begin(), values.end(), stored.data());
    param.value = kind == ParamSpec::Kind::weight ? transposed(stored) : std::move(stored);
  });
  return network;
}

}  // namespace

std::string model_sha256(const Model& model) { return sha256(tensor_bytes(tensors_of(model))); }

std::string to_model_file(const Model& model) {
  TensorFile file = tensors_of(model);
  const ModelOptions& options = model.network().options;
  file.metadata["format"] = kFormat;
  file.metadata["config"] = json{{"conv", options.conv},
                                 {"layers", options.layers},
                                 {"width", options.width},
                                 {"heads", options.heads},
                                 {"dropout", options.dropout},
                                 {"attention_dropout", options.attention_dropout},
                                 {"features", model.network().features},
                                 {"classes", model.network().classes},
                                 {"members", model.ensemble.members.size()},
                                 {"smooth", model.ensemble.smooth},
                                 {"scaling", name_of(model.preprocessing.scaling)}}
                                .dump();
  file.metadata["class_names"] = json(model.class_names).dump();
  if (!model.feature_names.empty()) file.metadata["feature_names"] = json(model.feature_names).dump();
  file.metadata["sha256"] = sha256(tensor_bytes(file));
  return to_safetensors(file);
}

Model from_model_file(std::string_view bytes, const std::string& place, const Conv* own) {
  TensorFile file = from_safetensors(bytes, place);
  if (metadata(file, "format", place) != kFormat)
    bad_input(place, "has a format that this version does not know");
  if (metadata(file, "sha256", place) != sha256(tensor_bytes(file)))
    bad_input(place, "the tensors do not match their sha256: the file is damaged");
  Model model;
  ModelOptions options;
  options.own = own;
  int64_t features = 0, classes = 0, members = 0;
  std::string scaling;
  try {
    const json config = json::parse(metadata(file, "config", place));
    options.conv = config.at("conv").get<std::string>();
    options.layers = config.at("layers").get<int>();
    options.width = config.at("width").get<int>();
    options.heads = config.at("heads").get<int>();
    options.dropout = config.at("dropout").get<double>();
    options.attention_dropout = config.at("attention_dropout").get<double>();
    features = config.at("features").get<int64_t>();
    classes = config.at("classes").get<int64_t>();
    members = config.value("members", int64_t{1});
    model.ensemble.smooth = config.value("smooth", 0.0);
    scaling = config.at("scaling").get<std::string>();
    model.class_names = json::parse(metadata(file, "class_names", place)).get<std::vector<std::string>>();
    if (file.metadata.contains("feature_names"))
      model.feature_names = json::parse(file.metadata.at("feature_names")).get<std::vector<std::string>>();
  } catch (const json::exception&) {
    bad_input(place, "its configuration cannot be read");
  }
  if (classes != static_cast<int64_t>(model.class_names.size()))
    bad_input(place, "the number of class names is not the number of classes");
  if (!model.feature_names.empty() && features != std::ssize(model.feature_names))
    bad_input(place, "the number of feature names is not the number of features");
  // The weights are in the file, so sizes that promise more than it holds are refused before anything is
  // allocated.
  const auto room = static_cast<double>(bytes.size()) / sizeof(float);
  if (features < 1 || classes < 1 || options.width < 1 || options.layers < 1 || members < 1 ||
      static_cast<double>(options.layers) * options.width > room ||
      !(weight_count(options, features, classes, place) * static_cast<double>(members) <= room))
    bad_input(place, "its configuration does not fit its tensors");
  if (!(model.ensemble.smooth >= 0 && model.ensemble.smooth < 1))
    bad_input(place, "its configuration cannot be: smooth must be at least 0 and below 1");
  for (size_t m = 0; m < static_cast<size_t>(members); ++m)
    model.ensemble.members.push_back(
        read_member(file, options, features, static_cast<int>(classes), member_prefix(m), place));
  model.preprocessing.scaling = scaling_named(scaling, place);
  if (model.preprocessing.scaling == Scaling::standardise) {
    const auto scale = taken(file, "preprocessing.scale", {features}, place);
    model.preprocessing.scale.assign(scale.begin(), scale.end());
    if (file.tensors.contains("preprocessing.shift")) {
      const auto shift = taken(file, "preprocessing.shift", {features}, place);
      model.preprocessing.shift.assign(shift.begin(), shift.end());
    }
  }
  if (!file.tensors.empty())
    bad_input(place, "holds a tensor that its model does not have: '" + file.tensors.begin()->first + "'");
  return model;
}

}  // namespace graphsr
