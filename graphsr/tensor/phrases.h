// Words that stand together, summed once. Where the rows of a sparse matrix have a large share of its columns
// ("words"), the same sets of them occur again and again. The words are put into groups of a few, and each
// set of a group's words that occurs becomes a phrase: then m·w = rows·(phrases·w), where a row has one entry
// for each group instead of one for each word. (Arlazarov, Dinic, Kronrod, Faradzhev: "four Russians", 1970.)
#pragma once

#include <optional>

#include "graphsr/tensor/csr.h"

namespace graphsr {

// m is (N,F); of P phrases.
struct Phrases {
  Csr rows;   // (N,P): which phrases make a row of m
  Csr words;  // (P,F): which words make a phrase
};

// Where that leaves at most three quarters of the entries. Only for matrices whose rows have one value each,
// such as 0/1 words, as they are or divided by the row's length.
std::optional<Phrases> phrases_of(const Csr& m);

}  // namespace graphsr
