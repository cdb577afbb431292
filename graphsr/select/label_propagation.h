// Labels spread along the edges, without any training: a second opinion that knows nothing of features.
#pragma once

#include <span>
#include <vector>

#include "graphsr/base/thread_pool.h"
#include "graphsr/graph/task.h"

namespace graphsr {

// For every node the share of each class in what reaches it, (N,C); rows sum to 1, and a node that nothing
// reaches gets the same share of every class. The classes start with the same mass.
Matrix label_propagation(const Csr& edges, const Examples& labelled, int classes, ThreadPool& pool);

// The same for each of several sets of labelled nodes, as if it were alone; they go over the edges together.
std::vector<Matrix> joint_label_propagation(const Csr& edges, std::span<const Examples> labelled, int classes,
                                            ThreadPool& pool);

}  // namespace graphsr
