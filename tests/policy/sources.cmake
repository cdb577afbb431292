target_sources(graphsr_tests PRIVATE
  policy/advantage_test.cpp
  policy/learning_test.cpp
  policy/ppo_test.cpp
  policy/rollout_test.cpp
)
