// Linux tells the start of a process in ticks since boot as field 22 of /proc/PID/stat; the fields behind the
// program's name, which may hold anything, begin after the last bracket.
#include "graphsr/base/process.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>

namespace graphsr {

static std::string mark_of(const std::string& number) {
  std::ifstream file("/proc/" + number + "/stat"), boot_file("/proc/sys/kernel/random/boot_id");
  const std::string stat(std::istreambuf_iterator<char>(file), {});
  std::string boot;
  boot_file >> boot;
  const size_t bracket = stat.rfind(')');
  if (bracket == std::string::npos) return "";
  std::istringstream fields(stat.substr(bracket + 1));
  std::string field, state;
  for (int i = 3; i <= 22; ++i) {
    if (!(fields >> field)) return "";
    if (i == 3) state = field;
  }
  return state == "Z" ? "" : number + " " + field + " " + boot;  // a zombie has ended
}

std::string this_process() {
  const std::string number = std::to_string(::getpid()), mark = mark_of(number);
  return mark.empty() ? number : mark;
}

bool still_runs(const std::string& mark) {
  const std::string number = mark.substr(0, mark.find(' '));
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (number.empty() || number.size() > 10 || !std::all_of(number.begin(), number.end(), is_digit))
    return false;
  return mark_of(number) == mark;
}

}  // namespace graphsr
