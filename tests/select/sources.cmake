target_sources(graphsr_tests PRIVATE
  select/agent_test.cpp
  select/candidates_test.cpp
  select/cross_fit_test.cpp
  select/game_classifier_test.cpp
  select/game_state_test.cpp
  select/label_propagation_test.cpp
  select/learning_test.cpp
  select/logistic_test.cpp
  select/pair_features_test.cpp
  select/pseudo_label_test.cpp
  select/reward_test.cpp
  select/selection_env_test.cpp
  select/simulated_game_test.cpp
  select/teacher_test.cpp
)
