// A model small enough to be computed many times.
#pragma once

#include <string>

#include "graphsr/model/conv.h"

namespace graphsr::test {

inline ModelOptions small_model(const std::string& conv) {
  ModelOptions options;
  options.conv = conv;
  options.width = 16;
  options.heads = 4;
  return options;
}

}  // namespace graphsr::test
