// Which classes count as the minority: what --minority means in each protocol.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/graph/dataset.h"

namespace graphsr {

// Both take "auto", or class names or numbers with commas between them (a name wins over a number), and
// return classes ascending. Refuse unknown classes, with the nearest name, and classes named twice.

// Also takes "random:N". Drawn from the seed; auto: half of the classes, rounded down. At least one class
// must be left for the majority. With the same seed, fewer random classes are a part of more.
std::vector<int32_t> drawn_minority(const Dataset& dataset, const std::string& wanted, uint64_t seed);

// Nothing is random. Auto: the classes with fewer than half as many labelled nodes as the largest; may be
// none.
std::vector<int32_t> counted_minority(const Dataset& dataset, const std::string& wanted);

}  // namespace graphsr
