target_sources(graphsr PRIVATE
  experiment/address.cpp
  experiment/bench.cpp
  experiment/bench_progress.cpp
  experiment/documents.cpp
  experiment/grid.cpp
  experiment/notes.cpp
  experiment/published.cpp
  experiment/record.cpp
  experiment/run.cpp
  experiment/sqlite.cpp
  experiment/store.cpp
  experiment/summary.cpp
)
