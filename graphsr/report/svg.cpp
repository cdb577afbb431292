#include "graphsr/report/svg.h"

#include <cmath>

#include <fmt/format.h>

#include "graphsr/report/markup.h"
#include "graphsr/report/palette.h"

namespace graphsr {

std::string coordinate(double value) {
  const double rounded = std::round(10 * value) / 10;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

void Svg::element(std::string_view name, std::string_view attributes, std::string_view cls,
                  std::string_view hint) {
  marks_ += fmt::format("<{} {}", name, attributes);
  if (!cls.empty()) marks_ += fmt::format(" class=\"{}\"", cls);
  marks_ += hint.empty() ? "/>" : fmt::format("><title>{}</title></{}>", escaped(hint), name);
  marks_ += '\n';
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view cls) {
  element("line",
          fmt::format("x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", coordinate(x1), coordinate(y1),
                      coordinate(x2), coordinate(y2)),
          cls, "");
}

static std::string box(double x, double y, double width, double height) {
  return fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", coordinate(x), coordinate(y),
                     coordinate(std::max(width, 0.0)), coordinate(std::max(height, 0.0)));
}

void Svg::rect(double x, double y, double width, double height, std::string_view cls, std::string_view hint,
               double opacity) {
  std::string attributes = box(x, y, width, height);
  if (opacity < 1) attributes += fmt::format(" fill-opacity=\"{:.2f}\"", opacity);
  element("rect", attributes, cls, hint);
}

void Svg::circle(double x, double y, double radius, std::string_view cls, std::string_view hint) {
  element("circle",
          fmt::format("cx=\"{}\" cy=\"{}\" r=\"{}\"", coordinate(x), coordinate(y), coordinate(radius)), cls,
          hint);
}

void Svg::path(std::string_view data, std::string_view cls, std::string_view hint) {
  element("path", fmt::format("d=\"{}\"", data), cls, hint);
}

void Svg::text(double x, double y, std::string_view text, std::string_view cls, Anchor anchor) {
  marks_ += fmt::format("<text x=\"{}\" y=\"{}\"", coordinate(x), coordinate(y));
  if (anchor != Anchor::start)
    marks_ += fmt::format(" text-anchor=\"{}\"", anchor == Anchor::middle ? "middle" : "end");
  if (!cls.empty()) marks_ += fmt::format(" class=\"{}\"", cls);
  marks_ += fmt::format(">{}</text>\n", escaped(text));
}

void Svg::slanted_text(double x, double y, std::string_view text) {
  marks_ += fmt::format("<text transform=\"translate({} {}) rotate(-45)\">{}</text>\n", coordinate(x),
                        coordinate(y), escaped(text));
}

void Svg::vertical_text(double x, double y, std::string_view text, std::string_view cls) {
  marks_ += fmt::format("<text transform=\"translate({} {}) rotate(-90)\" class=\"{}\">{}</text>\n",
                        coordinate(x), coordinate(y), cls, escaped(text));
}

void Svg::hatched(double x, double y, double width, double height, std::string_view cls,
                  std::string_view stripes, std::string_view hint) {
  rect(x, y, width, height, cls, hint);
  const std::string id = fmt::format("{}-{}", text_.name, stripes);
  if (patterns_.find("\"" + id + "\"") == std::string::npos)
    patterns_ += fmt::format(
        "<pattern id=\"{}\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"5\" class=\"{}\"/></pattern>",
        id, stripes);
  element("rect", box(x, y, width, height) + fmt::format(" fill=\"url(#{})\" pointer-events=\"none\"", id),
          "", "");
}

std::string Svg::body() const {
  const std::string id = text_.name;
  std::string out = fmt::format("<title id=\"{}-title\">{}</title>\n<desc id=\"{}-desc\">{}</desc>\n", id,
                                escaped(text_.title), id, escaped(text_.description));
  if (!patterns_.empty()) out += "<defs>" + patterns_ + "</defs>\n";
  return out + marks_;
}

std::string Svg::inlined() const {
  return fmt::format(
      "<svg class=\"figure\" role=\"img\" aria-labelledby=\"{0}-title\" aria-describedby=\"{0}-desc\" "
      "viewBox=\"0 0 {1} {2}\" style=\"--width:{1}px\">\n{3}</svg>\n",
      text_.name, coordinate(width_), coordinate(height_), body());
}

std::string Svg::standalone() const {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" "
      "aria-labelledby=\"{0}-title\" aria-describedby=\"{0}-desc\" width=\"{1}\" height=\"{2}\" "
      "viewBox=\"0 0 {1} {2}\">\n<style>{3}</style>\n{4}</svg>\n",
      text_.name, coordinate(width_), coordinate(height_), figure_style(true), body());
}

}  // namespace graphsr
