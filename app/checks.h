// What numbers on the command line may be, said in words of our own. NaN and infinity are never meant.
#pragma once

#include <CLI/CLI.hpp>

namespace graphsr::app {

CLI::Validator above_zero();
CLI::Validator zero_or_more();
CLI::Validator not_empty();
CLI::Validator any_seed();  // a whole number below 2^64

}  // namespace graphsr::app
