// Telling a process that still runs from one that has ended, also where its number is used anew.
#pragma once

#include <string>

namespace graphsr {

// Number, time of start and boot of a process ("4711 88213 6fae..."), the same as long as it runs.
std::string this_process();

// Whether the process of this mark still runs here. False for anything that is no such mark.
bool still_runs(const std::string& mark);

}  // namespace graphsr
