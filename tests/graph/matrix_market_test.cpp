#include "graphsr/graph/matrix_market.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Cell {
  int64_t row, column;
  double value;
  bool operator==(const Cell&) const = default;
};

std::vector<Cell> cells(const std::string& text) {
  MatrixMarket matrix(open_bytes(text, "a.mtx"));
  std::vector<Cell> all;
  for (MatrixMarket::Entry entry; matrix.next(entry);) all.push_back({entry.row, entry.column, entry.value});
  return all;
}

std::string complaint(const std::string& text) {
  const Error error = refusal([&] { cells(text); });
  EXPECT_EQ(error.fault(), Fault::input);
  return error.what();
}

// The first line and what follows.
std::string matrix(const std::string& kind, const std::string& rest) {
  return "%%MatrixMarket matrix " + kind + "\n" + rest;
}

TEST(MatrixMarket, reads_every_kind_of_coordinates) {
  EXPECT_THAT(cells(matrix("coordinate pattern general", "2 3 2\n1 3\n2 1\n")),
              ElementsAre(Cell{0, 2, 1}, Cell{1, 0, 1}));
  EXPECT_THAT(cells(matrix("coordinate real general", "2 3 1\n 2\t3  -1.5e1 \n")),
              ElementsAre(Cell{1, 2, -15}));
  EXPECT_THAT(cells(matrix("Coordinate Integer Symmetric", "%\n\n2 2 1\r\n2 1 7\r\n")),
              ElementsAre(Cell{1, 0, 7}));
  EXPECT_TRUE(cells(matrix("coordinate pattern general", "2 3 0\n")).empty());
}

TEST(MatrixMarket, reads_arrays_by_columns) {
  EXPECT_THAT(cells(matrix("array real general", "2 2\n1\n2\n3\n4\n")),
              ElementsAre(Cell{0, 0, 1}, Cell{1, 0, 2}, Cell{0, 1, 3}, Cell{1, 1, 4}));
  EXPECT_THAT(cells(matrix("array real symmetric", "2 2\n1\n2\n3\n")),
              ElementsAre(Cell{0, 0, 1}, Cell{1, 0, 2}, Cell{1, 1, 3}));
}

TEST(MatrixMarket, refuses_what_it_does_not_read_and_sizes_that_lie) {
  EXPECT_THAT(complaint(""), HasSubstr("does not begin like"));
  EXPECT_THAT(complaint("1 2 3\n"), HasSubstr("does not begin like"));
  EXPECT_THAT(complaint(matrix("coordinate complex general", "")),
              HasSubstr("a.mtx:1: 'coordinate complex general' is not read"));
  EXPECT_THAT(complaint(matrix("coordinate real hermitian", "")), HasSubstr("is not read"));
  EXPECT_THAT(complaint(matrix("coordinate real skew-symmetric", "")), HasSubstr("is not read"));
  EXPECT_THAT(complaint(matrix("array pattern general", "")), HasSubstr("is not read"));
  EXPECT_THAT(complaint(matrix("coordinate real general", "")), HasSubstr("no line of sizes"));
  EXPECT_THAT(complaint(matrix("coordinate real general", "2 2\n")),
              HasSubstr("a.mtx:2: 2 numbers, expected rows"));
  EXPECT_THAT(complaint(matrix("coordinate real general", "2 0 1\n")), HasSubstr("'0' is no size"));
  EXPECT_THAT(complaint(matrix("coordinate real general", "2 99999999999 1\n")), HasSubstr("is no size"));
  EXPECT_THAT(complaint(matrix("coordinate real general", "2 -2 1\n")), HasSubstr("'-2' is no size"));
  EXPECT_THAT(complaint(matrix("coordinate real symmetric", "2 3 1\n")), HasSubstr("cannot be symmetric"));
  EXPECT_THAT(complaint(matrix("coordinate pattern general", "2 2 3\n1 1\n")),
              HasSubstr("ends 2 entries too early"));
  EXPECT_THAT(complaint(matrix("coordinate pattern general", "2 2 999999999999999999\n1 1\n")),
              HasSubstr("too early"));
  EXPECT_THAT(complaint(matrix("coordinate pattern general", "2 2 1\n1 1\n1 2\n")),
              HasSubstr("a.mtx:4: there are more"));
  EXPECT_THAT(complaint(matrix("array real general", "2147483647 2147483647\n1\n")), HasSubstr("too early"));
}

TEST(MatrixMarket, refuses_entries_that_cannot_be) {
  const auto entry = [](const std::string& line) {
    return complaint(matrix("coordinate real general", "2 3 1\n" + line));
  };
  EXPECT_THAT(entry("0 1 1\n"), HasSubstr("a.mtx:3: '0' is no row from 1 to 2; MatrixMarket counts from 1"));
  EXPECT_THAT(entry("1 4 1\n"), HasSubstr("'4' is no column from 1 to 3"));
  EXPECT_THAT(entry("-1 1 1\n"), HasSubstr("'-1' is no row"));
  EXPECT_THAT(entry("1 1\n"), HasSubstr("2 numbers, expected 3"));
  EXPECT_THAT(entry("1 1 1 1\n"), HasSubstr("4 numbers, expected 3"));
  EXPECT_THAT(entry("1 1 1e400\n"), HasSubstr("'1e400' is not a finite number"));
  EXPECT_THAT(entry("1 1 nan\n"), HasSubstr("not a finite number"));
  EXPECT_THAT(entry("1 1 x\n"), HasSubstr("'x' is not a number"));
  EXPECT_THAT(complaint(matrix("coordinate pattern symmetric", "2 2 1\n1 2\n")),
              HasSubstr("above the diagonal"));
}

}  // namespace
}  // namespace graphsr
