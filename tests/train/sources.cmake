target_sources(graphsr_tests PRIVATE
  train/early_stop_test.cpp
  train/ensemble_fit_test.cpp
  train/gnn_classifier_test.cpp
  train/loss_reference_test.cpp
  train/loss_test.cpp
)
