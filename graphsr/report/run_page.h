// The page of one run: what it was, what came out, for which classes, and why each node was added.
#pragma once

#include "graphsr/report/page.h"
#include "graphsr/report/run_data.h"

namespace graphsr {

// At most so many rows of the ledger stand in the page; augmented.csv has all.
constexpr size_t kMostLedgerRows = 1500;

Page run_page(const RunData& run);

// Its sections; figures are put into the page.
Section run_card(const RunData& run);
Section headline(const RunData& run, Page& page);
Section per_class(const RunData& run, Page& page);
Section added_nodes(const RunData& run, Page& page);
Section learning(const RunData& run, Page& page);
Section embedding_map(const RunData& run, Page& page);
Section confusions(const RunData& run, Page& page);
Section ledger(const RunData& run);
Section run_notes(const RunData& run);

}  // namespace graphsr
