#include "graphsr/report/page.h"

#include <cmath>

#include <fmt/format.h>

#include "graphsr/base/sha256.h"
#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

// Content security policies name a script by its hash in this form.
std::string base64_of_hex(const std::string& hex) {
  static constexpr const char* kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int held = 0;
  for (const char digit : hex) {
    bits = bits << 4 | static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    held += 4;
    if (held < 6) continue;
    held -= 6;
    out += kLetters[bits >> held & 63];
  }
  if (held > 0) out += kLetters[bits << (6 - held) & 63];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

std::string head(const Page& page) {
  // Even if markup came in through data, nothing could be fetched and no other script would run.
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'sha256-{}'; img-src data:\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n",
      base64_of_hex(sha256(page_script())), escaped(page.title), page_style());
}

}  // namespace

std::string to_html(const Page& page) {
  std::string out = head(page);
  out += "<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<div class=\"sheet\">\n";
  out +=
      fmt::format("<header>\n<p class=\"kind\">{}</p>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n</header>\n",
                  escaped(page.kind), escaped(page.title), escaped(page.summary));
  out += "<nav aria-label=\"Contents\">\n<ul>\n";
  for (const Section& section : page.sections)
    out += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, escaped(section.title));
  out += "</ul>\n</nav>\n<main id=\"main\">\n";
  for (const Section& section : page.sections)
    out += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-head\">\n<h2 id=\"{0}-head\">{1}</h2>\n"
        "<p class=\"lead\">{2}</p>\n{3}</section>\n",
        section.id, escaped(section.title), escaped(section.lead), section.body);
  out +=
      "</main>\n<footer><p>Made by graphsr. The file is complete in itself: it can be kept, mailed and "
      "printed.</p></footer>\n</div>\n<script>";
  return out + page_script() + "</script>\n</body>\n</html>\n";
}

std::string figure_html(Page& page, Svg svg, const std::string& caption) {
  std::string out = fmt::format(
      "<figure>\n<div class=\"drawing\" role=\"region\" aria-label=\"Figure: {}\" "
      "tabindex=\"0\">\n{}</div>\n",
      escaped(svg.about().title), svg.inlined());
  if (!caption.empty()) out += fmt::format("<figcaption>{}</figcaption>\n", escaped(caption));
  page.figures.push_back(std::move(svg));
  return out + "</figure>\n";
}

std::string facts_html(const std::vector<std::pair<std::string, std::string>>& facts) {
  std::string out = "<dl class=\"facts\">\n";
  for (const auto& [name, value] : facts)
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), value);
  return out + "</dl>\n";
}

std::string html_table(const HtmlTable& table) {
  std::string out = fmt::format(
      "<div class=\"box\" role=\"region\" aria-label=\"Table: {}\" tabindex=\"0\">\n<table id=\"{}\"",
      escaped(table.name), table.id);
  if (!table.search.empty()) out += fmt::format(" data-search=\"{}\"", escaped(table.search));
  out += ">\n<thead><tr>";
  for (const HtmlHead& head : table.head)
    out += fmt::format("<th scope=\"col\"{}{}>{}</th>", head.is_number ? " class=\"n\"" : "",
                       head.has_filter ? " data-filter" : "", escaped(head.title));
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string tag = c == 0 ? "th scope=\"row\"" : "td";
      out += "<" + tag;
      if (table.head[c].is_number) out += " class=\"n\"";
      if (std::isfinite(row[c].key)) out += fmt::format(" data-key=\"{:.6g}\"", row[c].key);
      out += fmt::format(">{}</{}>", row[c].html, c == 0 ? "th" : "td");
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n";
}

std::string in_tall_box(std::string table) {
  const std::string plain = "class=\"box\"";
  return table.replace(table.find(plain), plain.size(), "class=\"box tall\"");
}

std::string side_by_side(const std::string& figures) {
  return figures.empty() ? "" : "<div class=\"pair\">\n" + figures + "</div>\n";
}

HtmlCell text_cell(const std::string& text) {
  // Names are not broken, except those that would push the other columns out of sight.
  const bool fits = shortened(text, 32) == text;
  return {fits ? escaped(text) : "<span class=\"long\">" + escaped(text) + "</span>"};
}
HtmlCell percent_cell(double share) { return {percent(share), share}; }
HtmlCell count_cell(int64_t count) { return {grouped(count), static_cast<double>(count)}; }

}  // namespace graphsr
