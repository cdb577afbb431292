#include "graphsr/base/error.h"

namespace graphsr {

static std::string sentence(const std::string& place, const std::string& problem, const std::string& remedy) {
  std::string text = place.empty() ? problem : place + ": " + problem;
  return remedy.empty() ? text : text + "; " + remedy;
}

Error::Error(Fault fault, const std::string& place, const std::string& problem, const std::string& remedy)
    : std::runtime_error(sentence(place, problem, remedy)), fault_(fault) {}

void bad_input(const std::string& place, const std::string& problem, const std::string& remedy) {
  throw Error(Fault::input, place, problem, remedy);
}

void wrong_usage(const std::string& place, const std::string& problem, const std::string& remedy) {
  throw Error(Fault::usage, place, problem, remedy);
}

}  // namespace graphsr
