// All that determines a result, as text: two runs with the same address give the same bytes.
#pragma once

#include <string>

#include "graphsr/experiment/run.h"

namespace graphsr {

// JSON with sorted names: every option of the cell, the data's fingerprint, the split's hash where one was
// given instead of drawn, the program's version and the instruction set, on which bits depend too.
std::string cell_address(const Cell& cell, const std::string& data_sha256,
                         const std::string& given_split_sha256);

}  // namespace graphsr
