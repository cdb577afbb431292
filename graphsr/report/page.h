// A self-contained page: one HTML file that needs no network, shows everything without JavaScript, and
// follows the reader's choice of light or dark.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graphsr/report/svg.h"

namespace graphsr {

// A part of a page. `lead` says in a sentence how to read it (plain text); `body` is HTML.
struct Section {
  std::string id, title, lead, body;
};

struct Page {
  std::string kind;     // above the title: "Run"
  std::string title;    // plain text, as the next
  std::string summary;  // what came out, in a sentence or two
  std::vector<Section> sections;
  std::vector<Svg> figures;  // those in the sections, to be written as files too
};

std::string to_html(const Page& page);

// With more classes than this, figures that have a row or a square for each are left out: tables and files
// have the numbers.
constexpr size_t kMostClassesDrawn = 40;

// Pages should stay below this, so that they can be sent by mail and open at once.
constexpr size_t kMostPageBytes = 2'000'000;

// A figure with its caption (plain text), in a box of its own that scrolls where the screen is narrow; the
// page keeps the drawing.
std::string figure_html(Page& page, Svg svg, const std::string& caption = "");

// Names and values, one pair per line; the values are HTML.
std::string facts_html(const std::vector<std::pair<std::string, std::string>>& facts);

// What stands in a table: HTML to show, and the number to sort by where the text would not do.
struct HtmlCell {
  std::string html;
  double key = std::numeric_limits<double>::quiet_NaN();
};

struct HtmlHead {
  std::string title;
  bool is_number = false;   // aligned to the right
  bool has_filter = false;  // readers may choose among its values
};

// A table that can be sorted by each column where JavaScript runs. `name` is what it is called aloud;
// `search` what the field above it asks for, empty: none.
struct HtmlTable {
  std::string id, name, search;
  std::vector<HtmlHead> head;
  std::vector<std::vector<HtmlCell>> rows;
};
std::string html_table(const HtmlTable& table);

// A long table in a box of limited height, which scrolls; on paper its first 60 rows are shown.
std::string in_tall_box(std::string table);

// Figures two in a row where there is room; nothing of nothing.
std::string side_by_side(const std::string& figures);

// Plain text as a cell, escaped.
HtmlCell text_cell(const std::string& text);
// A share in percent; a count.
HtmlCell percent_cell(double share);
HtmlCell count_cell(int64_t count);

// The parts of the page that do not depend on data.
std::string page_style();
const char* page_script();

}  // namespace graphsr
