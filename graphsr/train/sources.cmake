target_sources(graphsr PRIVATE
  train/gnn_classifier.cpp
  train/recipe.cpp
)
