// What was thrown, for tests that look at both the fault and the sentence.
#pragma once

#include <gtest/gtest.h>

#include "graphsr/base/error.h"

namespace graphsr {

template <class Act>
Error refusal(Act act) {
  try {
    act();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was refused";
  return Error(Fault::internal, "", "nothing was refused");
}

}  // namespace graphsr
