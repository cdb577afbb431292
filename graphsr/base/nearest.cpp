// Optimal string alignment, three rows of the table at a time.
#include "graphsr/base/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace graphsr {

static char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
}

static size_t typing_errors(const std::string& a, const std::string& b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string nearest_name(const std::string& word, std::span<const std::string> known) {
  const size_t allowed = std::max<size_t>(1, word.size() / 3);
  std::string nearest;
  size_t fewest = std::min(allowed + 1, word.size());
  for (const std::string& name : known) {
    // The difference in length is a lower bound; names of any length cost no time.
    if (std::max(name.size(), word.size()) - std::min(name.size(), word.size()) >= fewest) continue;
    const size_t errors = typing_errors(word, name);
    if (errors >= fewest) continue;
    fewest = errors;
    nearest = name;
  }
  return nearest;
}

}  // namespace graphsr
