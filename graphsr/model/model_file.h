// Models as safetensors files: tensors named and shaped as in PyG's state_dict, everything needed to use them
// beside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/features.h"
#include "graphsr/model/ensemble.h"

namespace graphsr {

struct Model {
  Ensemble ensemble;
  Preprocessing preprocessing;
  std::vector<std::string> class_names;
  std::vector<std::string> feature_names;  // those of the table it was trained on, if it had some

  const Network& network() const { return ensemble.members.front(); }
};

// The first member's tensors have their plain names, those of member k stand behind "members.k.".
//
// The bytes of the file. __metadata__ holds "format", "config" (JSON: architecture, sizes, scaling, members,
// smooth), "class_names" (JSON), "feature_names" (JSON, where there are some) and "sha256" of the tensor
// data.
std::string to_model_file(const Model& model);

// Refuses files that are damaged, lack a tensor, hold one too many or of another shape, or whose hash is
// wrong. `place` names the source in errors. A model of a layer of one's own needs that layer.
Model from_model_file(std::string_view bytes, const std::string& place, const Conv* own = nullptr);

// sha256 of the tensor data, as in the file.
std::string model_sha256(const Model& model);

}  // namespace graphsr
