// Errors that a person can act on: what is wrong, where, and what to do next.
#pragma once

#include <stdexcept>
#include <string>

namespace graphsr {

// Also the exit code of the command; 0 is done. incomplete: some cells of a grid failed.
enum class Fault { internal = 1, usage = 2, input = 3, incomplete = 4, interrupted = 5, resource = 6 };

// what() is the whole sentence: "place: problem; remedy", without the parts that are empty.
class Error : public std::runtime_error {
 public:
  Error(Fault fault, const std::string& place, const std::string& problem, const std::string& remedy = "");

  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

[[noreturn]] void bad_input(const std::string& place, const std::string& problem,
                            const std::string& remedy = "");
[[noreturn]] void wrong_usage(const std::string& place, const std::string& problem,
                              const std::string& remedy = "");

}  // namespace graphsr
