// Text that came from outside.
#pragma once

#include <string>
#include <string_view>

namespace graphsr {

// Well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
bool is_utf8(std::string_view text);

// The characters of UTF-8; bytes that are none become U+FFFD.
std::u32string characters(std::string_view text);

// A name as messages show it: in single quotes, at most about 60 bytes, valid UTF-8, nothing that disturbs a
// terminal.
std::string in_quotes(std::string_view name);

// A name as tables show it: whole, on one line, valid UTF-8, nothing that disturbs a terminal or the order of
// what stands beside it.
std::string on_one_line(std::string_view text);

// Columns that valid UTF-8 takes on a terminal: two for East Asian characters and emoji, none for combining
// ones.
int display_width(std::string_view text);

}  // namespace graphsr
