target_sources(graphsr PRIVATE
  method/balancing_selection.cpp
  method/crest.cpp
  method/edge_decoder.cpp
  method/graphens.cpp
  method/graphens_laws.cpp
  method/graphsmote.cpp
  method/graphsr.cpp
  method/method.cpp
  method/preset.cpp
  method/sampling.cpp
  method/smote.cpp
  method/smote_forward.cpp
  method/synthetic_nodes.cpp
  method/train_validation.cpp
  method/vanilla.cpp
)
