// Text that came from outside.
#pragma once

#include <string>
#include <string_view>

namespace graphsr {

// Well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
bool is_utf8(std::string_view text);

// A name as messages show it: in single quotes, at most about 60 bytes, valid UTF-8, nothing that disturbs a
// terminal.
std::string in_quotes(std::string_view name);

}  // namespace graphsr
