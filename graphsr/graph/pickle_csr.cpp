#include "graphsr/graph/pickle_csr.h"

#include "graphsr/base/error.h"

namespace graphsr {

NpyArray pickled_array(const Pickle& pickle) { return pickle.array(pickle.root(), "its array"); }

StoredCsr pickled_csr(const Pickle& pickle) {
  const PickleValue::Id root = pickle.root();
  if (pickle[root].kind != PickleValue::Kind::matrix || pickle[root].text != "csr")
    bad_input(pickle.place(), "is no pickled scipy.sparse.csr_matrix", "save it with tocsr()");
  PickleValue::Id shape = pickle.find(root, "_shape");
  if (shape < 0) shape = pickle.find(root, "shape");
  const auto part = [&](const char* name) {
    return [&pickle, root, name] { return pickle.array(pickle.find(root, name), name); };
  };
  return checked_csr(
      {[&] { return pickle.integers(shape, "shape"); }, part("indptr"), part("indices"), part("data")});
}

}  // namespace graphsr
