#include "app/checks.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace graphsr::app {

namespace {

// Empty where the text is a finite number for which `holds`; else the sentence.
template <class Holds>
std::string problem_of(const std::string& text, const char* kind, const Holds& holds) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + text.starts_with('+'), end, value);
  if (error == std::errc() && stop == end && std::isfinite(value) && holds(value)) return {};
  return "'" + text + "' is not " + kind;
}

}  // namespace

CLI::Validator above_zero() {
  return {
      [](std::string& text) { return problem_of(text, "a number above 0", [](double x) { return x > 0; }); },
      "ABOVE 0"};
}

CLI::Validator zero_or_more() {
  return {[](std::string& text) {
            return problem_of(text, "a number from 0 on", [](double x) { return x >= 0; });
          },
          "FROM 0"};
}

CLI::Validator not_empty() {
  return {[](std::string& text) { return std::string(text.empty() ? "the value is empty" : ""); }, ""};
}

CLI::Validator any_seed() {
  return {[](std::string& text) -> std::string {
            uint64_t value = 0;
            const char* end = text.data() + text.size();
            const auto [stop, error] = std::from_chars(text.data(), end, value);
            if (error == std::errc() && stop == end) return {};
            return "'" + text + "' is not a whole number from 0 to 18446744073709551615";
          },
          "FROM 0"};
}

}  // namespace graphsr::app
