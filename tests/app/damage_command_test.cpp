// Two thousand damaged files through the real program: each ends in one sentence and exit code 3, or in a
// graph; never in a signal, a hang or a sentence about the program itself.
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/command.h"
#include "tests/graph/pieces_maker.h"

namespace graphsr {
namespace {

constexpr int kRounds = 2000;

NamedFiles files_in(const std::string& folder) {
  NamedFiles files;
  for (const std::string& name : names_in(folder)) files[name] = file_text(folder + "/" + name);
  return files;
}

// A small graph in the forms that the program writes, and in those that only others write.
std::vector<NamedFiles> forms(const TemporaryFolder& folder) {
  const auto run = [](const std::string& arguments) {
    const Outcome o = graphsr_command(arguments);
    EXPECT_EQ(o.code, 0) << arguments << "\n" << o.err;
  };
  run("data generate '" + folder / "a.npz" +
      "' --nodes 12 --degree 3 --classes 2 --rho 0.5 --features 6 --words 2 --quiet");
  run("data convert '" + folder / "a.npz" + "' '" + folder / "csv" + "' --quiet");
  run("data convert '" + folder / "a.npz" + "' '" + folder / "mtx" + "' --format mtx --quiet");
  run("data convert '" + folder / "a.npz" + "' '" + folder / "a.graph" + "' --quiet");
  const std::string words = "a\t1\t0\t1\tx\nb\t0\t0\t1\ty\nc\t1\t1\t0\tx\nd\t0\t1\t0\ty\n";
  const NamedFiles linqs = {{"toy.content", words}, {"toy.cites", "a\tb\nb\tc\nc\td\n"}};
  return {{{"a.npz", file_text(folder / "a.npz")}},
          {{"a.graph", file_text(folder / "a.graph")}},
          files_in(folder / "csv"),
          files_in(folder / "mtx"),
          linqs,
          small_planetoid(),
          scipy_pieces(),
          npy_pieces(),
          matrix_market_pieces(),
          svmlight_pieces(),
          ogb_pieces()};
}

class Damage {
 public:
  // One file of the form, cut, or with a few bytes changed, left out or repeated.
  void apply(NamedFiles& files) {
    auto file = files.begin();
    std::advance(file, below(files.size()));
    std::string& content = file->second;
    if (below(8) == 0) {
      content.resize(below(content.size() + 1));
      return;
    }
    static const std::string kNumbers = "0123456789-+.e:, \n\t%#n\"";
    for (size_t changes = 1 + below(3); changes > 0 && !content.empty(); --changes) {
      const size_t at = below(content.size());
      const size_t kind = below(8);
      if (kind == 0)
        content.erase(at, 1 + below(4));
      else if (kind == 1)
        content.insert(at, content.substr(at, 1 + below(16)));
      else
        content[at] = kind < 5 ? kNumbers[below(kNumbers.size())] : static_cast<char>(below(256));
    }
  }

 private:
  size_t below(size_t count) { return random_() % count; }
  std::mt19937 random_{7};
};

TEST(DamagedGraphs, end_in_one_sentence_or_in_a_graph) {
  const TemporaryFolder folder;
  const std::vector<NamedFiles> sound = forms(folder);
  Damage damage;
  int refused = 0, read = 0;
  for (int round = 0; round < kRounds; ++round) {
    NamedFiles files = sound[static_cast<size_t>(round) % sound.size()];
    damage.apply(files);
    const TemporaryFolder place;
    for (const auto& [name, content] : files) place.file(name, content);
    const std::string graph = files.size() == 1 ? place / files.begin()->first : place / "";
    const Outcome o = graphsr_command("data inspect '" + graph + "'", "timeout 20");
    if (o.code == 0) {
      ++read;
      EXPECT_EQ(o.err, "");
      continue;
    }
    ++refused;
    ASSERT_EQ(o.code, 3) << "round " << round << "\n" << o.err;
    ASSERT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << "round " << round << "\n" << o.err;
    ASSERT_THAT(o.err, testing::StartsWith("graphsr: ")) << "round " << round;
    ASSERT_EQ(o.out, "") << "round " << round;
  }
  EXPECT_GT(refused, kRounds / 4);
  EXPECT_GT(read, kRounds / 20);
}

}  // namespace
}  // namespace graphsr
