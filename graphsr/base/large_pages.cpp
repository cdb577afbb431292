#include "graphsr/base/large_pages.h"

#include <memory>
#include <sys/mman.h>

namespace graphsr {

void ask_for_large_pages(void* memory, size_t bytes) {
  constexpr size_t kLargePage = size_t{2} << 20;
  if (std::align(kLargePage, kLargePage, memory, bytes))
    madvise(memory, bytes / kLargePage * kLargePage, MADV_HUGEPAGE);
}

}  // namespace graphsr
