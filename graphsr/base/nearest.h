// What a mistyped word most likely meant.
#pragma once

#include <span>
#include <string>

namespace graphsr {

// The known name that is the fewest typing errors away (Damerau-Levenshtein: a letter missing, extra or
// wrong, or two neighbours swapped; capitals count as small letters), the first of equals. Empty when that
// takes more than a third of the word's letters (one error is always allowed) or would leave none of them.
std::string nearest_name(const std::string& word, std::span<const std::string> known);

}  // namespace graphsr
