#include "graphsr/report/markup.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "graphsr/base/text.h"
#include "graphsr/report/table.h"

namespace graphsr {

namespace {

constexpr const char* kReplacement = "\xef\xbf\xbd";
constexpr const char* kDash = "\xe2\x80\x93";
constexpr const char* kMinus = "\xe2\x88\x92";
constexpr const char* kEllipsis = "\xe2\x80\xa6";

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

// Where each character begins.
static std::vector<size_t> character_places(std::string_view text) {
  std::vector<size_t> places;
  for (size_t at = 0; at < text.size(); at += std::max<size_t>(1, front_length(text.substr(at))))
    places.push_back(at);
  return places;
}

std::string shortened(std::string_view text, size_t characters) {
  const std::vector<size_t> places = character_places(text);
  if (places.size() <= characters) return std::string(text);
  return std::string(text.substr(0, places[characters - 1])) + kEllipsis;
}

std::vector<std::string> shortened_apart(std::span<const std::string> names, size_t characters) {
  std::vector<std::string> out;
  for (const std::string& name : names) out.push_back(shortened(name, characters));
  const auto different = [](std::span<const std::string> all) {
    return std::set<std::string>(all.begin(), all.end()).size();
  };
  if (different(out) == different(names)) return out;
  for (size_t k = 0; k < names.size(); ++k) {
    const std::vector<size_t> places = character_places(names[k]);
    if (places.size() > characters)
      out[k] = kEllipsis + names[k].substr(places[places.size() - characters + 1]);
  }
  return out;
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
  return std::isfinite(share) ? fixed(100 * share, digits) : kDash;
}

std::string signed_percent(double share, int digits) {
  if (!std::isfinite(share)) return kDash;
  const std::string text = fixed(100 * std::abs(share), digits);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return (zero ? "\xc2\xb1" : share < 0 ? kMinus : "+") + text;
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
