// The tables of a bench, on stdout and as files.
#include <fmt/format.h>

#include "app/bench.h"

namespace graphsr::app {

void write_tables(const std::string&, const std::vector<Record>&) {}
void print_tables(const std::vector<Record>& records, bool) { fmt::print("{} records\n", records.size()); }

}  // namespace graphsr::app
