// Values in text files: what is refused says where it stands. Inline because a table has millions of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "graphsr/graph/fields.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// A whole number as it would be printed: digits only, no zero in front, at most 18 of them.
inline std::optional<int64_t> plain_number(std::string_view text) {
  if (text.empty() || text.size() > 18 || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  int64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + (c - '0');
  }
  return number;
}

enum class NumberFault { none, no_number, not_finite };

struct ParsedReal {
  Real value = 0;
  NumberFault fault = NumberFault::none;
};

// A decimal number as Real; too small ones become 0, too large ones, infinity and NaN are not finite.
ParsedReal parsed_real(std::string_view text);

// The same in double.
struct ParsedDouble {
  double value = 0;
  NumberFault fault = NumberFault::none;
};
ParsedDouble parsed_double(std::string_view text);

// "'abc' is not a number" or "'1e400' is not a finite number", for what was found there.
[[noreturn]] void refuse_number(const std::string& place, std::string_view text, NumberFault fault);

// Field i as a number; refuses others.
inline Real real_field(const Lines& lines, const Fields& fields, size_t i) {
  const std::string_view text = fields[i];
  if (text.size() == 1 && text[0] >= '0' && text[0] <= '9') return static_cast<Real>(text[0] - '0');
  const ParsedReal parsed = parsed_real(text);
  if (parsed.fault != NumberFault::none) refuse_number(fields.place(lines, i), text, parsed.fault);
  return parsed.value;
}

// "2 columns of the node table are not used: 'when', 'who'".
std::string unused_columns(const std::string& table, const std::vector<std::string>& names);

// Refuses text that is not UTF-8; `what` names it: "the node id".
void expect_utf8(const std::string& place, std::string_view text, const char* what);

}  // namespace graphsr
