// Presets: named values of the options, for the selection and for the classifier that goes with it.
#pragma once

#include <span>
#include <string>

#include "graphsr/select/select_options.h"
#include "graphsr/train/fit_network.h"

namespace graphsr {

struct Preset {
  const char* name;
  const char* summary;
  SelectOptions select;
  TrainOptions training;
  double dropout;  // of the network
};

std::span<const Preset> presets();

// Refuses an unknown name and suggests the nearest.
const Preset& preset_named(const std::string& name);

}  // namespace graphsr
