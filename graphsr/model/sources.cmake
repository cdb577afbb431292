target_sources(graphsr PRIVATE
  model/appnp.cpp
  model/block.cpp
  model/conv.cpp
  model/ensemble.cpp
  model/gat.cpp
  model/gcn.cpp
  model/layer_input.cpp
  model/layer_rows.cpp
  model/model_file.cpp
  model/network.cpp
  model/predict.cpp
  model/propagation.cpp
  model/safetensors.cpp
  model/sage.cpp
  model/smoothing.cpp
  model/streamed_input.cpp
)
