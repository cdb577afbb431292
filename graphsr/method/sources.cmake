target_sources(graphsr PRIVATE
  method/method.cpp
  method/vanilla.cpp
)
