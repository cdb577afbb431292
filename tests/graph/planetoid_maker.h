// A small Planetoid graph in memory.
#pragma once

#include <map>
#include <string>

#include "tests/base/temporary_folder.h"
#include "tests/graph/pickle_maker.h"

namespace graphsr {

using NamedFiles = std::map<std::string, std::string>;

// Seven nodes and two classes: 0 to 3 in allx (0 and 1 labelled for training), 4 and 6 for test, in the order
// 6, 4; of node 5 nothing is known. A path 0-1-...-6, of which 0-1 stands twice, and a self loop at 2.
inline NamedFiles small_planetoid() {
  return {{"ind.toy.x", pickled(csr_operations(2, 3, {0, 1, 2}, {0, 1}, {1, 1}))},
          {"ind.toy.y", pickled(one_hot_operations({0, 1}, 2))},
          {"ind.toy.tx", pickled(csr_operations(2, 3, {0, 2, 3}, {2, 1, 0}, {1, 1, 1}))},
          {"ind.toy.ty", pickled(one_hot_operations({1, 0}, 2))},
          {"ind.toy.allx", pickled(csr_operations(4, 3, {0, 1, 2, 2, 4}, {0, 1, 0, 2}, {1, 1, 1, 1}))},
          {"ind.toy.ally", pickled(one_hot_operations({0, 1, 0, 1}, 2))},
          {"ind.toy.graph",
           pickled(graph_operations({{1, 1}, {0, 0, 2}, {1, 3, 2, 2}, {2, 4}, {3, 5}, {4, 6}, {5}}))},
          {"ind.toy.test.index", "6\n4\n"}};
}

inline void write_files(const TemporaryFolder& folder, const NamedFiles& files) {
  for (const auto& [name, content] : files) folder.file(name, content);
}

}  // namespace graphsr
