target_sources(graphsr PRIVATE
  policy/advantage.cpp
  policy/categorical.cpp
  policy/mlp.cpp
  policy/ppo.cpp
  policy/ppo_loss.cpp
  policy/ppo_state.cpp
  policy/rollout.cpp
)
