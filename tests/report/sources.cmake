target_sources(graphsr_tests PRIVATE
  report/axis_test.cpp
  report/markup_test.cpp
  report/pca_test.cpp
  report/run_page_test.cpp
  report/svg_test.cpp
)
