// Large pages for large pieces of memory.
#pragma once

#include <cstddef>

namespace graphsr {

// Asks the system for pages of 2 MB wherever they fit in; best before the memory is written for the first
// time. Memory that cannot have them stays as it is.
void ask_for_large_pages(void* memory, size_t bytes);

}  // namespace graphsr
