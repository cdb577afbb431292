// Files that claim to hold more than they do: they are refused before memory is taken for it.
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/format.h"
#include "tests/graph/packing.h"
#include "tests/graph/pieces_maker.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

// While it lives this process gets no more than so much memory, be it used or not.
class MemoryLimit {
 public:
  explicit MemoryLimit(size_t bytes) {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    ::getrlimit(RLIMIT_AS, &before_);
    rlimit limit = {pages * static_cast<size_t>(::getpagesize()) + bytes, before_.rlim_max};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    limit = before_;  // they map memory of their own
#endif
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ~MemoryLimit() { ::setrlimit(RLIMIT_AS, &before_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit before_;
};

// The refusal of files in memory, of which reading takes no more than 12 MB.
template <class Files>
std::string complaint(const char* name, const Files& files, bool features_required = true) {
  ReadOptions options;
  options.features_required = features_required;
  const MemoryLimit limit(12 << 20);
  return refusal([&] { read_dataset(Input::in_memory(name, files), options); }).what();
}

std::string with(NamedFiles files, const std::string& file, const std::string& content,
                 bool features = true) {
  files[file] = content;
  return complaint("toy", files, features);
}

TEST(Claims, of_edges_are_believed_when_edges_are_there) {
  EXPECT_THAT(with(ogb_pieces(), "num-edge-list.csv", "100000000\n"), HasSubstr("has 3 edges, but"));
}

TEST(Claims, of_an_array_are_believed_as_its_bytes_arrive) {
  const std::string header = npy_header("<f4", "(2500000, 2)");
  EXPECT_THAT(with(npy_pieces(), "features.npy", raw_npy(header, "12345678")), HasSubstr("ends too early"));

  // Of the member's size, the archive says the same as the array's header.
  const std::string labels = npy_header("|u1", "(200000000,)");
  const uint32_t size = 200000000 + 10 + static_cast<uint32_t>(labels.size());
  std::string bytes =
      npz_of({{"edges", npy<int>("<i4", {0, 1}, "(1, 2)")}, {"labels", raw_npy(labels, "12")}});
  for (const size_t at : {bytes.rfind("PK\3\4") + 22, bytes.rfind("PK\1\2") + 24})
    bytes.replace(at, 4, reinterpret_cast<const char*>(&size), 4);
  EXPECT_THAT(complaint("toy.npz", bytes, false), AnyOf(HasSubstr("damaged"), HasSubstr("ends too early")));
}

TEST(Claims, of_rows_are_believed_when_entries_bear_them_out) {
  const std::string sizes = "9000000 9000000 1\n1 1\n";
  const NamedFiles files = {{"adj.mtx", "%%MatrixMarket matrix coordinate pattern general\n" + sizes},
                            {"labels.csv", "0\n"}};
  EXPECT_THAT(complaint("toy", files, false), HasSubstr("says 9000000 rows, but has only 1 entry"));
}

// The product of such a shape is 0, whatever its first extent is.
TEST(Claims, of_labels_without_columns_are_refused) {
  for (const char* shape : {"(4, 0)", "(1000000000, 0)", "(0, 4)", "(0,)"}) {
    const std::string none = raw_npy(npy_header("<i8", shape), "");
    EXPECT_THAT(with(npy_pieces(), "labels.npy", none), HasSubstr("has no elements")) << shape;
    NamedFiles files = npy_pieces();
    files.erase("features.npy");
    EXPECT_THAT(with(files, "labels.npy", none, false), HasSubstr("has no elements")) << shape;
    const Arrays arrays = {{"edges", npy<int>("<i4", {0, 1}, "(1, 2)")}, {"labels", none}};
    EXPECT_THAT(complaint("toy.npz", npz_of(arrays), false), HasSubstr("says 0 nodes")) << shape;
  }
}

// A header of the pax form, which says that 9 bytes stand for a file of a terabyte.
TEST(Claims, of_gaps_in_a_tar_archive_are_refused) {
  const auto record = [](const std::string& text) {  // its own length stands in front
    std::string line = " " + text + "\n";
    size_t length = line.size() + 1;
    while (std::to_string(length).size() + line.size() != length) ++length;
    return std::to_string(length) + line;
  };
  std::string bytes = tar_of(
      {{"PaxHeader", record("GNU.sparse.major=0") + record("GNU.sparse.minor=1") +
                         record("GNU.sparse.name=toy.cites") + record("GNU.sparse.size=1099511627776") +
                         record("GNU.sparse.numblocks=1") + record("GNU.sparse.map=1099511627767,9")},
       {"toy.cites", "a\tb\nb\tc\n"}});
  bytes[156] = 'x';
  unsigned sum = 8 * ' ';
  for (size_t i = 0; i < 512; ++i) sum += i >= 148 && i < 156 ? 0 : static_cast<unsigned char>(bytes[i]);
  bytes.replace(148, 6, fmt::format("{:06o}", sum));
  EXPECT_THAT(complaint("toy.tar", bytes), HasSubstr("holds 'toy.cites' with gaps"));
}

}  // namespace
}  // namespace graphsr
