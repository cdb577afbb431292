target_sources(graphsr PRIVATE
  report/axis.cpp
  report/bar_plot.cpp
  report/dumbbell_plot.cpp
  report/line_plot.cpp
  report/map_plot.cpp
  report/markup.cpp
  report/matrix_plot.cpp
  report/page.cpp
  report/page_script.cpp
  report/page_style.cpp
  report/palette.cpp
  report/pca.cpp
  report/run_data.cpp
  report/run_page.cpp
  report/run_sections.cpp
  report/svg.cpp
)
