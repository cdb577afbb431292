// Tables that the program reads back.
#include "graphsr/base/csv.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  expect_read_or_refused([&] {
    const CsvTable table = read_csv(text_of(data, size), "toy.csv");
    expect(table.rows.size() == table.lines.size(), "every row has its line");
    for (const auto& row : table.rows)
      expect(row.size() == table.header.size(), "rows are as long as the header");
    if (table.rows.empty()) return;
    table.number(0, table.column(table.header.back()));
    table.integer(0, 0);
  });
  return 0;
}
