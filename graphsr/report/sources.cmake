target_sources(graphsr PRIVATE
  report/class_tables.cpp
  report/comparison_tables.cpp
  report/figure_tables.cpp
  report/latex_table.cpp
  report/markdown_table.cpp
  report/result_documents.cpp
  report/result_tables.cpp
  report/table.cpp
  report/text_table.cpp
)
