// Text and numbers as pages and figures show them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graphsr {

// For HTML and SVG, in text and in attributes with double quotes: every character that could end either is
// written as an entity, and bytes that are not UTF-8 or that XML forbids become U+FFFD.
std::string escaped(std::string_view text);

// The first characters of a name that is longer, with an ellipsis. Counts characters, not bytes.
std::string shortened(std::string_view text, size_t characters);

// Names that stand beside each other; where two would read alike, the last characters of all that are longer.
std::vector<std::string> shortened_apart(std::span<const std::string> names, size_t characters);

// About how wide a text is in figures, in pixels of the given size; rather too much than too little, since
// readers have different fonts.
double text_width(std::string_view text, double size);

// "78.4" for 0.784, rounded as in tables, a dash where it is not known.
std::string percent(double share, int digits = 1);

// "+1.2" for 0.012, with a real minus sign.
std::string signed_percent(double share, int digits = 1);

// Up to `digits` significant ones, a dash where it is not known.
std::string short_number(double value, int digits = 3);

// "12 345": thousands apart by a narrow space.
std::string grouped(int64_t value);

}  // namespace graphsr
