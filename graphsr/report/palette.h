// The colours of pages and figures, by what they mean. They are told apart by people who do not see red and
// green (after Okabe and Ito), and no figure says by colour alone what it says.
#pragma once

#include <span>
#include <string>

namespace graphsr {

struct Colour {
  const char* name;  // "ink": in style sheets var(--ink)
  const char *light, *dark;
};

std::span<const Colour> palette();

// What the classes of figures look like. With `concrete` the light colours stand in place of var(--name), for
// files that have no page around them.
std::string figure_style(bool concrete);

}  // namespace graphsr
