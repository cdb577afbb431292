#include "graphsr/report/palette.h"

namespace graphsr {

std::span<const Colour> palette() {
  static constexpr Colour kColours[] = {
      {"ink", "#1b2230", "#e7eaf0"},    {"soft", "#535d6c", "#a9b2c0"},  {"line", "#d9dde4", "#343b47"},
      {"paper", "#ffffff", "#13161b"},  {"panel", "#f5f6f8", "#1b1f27"}, {"accent", "#0a5a99", "#86c0f5"},
      {"before", "#8993a1", "#7f8a9a"}, {"after", "#0072b2", "#56aee6"}, {"refused", "#a86400", "#e8a420"},
      {"wrong", "#c23b00", "#ff8354"},  {"good", "#00745a", "#45c9a0"},  {"faint", "#c3c9d2", "#454e5c"},
      {"s1", "#0072b2", "#56aee6"},     {"s2", "#c23b00", "#ff8354"},    {"s3", "#008765", "#3cc49b"},
      {"s4", "#b8559a", "#e59ccb"},     {"s5", "#8a6a00", "#e0bc45"},    {"s6", "#6350a8", "#a99af0"},
      {"s7", "#4c5665", "#b4bdca"},     {"s8", "#2a93c4", "#9bd5f5"},
  };
  return kColours;
}

std::string figure_style(bool concrete) {
  std::string style =
      ".figure text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
      "fill:var(--ink);font-variant-numeric:tabular-nums}"
      ".figure .soft{fill:var(--soft);font-size:12px}"
      ".figure .small{font-size:11.5px}"
      ".figure .strong{font-weight:600}"
      ".figure .halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round;"
      "font-weight:600;font-size:12.5px}"
      ".figure .grid{stroke:var(--line);stroke-width:1}"
      ".figure .axis{stroke:var(--soft);stroke-width:1}"
      ".figure .whisker{stroke:var(--ink);stroke-width:1.5;fill:none}"
      ".figure .bar-after{fill:var(--after)}"
      ".figure .bar-before{fill:var(--paper);stroke:var(--before);stroke-width:1.5}"
      ".figure .bar-labelled{fill:var(--soft)}"
      ".figure .bar-wrong{fill:var(--paper);stroke:var(--wrong);stroke-width:1.5}"
      ".figure .hatch-before{stroke:var(--before);stroke-width:1.5}"
      ".figure .hatch-wrong{stroke:var(--wrong);stroke-width:2}"
      ".figure .dot-after{fill:var(--after);stroke:var(--paper);stroke-width:1}"
      ".figure .dot-before{fill:var(--paper);stroke:var(--before);stroke-width:2}"
      ".figure .up{stroke:var(--after);stroke-width:3;stroke-opacity:.45}"
      ".figure .down{stroke:var(--wrong);stroke-width:3;stroke-opacity:.5;stroke-dasharray:3 2}"
      ".figure .node{stroke:var(--faint);stroke-width:3.4;stroke-linecap:round;fill:none}"
      ".figure .labelled{fill:var(--ink);stroke:var(--paper);stroke-width:1}"
      ".figure .kept{fill:var(--after);stroke:var(--paper);stroke-width:.6}"
      ".figure .refused{fill:none;stroke:var(--refused);stroke-width:1.4}"
      ".figure .ring{fill:none;stroke:var(--wrong);stroke-width:1.5}"
      ".figure .cell{fill:var(--after)}"
      ".figure .cell-worse{fill:var(--wrong)}"
      ".figure .frame{fill:none;stroke:var(--line)}"
      ".figure .bond{stroke:var(--ink);stroke-width:4;stroke-linecap:round}";
  const char* dashes[] = {"", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4", "6 2 1 2 1 2"};
  for (int k = 0; k < 8; ++k) {
    const std::string n = std::to_string(k + 1), colour = "var(--s" + n + ")";
    style += ".figure .line" + n + "{fill:none;stroke-width:2;stroke:" + colour;
    if (*dashes[k]) style += std::string(";stroke-dasharray:") + dashes[k];
    style += "}.figure .mark" + n + "{fill:" + colour + "}.figure .band" + n + "{fill:" + colour +
             ";fill-opacity:.14}";
  }
  if (!concrete) return style;
  for (const Colour& colour : palette()) {
    const std::string wanted = std::string("var(--") + colour.name + ")";
    for (size_t at; (at = style.find(wanted)) != std::string::npos;)
      style.replace(at, wanted.size(), colour.light);
  }
  return style;
}

}  // namespace graphsr
