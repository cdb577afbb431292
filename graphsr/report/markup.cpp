#include "graphsr/report/markup.h"

#include <cmath>

#include <fmt/format.h>

#include "graphsr/base/text.h"

namespace graphsr {

namespace {

constexpr const char* kReplacement = "\xef\xbf\xbd";
constexpr const char* kDash = "\xe2\x80\x93";
constexpr const char* kMinus = "\xe2\x88\x92";

// Bytes of the character in front, 0 where it is not well formed.
size_t front_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return length <= text.size() && is_utf8(text.substr(0, length)) ? length : 0;
}

bool forbidden(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (first < 0x20) return first != '\t' && first != '\n';
  return first == 0x7f || character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf";
}

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, kMinus);
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t length = front_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || forbidden(character))
      out += kReplacement;
    else if (character == "&")
      out += "&amp;";
    else if (character == "<")
      out += "&lt;";
    else if (character == ">")
      out += "&gt;";
    else if (character == "\"")
      out += "&quot;";
    else if (character == "'")
      out += "&#39;";
    else
      out += character;
    text.remove_prefix(character.size());
  }
  return out;
}

std::string shortened(std::string_view text, size_t characters) {
  size_t end = 0, count = 0, cut = 0;
  while (end < text.size()) {
    if (count + 1 == characters) cut = end;
    if (++count > characters) return std::string(text.substr(0, cut)) + "\xe2\x80\xa6";
    const size_t length = front_length(text.substr(end));
    end += length == 0 ? 1 : length;
  }
  return std::string(text);
}

double text_width(std::string_view text, double size) {
  double width = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0) == 0x80) continue;
    const bool narrow = std::string_view("iljtfr.,:;|!'() ").find(c) != std::string_view::npos;
    const bool wide = (c >= 'A' && c <= 'Z') || c == 'm' || c == 'w';
    width += narrow ? 0.4 : wide ? 0.76 : 0.63;
  }
  return width * size;
}

std::string percent(double share, int digits) {
  return std::isfinite(share) ? with_minus(fmt::format("{:.{}f}", 100 * share, digits)) : kDash;
}

std::string signed_percent(double share, int digits) {
  if (!std::isfinite(share)) return kDash;
  const std::string text = fmt::format("{:+.{}f}", 100 * share, digits);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero ? "\xc2\xb1" + text.substr(1) : with_minus(text);
}

std::string short_number(double value, int digits) {
  return std::isfinite(value) ? with_minus(fmt::format("{:.{}g}", value, digits)) : kDash;
}

std::string grouped(int64_t value) {
  std::string digits = std::to_string(value);
  for (int64_t place = std::ssize(digits) - 3; place > (value < 0 ? 1 : 0); place -= 3)
    digits.insert(static_cast<size_t>(place), "\xe2\x80\xaf");
  return with_minus(digits);
}

}  // namespace graphsr
