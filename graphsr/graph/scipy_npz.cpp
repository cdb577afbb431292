#include "graphsr/graph/scipy_npz.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/triplets.h"

namespace graphsr {

namespace {

constexpr const char* kAgain = "save it with scipy.sparse.save_npz(file, matrix.tocsr())";

std::string form_of(const Npz& npz) {
  NpyArray form = npz.array("format");
  if (form.count() != 1) bad_input(npz.place("format"), "is not one word", kAgain);
  form.shape = {1};
  return strings_of(form).front();
}

NpyArray reversed(NpyArray shape) {
  expect_dimensions(shape, 1);
  const auto size = static_cast<size_t>(shape.item_size);
  unsigned char* const rows = shape.bytes.data() + shape.first;
  if (shape.elements().size() == 2 * size) std::swap_ranges(rows, rows + size, rows + size);
  return shape;
}

StoredCsr from_coordinates(const Npz& npz) {
  const std::vector<int64_t> shape = npz.integers("shape"), rows = npz.integers("row"),
                             columns = npz.integers("col");
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  if (shape.size() != 2 || shape[0] < 1 || shape[0] > kMost || shape[1] < 1 || shape[1] > kMost)
    bad_input(npz.place("shape"), "says no rows and columns that can be", kAgain);
  expect_dimensions(npz.array("data"), 1);
  const std::vector<float> values = npz.floats("data");
  if (rows.size() != values.size() || columns.size() != values.size())
    bad_input(npz.path(), fmt::format("has {} rows, {} columns and {} values, and they must be as many",
                                      rows.size(), columns.size(), values.size()));
  Triplets entries;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 0 || rows[i] >= shape[0] || columns[i] < 0 || columns[i] >= shape[1])
      bad_input(npz.path(), fmt::format("entry {} stands in row {}, column {} of a {} x {} matrix", i,
                                        rows[i], columns[i], shape[0], shape[1]));
    if (!std::isfinite(values[i]))
      bad_input(npz.place("data"),
                fmt::format("row {}, column {} is not a finite number", rows[i], columns[i]),
                "replace it by a number");
    entries.add(rows[i], columns[i], values[i]);
  }
  expect_plausible_rows(shape[0], entries.size(), npz.place("shape"));
  return entries.finish(shape[0], shape[1]);
}

}  // namespace

StoredCsr read_scipy_npz(Source& source) {
  const Npz npz(source, {"format", "shape", "data", "indices", "indptr", "row", "col"});
  const std::string form = form_of(npz);
  if (form == "coo") return from_coordinates(npz);
  if (form != "csr" && form != "csc")
    bad_input(npz.path(), fmt::format("holds a {} matrix, and csr, csc and coo are read", in_quotes(form)),
              kAgain);
  const auto part = [&](const char* name) { return [&npz, name] { return npz.array(name); }; };
  if (form == "csr") return checked_csr({part("shape"), part("indptr"), part("indices"), part("data")});
  const auto shape = [&] { return reversed(npz.array("shape")); };
  StoredCsr stored = checked_csr({shape, part("indptr"), part("indices"), part("data")});
  expect_plausible_rows(stored.matrix.cols, stored.matrix.nonzeros(), npz.place("shape"));
  stored.matrix = transposed(stored.matrix).matrix;
  return stored;
}

}  // namespace graphsr
