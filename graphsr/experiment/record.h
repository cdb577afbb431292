// One finished cell of a grid: where its numbers stand in a table, and the numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graphsr/measure/metrics.h"

namespace graphsr {

// A row and a column of a table, and the run whose number it is.
struct Place {
  std::string dataset, model;
  std::string method;  // as the grid names it, with its preset where it has one: "su-selection:default"
  double rho = 0;      // as the grid asked for it; 0: the protocol leaves classes as frequent as they are
  uint64_t seed = 0;

  bool operator==(const Place&) const = default;
};

struct Record {
  Place place;
  std::vector<std::string> class_names;
  std::vector<int32_t> minority;  // classes, ascending
  Metrics test;
  std::optional<Metrics> before;  // the same test nodes, by the first teacher; where the method has one
  std::vector<int64_t> added;     // nodes, per class
  double precision = 0;           // of the pseudo-labels of all candidates; NaN where there are none
  double kept_precision = 0;      // of those that were kept; likewise
  std::string split_sha256, model_sha256;
  std::vector<std::string> notes;  // what should be known beside the figures
  double seconds = 0;
};

// From the JSON text of a finished cell, as result_json() makes it; refuses what is not of that form.
Record record_of(const Place& place, const std::string& document);

// "0.3", or "natural" for 0.
std::string rho_text(double rho);

// "cora sage su-selection:default rho 0.3 seed 7".
std::string place_text(const Place& place);

}  // namespace graphsr
