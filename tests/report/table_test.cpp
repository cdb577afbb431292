#include "graphsr/report/table.h"

#include <cmath>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/text.h"

namespace graphsr {
namespace {

using testing::HasSubstr;
using testing::Not;

TableCell figure(double value, const std::string& beside = "", const std::string& stars = "") {
  return {
      .text = fixed(value, 1) + " ± 1.0", .beside = beside, .stars = stars, .value = value, .deviation = 1};
}

Table small() {
  Table table{.kind = "results", .name = "results-sage-0.3", .title = "Test figures", .beside = "paper"};
  table.heads = {"Method"};
  table.groups = {{"cora", {"ACC", "F1"}}, {"citeseer", {"ACC"}}};
  table.rows = {{{"vanilla"}, {figure(77.7, "75.7 ± 0.1", "**"), figure(76), {.text = "–"}}},
                {{"graphsr"}, {figure(83.6, "78.8 ± 0.4"), figure(9.5), figure(60)}}};
  table.notes = {"Percent."};
  emphasise(table);
  return table;
}

TEST(TextTable, is_aligned) {
  EXPECT_EQ(text_table(small()),
            "Test figures\n"
            "\n"
            "         cora                                     citeseer\n"
            "Method   ACC                (paper)  F1           ACC\n"
            "────────────────────────────────────────────────────────────\n"
            "vanilla  77.7 ± 1.0**△ (75.7 ± 0.1)  76.0 ± 1.0▲           –\n"
            "graphsr  83.6 ± 1.0▲   (78.8 ± 0.4)   9.5 ± 1.0△  60.0 ± 1.0\n"
            "\n"
            "▲ best of its column, △ second.\n"
            "Percent.\n");
}

TEST(TextTable, is_cut_into_blocks_where_it_is_too_wide) {
  for (const int width : {59, 45, 35}) {
    std::istringstream lines(text_table(small(), {.width = width}));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
  }
  EXPECT_THAT(text_table(small(), {.width = 60}),
              HasSubstr("cora                                     citeseer\n"));
  EXPECT_THAT(text_table(small(), {.width = 59}), HasSubstr("\n\n         citeseer\nMethod   ACC\n"));
  EXPECT_THAT(text_table(small(), {.width = 45}), HasSubstr("\n         cora         citeseer\nMethod   F1"));
}

TEST(TextTable, codes_stand_only_where_they_are_asked_for) {
  EXPECT_THAT(text_table(small()), Not(HasSubstr("\x1b")));
  const std::string text = text_table(small(), {.ansi = true});
  EXPECT_THAT(text, HasSubstr("\x1b[1m83.6 ± 1.0\x1b[0m"));
  EXPECT_THAT(text, HasSubstr("\x1b[4m77.7 ± 1.0\x1b[0m**"));
  EXPECT_THAT(text, HasSubstr("\x1b[2m(75.7 ± 0.1)\x1b[0m"));
  EXPECT_THAT(text, Not(HasSubstr("▲")));
}

TEST(TextTable, wide_and_combining_characters_keep_the_columns) {
  Table table{.title = "t", .heads = {"Class"}, .groups = {{"", {"n"}}}};
  for (const char* name : {"神経網", "naïve", "nai\u0308ve", "plain"})
    table.rows.push_back({{name}, {{.text = "1"}}});
  EXPECT_EQ(text_table(table),
            "t\n\nClass   n\n─────────\n神経網  1\nnaïve   1\nnai\u0308ve   1\nplain   1\n");
}

TEST(MarkdownTable, has_the_paper_in_columns_of_its_own) {
  EXPECT_EQ(markdown_table(small()),
            "### Test figures\n"
            "\n**cora**\n\n"
            "| Method | ACC | *paper* | F1 |\n"
            "|:--|--:|--:|--:|\n"
            "| vanilla | <u>77.7 ± 1.0</u>\\*\\* | 75.7 ± 0.1 | **76.0 ± 1.0** |\n"
            "| graphsr | **83.6 ± 1.0** | 78.8 ± 0.4 | <u>9.5 ± 1.0</u> |\n"
            "\n**citeseer**\n\n"
            "| Method | ACC |\n"
            "|:--|--:|\n"
            "| vanilla | – |\n"
            "| graphsr | 60.0 ± 1.0 |\n"
            "\n- Percent.\n");
}

TEST(LatexTable, has_rules_of_booktabs_and_the_paper_in_lines_of_its_own) {
  EXPECT_EQ(latex_table(small()),
            "\\begin{table*}[t]\n\\centering\\small\n\\caption{Test figures}\n\\label{tab:results-sage-0.3}\n"
            "\\begin{tabular}{l cc c}\n\\toprule\n"
            " & \\multicolumn{2}{c}{cora} & \\multicolumn{1}{c}{citeseer} \\\\\n"
            "\\cmidrule(lr){2-3} \\cmidrule(lr){4-4}\n"
            "Method & ACC & F1 & ACC \\\\\n\\midrule\n"
            "vanilla & \\underline{77.7 $\\pm$ 1.0}$^{**}$ & \\textbf{76.0 $\\pm$ 1.0} & -- \\\\\n"
            "\\quad{\\scriptsize\\itshape paper} & {\\scriptsize 75.7 $\\pm$ 0.1} & & \\\\\n"
            "graphsr & \\textbf{83.6 $\\pm$ 1.0} & \\underline{9.5 $\\pm$ 1.0} & 60.0 $\\pm$ 1.0 \\\\\n"
            "\\quad{\\scriptsize\\itshape paper} & {\\scriptsize 78.8 $\\pm$ 0.4} & & \\\\\n"
            "\\bottomrule\n\\end{tabular}\n"
            "\n\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize\nPercent.\\par\n\\end{minipage}\n"
            "\\end{table*}\n");
}

TEST(Escapes, hostile_names_stay_text) {
  Table table{.title = "t", .heads = {"Class"}, .groups = {{"", {"n"}}}};
  table.rows = {
      {{"[x] | a\\b_{c} *d* `e` <img src=x> $f$ 50% #g & ~h^ \"i\"\n| j\x1b[31m\xff"}, {{.text = "1"}}}};
  EXPECT_THAT(text_table(table),
              HasSubstr("\n[x] | a\\b_{c} *d* `e` <img src=x> $f$ 50% #g & ~h^ \"i\" | j?[31m?  1\n"));
  EXPECT_THAT(
      markdown_table(table),
      HasSubstr("\n| \\[x\\] \\| a\\\\b\\_\\{c\\} \\*d\\* \\`e\\` \\<img src=x\\> \\$f\\$ 50% \\#g \\& \\~h^ "
                "\"i\" \\| j?\\[31m? | 1 |\n"));
  EXPECT_THAT(
      latex_table(table),
      HasSubstr("\n{[}x] \\textbar{} a\\textbackslash{}b\\_\\{c\\} {*}d{*} `e` \\textless{}img "
                "src=x\\textgreater{} \\$f\\$ 50\\% \\#g \\& \\textasciitilde{}h\\textasciicircum{} ''i'' "
                "\\textbar{} j?{[}31m? & 1 \\\\\n"));
}

TEST(Emphasis, equal_values_are_marked_alike_and_one_alone_is_not) {
  Table table{.heads = {"m"}, .groups = {{"", {"a", "b"}}}};
  table.rows = {{{"1"}, {figure(5), figure(1)}},
                {{"2"}, {figure(7), {.text = "–"}}},
                {{"3"}, {figure(7.0 + 1e-12), {.text = "–"}}},
                {{"4"}, {figure(4), {.text = "–"}}}};
  emphasise(table);
  const Emphasis expected[] = {Emphasis::second, Emphasis::best, Emphasis::best, Emphasis::none};
  for (size_t r = 0; r < 4; ++r) {
    EXPECT_EQ(table.rows[r].cells[0].emphasis, expected[r]) << r;
    EXPECT_EQ(table.rows[r].cells[1].emphasis, Emphasis::none) << r;
  }
}

TEST(Fixed, rounds_up_from_the_middle_and_has_no_negative_zero) {
  EXPECT_EQ(fixed(100 * 0.7585, 1), "75.9");
  EXPECT_EQ(fixed(56.25, 1), "56.3");
  EXPECT_EQ(fixed(-0.04, 1), "0.0");
  EXPECT_EQ(fixed(-0.06, 1), "−0.1");
  EXPECT_EQ(fixed(std::nan(""), 1), "–");
  EXPECT_EQ(fixed(3, 0), "3");
}

}  // namespace
}  // namespace graphsr
