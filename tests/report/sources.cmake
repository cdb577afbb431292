target_sources(graphsr_tests PRIVATE
  report/result_documents_test.cpp
  report/result_tables_test.cpp
  report/table_test.cpp
)
