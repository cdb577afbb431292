// Which nodes train, validate and test. Drawn from a seed, saved with a hash, read back by every verb.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/task.h"

namespace graphsr {

struct SplitOptions {
  std::string protocol =
      "auto";  // see below; auto: own when labels are missing or masks are given, else paper
  std::string minority = "auto";  // "auto", "random:N" or class names or numbers with commas between them
  double rho = 0.3;               // labelled nodes of a minority class / of a majority class
  int train = 20;                 // labelled nodes per majority class
  int validation = 30;            // validation nodes per class
  int test = 100;                 // test nodes per class
  uint64_t seed = 0;
};

struct Split {
  std::string protocol;
  uint64_t seed = 0;
  double rho = 0;
  std::vector<int32_t> minority;                 // classes, ascending
  std::vector<int32_t> train, validation, test;  // nodes, ascending, disjoint
  std::string data_sha256;                       // fingerprint of the dataset it was drawn from
};

// Protocol "paper" (A): the minority classes are drawn at random (auto: half of the classes, rounded down),
// `train` labelled nodes per majority class and max(1, round(train*rho)) per minority class, `validation` and
// `test` nodes of every class. Refuses what a class cannot supply.
//
// Protocol "own": every labelled node is used; the same number of every class is held out for validation, at
// most `validation` and at most a quarter of the rarest class of two nodes or more, but not less than one
// (classes with a single node give none); no test nodes. The minority classes (auto) are those with fewer
// than half as many labelled nodes as the largest class; rho is the ratio of the rarest to the largest class
// among the training nodes.
// Where the dataset has masks, the nodes in them are what they say: only those in the training mask train
// (all that are in no mask, if there is none), those in the test mask test, and validation nodes are held out
// only if there is no validation mask. Of several masks, number `seed` modulo their count is used.
//
// Protocol "public" (B): the split that came with the data, of which the minority classes (auto: the last
// half of them, rounded down) keep max(1, round(rho * their number)) training nodes. Of several, number
// `seed` modulo their count is used.
//
// Protocol "long-tail": with the classes in order of size, the k-th of C has train * rho^(k/(C-1)) training
// nodes, k from 0; validation and test nodes as in "paper". Protocol "random": `train`, `validation` and
// `test` times the number of classes are drawn from all labelled nodes, but each class has one to train on.
// In both the minority classes are counted among the training nodes, as in "own".
//
// Each class has one order of its labelled nodes per seed, from which test nodes are taken first, then
// validation, then training nodes. So for one seed the test and validation nodes are the same at every rho,
// and the training nodes of a smaller rho are a part of those of a larger one: curves over rho are paired.
Split draw_split(const Dataset& dataset, const SplitOptions& options);

// The method's view of a split: the pool is every node in none of the three parts.
Task task_of(const Dataset& dataset, const Split& split);

Examples examples_of(const Dataset& dataset, const std::vector<int32_t>& nodes);

// sha256 of split.json's fields without its own, as JSON with sorted names and no spaces.
std::string split_sha256(const Split& split);

// The text of split.json. Reading checks the hash, that nodes exist, are labelled, ascend and appear once,
// and that the split was drawn from this dataset.
std::string split_json(const Split& split);
Split read_split(const std::string& path, const Dataset& dataset);
Split split_from_json(const std::string& text, const std::string& place, const Dataset& dataset);

}  // namespace graphsr
