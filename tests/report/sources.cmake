target_sources(graphsr_tests PRIVATE
  report/axis_test.cpp
  report/bench_page_test.cpp
  report/markup_test.cpp
  report/pca_test.cpp
  report/result_documents_test.cpp
  report/result_tables_test.cpp
  report/run_page_test.cpp
  report/svg_test.cpp
  report/table_test.cpp
)
