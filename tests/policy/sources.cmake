target_sources(graphsr_tests PRIVATE
)
