// The laws that GraphENS draws new nodes by (Park et al., 2022), apart from any training.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/base/random.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// Draws without replacement, each time with chances proportional to the weights of what is left. Building
// takes one pass over the weights, a draw takes the log of their number.
class Urn {
 public:
  explicit Urn(std::span<const double> weights);  // none is negative

  bool empty() const { return !(sums_[1] > 0); }  // nothing with a weight above 0 is left
  size_t draw(Stream& stream);                    // must not be empty

 private:
  size_t leaves_;             // a power of 2
  std::vector<double> sums_;  // sums_[k] = sums_[2k] + sums_[2k+1]; leaves are sums_[leaves_ ...]
};

// How many nodes each class lacks to be as large as the largest; a class without labelled nodes gets none.
std::vector<int64_t> ens_lacking(std::span<const int64_t> labelled);

// Chance of each class that the target is one of its nodes: proportional to the log of its count.
std::vector<double> ens_target_law(std::span<const int64_t> labelled);

// The source's share of the features: Beta(2,2).
double ens_share(Stream& stream);

// KL(p_s || p_t) of the softmax of logits / temperature; not below 0.
double ens_divergence(std::span<const double> source, std::span<const double> target, double temperature);

// The source's share in the law of neighbours, 1 / (1 + e^-divergence).
double ens_source_chance(double divergence);

// How many features are masked when at most `most` may be.
int64_t ens_mask_size(double divergence, int64_t most);

// `count` distinct neighbours, ascending, from `chance` times the uniform law on the source's neighbours plus
// the rest times that on the target's. Both ascend; count must not be above the number of the source's.
std::vector<int32_t> ens_neighbours(std::span<const int32_t> source, std::span<const int32_t> target,
                                    double chance, int64_t count, Stream& stream);

// `count` distinct features, ascending, with chances proportional to the size of the gradient; count must not
// be above their number.
std::vector<int32_t> ens_mask(std::span<const Real> gradient, int64_t count, Stream& stream);

}  // namespace graphsr
