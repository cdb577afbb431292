#include "graphsr/tensor/phrases.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace graphsr {

// Words of a group. Its 15 phrases are 15/4 as many rows of weights as its words: on amazon-computers (267 of
// 767 words a row) 123 entries are left of a row, and a strip of the phrases' weights still fits a
// second-level cache of 1 MB. An epoch of sage there takes 0.7 of the time that it takes word by word (58 for
// 83 ms, three seeds).
static constexpr int kGroup = 4;
static constexpr int kSets = (1 << kGroup) - 1;  // that are not empty

// Below this share of the columns few words of a group meet in a row.
static bool may_pay(const Csr& m) {
  constexpr int64_t kShare = 16, kMostWords = 1 << 20;
  return m.nonzeros() > 0 && m.cols <= kMostWords && m.nonzeros() >= m.rows * m.cols / kShare;
}

static bool has_one_value_a_row(const Csr& m) {
  if (m.values.empty()) return true;
  for (int64_t i = 0; i < m.rows; ++i)
    for (int64_t e = m.offsets[i] + 1; e < m.offsets[i + 1]; ++e)
      if (m.values[e] != m.values[m.offsets[i]]) return false;
  return true;
}

// Frequent ones first: of words that most rows have, most phrases are long.
static std::vector<int32_t> words_by_count(const Csr& m) {
  std::vector<int64_t> counts(m.cols, 0);
  for (const int32_t word : m.columns) ++counts[word];
  std::vector<int32_t> words(m.cols);
  std::iota(words.begin(), words.end(), 0);
  std::ranges::stable_sort(words, std::greater(), [&](int32_t word) { return counts[word]; });
  return words;
}

// Each row by the numbers group * kSets + set - 1 of its phrases.
static Csr by_phrases(const Csr& m, const std::vector<int32_t>& words) {
  const int64_t groups = (m.cols + kGroup - 1) / kGroup;
  std::vector<int32_t> place(m.cols);
  for (int64_t k = 0; k < m.cols; ++k) place[words[k]] = static_cast<int32_t>(k);
  Csr out;
  out.rows = m.rows;
  out.cols = groups * kSets;
  std::vector<uint8_t> sets(groups);
  for (int64_t i = 0; i < m.rows; ++i) {
    std::ranges::fill(sets, uint8_t{0});
    for (const int32_t word : m.row(i))
      sets[place[word] / kGroup] |= static_cast<uint8_t>(1 << place[word] % kGroup);
    for (int64_t group = 0; group < groups; ++group)
      if (sets[group] > 0) out.columns.push_back(static_cast<int32_t>(group * kSets + sets[group] - 1));
    if (!m.values.empty())
      out.values.resize(out.columns.size(), m.length(i) > 0 ? m.values[m.offsets[i]] : 0);
    out.offsets.push_back(out.nonzeros());
  }
  return out;
}

// Keeps only the phrases that occur, and says which words they are.
static Csr words_of_phrases(Csr& rows, const std::vector<int32_t>& words) {
  std::vector<int32_t> number(rows.cols, 0);
  for (const int32_t phrase : rows.columns) number[phrase] = 1;
  Csr out;
  out.cols = std::ssize(words);
  for (int64_t phrase = 0; phrase < rows.cols; ++phrase) {
    if (number[phrase] == 0) continue;
    number[phrase] = static_cast<int32_t>(out.rows++);
    const int64_t group = phrase / kSets, set = phrase % kSets + 1;
    for (int k = 0; k < kGroup; ++k)
      if (set >> k & 1) out.columns.push_back(words[group * kGroup + k]);
    std::sort(out.columns.begin() + out.offsets.back(), out.columns.end());
    out.offsets.push_back(out.nonzeros());
  }
  for (int32_t& phrase : rows.columns) phrase = number[phrase];
  rows.cols = out.rows;
  return out;
}

std::optional<Phrases> phrases_of(const Csr& m) {
  if (!may_pay(m) || !has_one_value_a_row(m)) return std::nullopt;
  const std::vector<int32_t> words = words_by_count(m);
  Phrases phrases;
  phrases.rows = by_phrases(m, words);
  phrases.words = words_of_phrases(phrases.rows, words);
  const int64_t left = phrases.rows.nonzeros() + phrases.words.nonzeros();
  if (4 * left > 3 * m.nonzeros()) return std::nullopt;
  return phrases;
}

}  // namespace graphsr
