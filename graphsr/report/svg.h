// Drawings in SVG: the same marks inside a page, where the page's style sheet colours them, and as a file for
// papers, which brings its own colours.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace graphsr {

// What a drawing is called: the stem of its file and id, its accessible name, and a sentence for those who do
// not see it.
struct FigureText {
  std::string name, title, description;
};

enum class Anchor { start, middle, end };

class Svg {
 public:
  Svg(FigureText text, double width, double height)
      : text_(std::move(text)), width_(width), height_(height) {}

  const FigureText& about() const { return text_; }
  double width() const { return width_; }

  // Classes are those of figure_style(). A hint is shown where a pointer rests.
  void line(double x1, double y1, double x2, double y2, std::string_view cls);
  void rect(double x, double y, double width, double height, std::string_view cls, std::string_view hint = "",
            double opacity = 1);
  void circle(double x, double y, double radius, std::string_view cls, std::string_view hint = "");
  void path(std::string_view data, std::string_view cls, std::string_view hint = "");
  void text(double x, double y, std::string_view text, std::string_view cls = "",
            Anchor anchor = Anchor::start);
  void slanted_text(double x, double y, std::string_view text);  // rises to the right
  void vertical_text(double x, double y, std::string_view text, std::string_view cls);
  // A rectangle striped in the colour of `stripes`, so that it differs from others without colour too.
  void hatched(double x, double y, double width, double height, std::string_view cls,
               std::string_view stripes, std::string_view hint = "");

  std::string inlined() const;     // for HTML
  std::string standalone() const;  // a file of its own

 private:
  std::string body() const;
  void element(std::string_view name, std::string_view attributes, std::string_view cls,
               std::string_view hint);

  FigureText text_;
  double width_, height_;
  std::string marks_;
  std::string patterns_;
};

// A coordinate with at most one decimal: figures stay small.
std::string coordinate(double value);

}  // namespace graphsr
