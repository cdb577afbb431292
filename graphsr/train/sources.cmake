target_sources(graphsr PRIVATE
  train/epoch_loop.cpp
  train/gnn_classifier.cpp
  train/recipe.cpp
)
