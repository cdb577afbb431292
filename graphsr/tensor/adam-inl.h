// One vector of Adam's step, for the kernels that take it. Compiled once for each instruction set, as Highway
// has it: no plain include guard.
#if defined(GRAPHSR_TENSOR_ADAM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAPHSR_TENSOR_ADAM_INL_H_
#undef GRAPHSR_TENSOR_ADAM_INL_H_
#else
#define GRAPHSR_TENSOR_ADAM_INL_H_
#endif

#include <hwy/highway.h>

#include "graphsr/tensor/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {

// The order of operations is that of plain::adam.
class AdamVectors {
  using D = hwy::HWY_NAMESPACE::ScalableTag<Real>;
  using V = hwy::HWY_NAMESPACE::Vec<D>;

 public:
  explicit AdamVectors(const AdamStep& s)
      : beta1_(set(s.beta1)),
        rest1_(set(1 - s.beta1)),
        beta2_(set(s.beta2)),
        rest2_(set(1 - s.beta2)),
        decay_(set(s.weight_decay)),
        step_(set(s.step)),
        root_scale_(set(s.root_scale)),
        epsilon_(set(s.epsilon)) {}

  HWY_INLINE void step(V gradient, Real* value, Real* mean, Real* square) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const D d;
    const V w = hn::LoadU(d, value);
    const V g = hn::Add(gradient, hn::Mul(decay_, w));
    const V m = hn::Add(hn::Mul(beta1_, hn::LoadU(d, mean)), hn::Mul(rest1_, g));
    const V q = hn::Add(hn::Mul(beta2_, hn::LoadU(d, square)), hn::Mul(hn::Mul(rest2_, g), g));
    const V root = hn::Add(hn::Mul(hn::Sqrt(q), root_scale_), epsilon_);
    hn::StoreU(m, d, mean);
    hn::StoreU(q, d, square);
    hn::StoreU(hn::Sub(w, hn::Div(hn::Mul(step_, m), root)), d, value);
  }

 private:
  static V set(Real value) { return hwy::HWY_NAMESPACE::Set(D(), value); }
  V beta1_, rest1_, beta2_, rest2_, decay_, step_, root_scale_, epsilon_;
};

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
