// One small graph as folders of files in many forms: a path 0-1-2-3, three features, classes 0 0 1 and one
// node without a label.
#pragma once

#include <map>
#include <string>

#include "tests/graph/npz_maker.h"
#include "tests/graph/planetoid_maker.h"

namespace graphsr {

inline std::string form_npy(const std::string& form) {
  return npy<char>("|S3", {form[0], form[1], form[2]}, "()");
}

inline NamedFiles scipy_pieces() {
  Arrays adj = {{"format", form_npy("csr")},
                {"shape", npy<int64_t>("<i8", {4, 4})},
                {"data", npy<float>("<f4", {1, 1, 1, 1, 1, 1})},
                {"indices", npy<int>("<i4", {1, 0, 2, 1, 3, 2})},
                {"indptr", npy<int>("<i4", {0, 1, 3, 5, 6})}};
  Arrays features = {{"format", form_npy("coo")},
                     {"shape", npy<int64_t>("<i8", {4, 3})},
                     {"data", npy<double>("<f8", {-1, 1, 2, 0.5, 1})},
                     {"row", npy<int>("<i4", {3, 0, 0, 1, 3})},
                     {"col", npy<int>("<i4", {1, 0, 2, 1, 0})}};
  return {{"adj.npz", npz_of(adj)},
          {"features.npz", npz_of(features)},
          {"labels.npy", npy<int64_t>("<i8", {0, 0, 1, -1})}};
}

inline NamedFiles npy_pieces() {
  return {{"edges.npy", npy<int>("<i4", {0, 1, 1, 2, 2, 3}, "(3, 2)")},
          {"features.npy", npy<float>("<f4", {1, 0, 2, 0, 0.5, 0, 0, 0, 0, 1, -1, 0}, "(4, 3)")},
          {"labels.npy", npy<int64_t>("<i8", {0, 0, 1, -1})},
          {"train_mask.npy", npy<uint8_t>("|b1", {1, 0, 1, 0})}};
}

inline NamedFiles matrix_market_pieces() {
  return {{"adj.mtx",
           "%%MatrixMarket matrix coordinate pattern symmetric\n% made by hand\n4 4 3\n2 1\n3 2\n4 3\n"},
          {"features.mtx",
           "%%MatrixMarket matrix coordinate real general\n4 3 5\n1 1 1\n4 1 1\n2 2 .5\n4 2 -1\n1 3 2e0\n"},
          {"labels.csv", "node,label\n0,0\n1,0\n2,1\n"}};
}

inline NamedFiles svmlight_pieces() {
  return {{"features.svm", "0 1:1 3:2 # first\n0 qid:7 2:0.5\n1\n-1 1:1 2:-1\n"},
          {"edges.txt", "0 1\n1 2\n2 3\n"}};
}

inline NamedFiles ogb_pieces() {
  return {{"edge.csv", "0,1\n1,2\n2,3\n"},
          {"num-node-list.csv", "4\n"},
          {"num-edge-list.csv", "3\n"},
          {"node-feat.csv", "1,0,2\n0,0.5,0\n0,0,0\n1,-1.0,0\n"},
          {"node-label.csv", "0\n0\n1\nnan\n"}};
}

}  // namespace graphsr
