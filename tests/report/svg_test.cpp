#include "graphsr/report/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/report/line_plot.h"
#include "graphsr/report/matrix_plot.h"
#include "graphsr/report/palette.h"
#include "graphsr/report/rank_plot.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

const std::string kHostile = "</title><script>alert(1)</script>\"'&";

TEST(Svg, has_a_name_and_a_description) {
  const Svg svg({"plot", "What <it> shows", "In a sentence."}, 100, 50);
  for (const std::string& text : {svg.inlined(), svg.standalone()}) {
    EXPECT_THAT(text, HasSubstr("role=\"img\" aria-labelledby=\"plot-title\""));
    EXPECT_THAT(text, HasSubstr("<title id=\"plot-title\">What &lt;it&gt; shows</title>"));
    EXPECT_THAT(text, HasSubstr("<desc id=\"plot-desc\">In a sentence.</desc>"));
  }
}

TEST(Svg, text_and_hints_are_escaped) {
  Svg svg({"plot", kHostile, kHostile}, 100, 50);
  svg.text(1, 2, kHostile);
  svg.slanted_text(1, 2, kHostile);
  svg.rect(0, 0, 1, 1, "cell", kHostile);
  svg.hatched(0, 0, 1, 1, "bar-wrong", "hatch-wrong", kHostile);
  EXPECT_THAT(svg.inlined(), Not(HasSubstr("<script")));
  EXPECT_THAT(svg.standalone(), Not(HasSubstr("<script")));
}

TEST(Svg, a_file_has_its_own_colours_and_a_page_lends_its) {
  Svg svg({"plot", "t", "d"}, 100, 50);
  svg.circle(1, 1, 1, "kept");
  EXPECT_THAT(svg.standalone(), Not(HasSubstr("var(")));
  EXPECT_THAT(svg.standalone(), HasSubstr("xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(svg.inlined(), Not(HasSubstr("<style")));
  EXPECT_THAT(figure_style(false), HasSubstr("var(--after)"));
}

TEST(Svg, coordinates_are_short) {
  EXPECT_EQ(coordinate(1.0 / 3), "0.3");
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(-0.01), "0");
}

TEST(LinePlot, leaves_gaps_and_survives_what_is_not_a_number) {
  const double nan = std::nan("");
  const Svg svg =
      line_plot({"plot", "t", "d"}, {{"a", {1, 2, 3, 4}, {1, nan, 2, 3}, {}, {}}, {"b", {}, {}, {}, {}}},
                {"x", "y", 1, true, {}});
  EXPECT_THAT(svg.inlined(), Not(HasSubstr("nan")));
  EXPECT_THAT(svg.inlined(), Not(HasSubstr("inf")));
}

TEST(ConfusionPlot, writes_every_count) {
  const std::string svg =
      confusion_plot({"plot", "t", "d"}, {"a", "b"}, std::vector<int64_t>{5, 17, 0, 23}).inlined();
  for (const char* count : {">5<", ">17<", ">0<", ">23<"}) EXPECT_THAT(svg, HasSubstr(count));
  EXPECT_THAT(svg, HasSubstr("17 of 22 nodes of a are taken for b"));
}

TEST(RankGroups, are_the_largest_runs_within_the_critical_difference) {
  EXPECT_THAT(rank_groups({1, 1.5, 2.4, 4}, 1), ElementsAre(Pair(0u, 1u), Pair(1u, 2u)));
  EXPECT_THAT(rank_groups({1, 1.5, 2}, 1), ElementsAre(Pair(0u, 2u)));
  EXPECT_TRUE(rank_groups({1, 3, 5}, 1).empty());
}

}  // namespace
}  // namespace graphsr
