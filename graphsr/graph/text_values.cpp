#include "graphsr/graph/text_values.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

// from_chars answers "out of range" both for 1e400 and for 1e-400; strtod tells them apart.
template <class Result, class Number>
Result parsed(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  Number value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) return {0, NumberFault::no_number};
  if (error == std::errc::result_out_of_range)
    value = static_cast<Number>(std::strtod(std::string(digits).c_str(), nullptr));
  if (!std::isfinite(value)) return {0, NumberFault::not_finite};
  return {value, NumberFault::none};
}

}  // namespace

ParsedReal parsed_real(std::string_view text) { return parsed<ParsedReal, Real>(text); }

ParsedDouble parsed_double(std::string_view text) { return parsed<ParsedDouble, double>(text); }

void refuse_number(const std::string& place, std::string_view text, NumberFault fault) {
  if (text.empty()) bad_input(place, "there is no number", "fill it in");
  bad_input(
      place,
      fmt::format("{} is not a {}number", in_quotes(text), fault == NumberFault::not_finite ? "finite " : ""),
      fault == NumberFault::not_finite ? "replace it by one within the range of float32"
                                       : "numbers are written like 12, -0.5 or 1e-3");
}

std::string unused_columns(const std::string& table, const std::vector<std::string>& names) {
  constexpr size_t kShown = 5;
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), kShown); ++i)
    list += (i > 0 ? ", " : "") + in_quotes(names[i]);
  if (names.size() > kShown) list += ", ...";
  return fmt::format("{} of the {} table {} not used: {}",
                     names.size() == 1 ? "a column" : fmt::format("{} columns", names.size()), table,
                     names.size() == 1 ? "is" : "are", list);
}

void expect_utf8(const std::string& place, std::string_view text, const char* what) {
  if (!is_utf8(text))
    bad_input(place, fmt::format("{} {} is not UTF-8", what, in_quotes(text)), "save the file as UTF-8");
}

}  // namespace graphsr
