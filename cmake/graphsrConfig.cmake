# What graphsr::graphsr is linked with, found again where it is used.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(LibArchive)
find_dependency(PkgConfig)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
include(${CMAKE_CURRENT_LIST_DIR}/graphsrTargets.cmake)
