// npy files: one array of numpy's.
#pragma once

#include "graphsr/graph/npy.h"
#include "graphsr/graph/source.h"

namespace graphsr {

// Refuses bytes that are missing or left over. Memory grows with the data that arrive.
NpyArray read_npy(Source& source);

}  // namespace graphsr
