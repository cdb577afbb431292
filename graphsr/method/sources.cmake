target_sources(graphsr PRIVATE
  method/balancing_selection.cpp
  method/graphsr.cpp
  method/method.cpp
  method/preset.cpp
  method/train_validation.cpp
  method/vanilla.cpp
)
