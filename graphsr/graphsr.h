// The library from outside: open a graph, split it, choose nodes, train, predict, write down.
//
//   const Dataset dataset = open_dataset("cora.npz");
//   ThreadPool pool(hardware_threads());
//   const Result result = run(dataset, make_cell("graphsr", "default"), std::nullopt, pool, {});
//
// examples/ shows how to plug in a classifier or a layer of one's own.
#pragma once

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/experiment/address.h"
#include "graphsr/experiment/bench.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/experiment/grid.h"
#include "graphsr/experiment/published.h"
#include "graphsr/experiment/run.h"
#include "graphsr/experiment/store.h"
#include "graphsr/experiment/summary.h"
#include "graphsr/graph/builder.h"
#include "graphsr/graph/dataset.h"
#include "graphsr/graph/demo.h"
#include "graphsr/graph/split.h"
#include "graphsr/measure/friedman.h"
#include "graphsr/measure/metrics.h"
#include "graphsr/measure/wilcoxon.h"
#include "graphsr/method/method.h"
#include "graphsr/method/preset.h"
#include "graphsr/model/model_file.h"
#include "graphsr/report/result_tables.h"
#include "graphsr/select/agent.h"
#include "graphsr/select/label_propagation.h"
#include "graphsr/train/gnn_classifier.h"
