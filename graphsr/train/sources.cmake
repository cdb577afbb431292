target_sources(graphsr PRIVATE
  train/classifier.cpp
  train/epoch_loop.cpp
  train/fit_network.cpp
  train/gnn_classifier.cpp
  train/loss.cpp
  train/recipe.cpp
)
