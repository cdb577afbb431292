target_sources(graphsr PRIVATE
  select/agent.cpp
  select/candidates.cpp
  select/cross_fit.cpp
  select/game.cpp
  select/label_propagation.cpp
  select/logistic.cpp
  select/pair_features.cpp
  select/pseudo_label.cpp
  select/retraining_agent.cpp
  select/simulated_agent.cpp
  select/simulated_game.cpp
  select/teacher.cpp
)
