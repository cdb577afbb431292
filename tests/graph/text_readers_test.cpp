// LINQS, Pubmed-Diabetes, DGL folders and edge lists, small and published.
#include <algorithm>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/format.h"
#include "graphsr/graph/lines.h"
#include "graphsr/graph/npz_reader.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/packing.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kData = GRAPHSR_SOURCE_DIR "/../shared/data";
const std::string kContent = "p1\t0\t1\t1\tML\n31336\t1\t0\t0\tDB\np3\t0\t0\t0\tML\n";
const std::string kCites = "p1\t31336\np3\tp1\np1\tp3\nghost\tp1\n";

std::string complaint(const std::string& path, const ReadOptions& options = {}) {
  const Error error = refusal([&] { read_dataset(path, options); });
  EXPECT_EQ(error.fault(), Fault::input);
  return error.what();
}

TEST(Linqs, reads_the_pair_from_either_file_a_folder_or_an_archive) {
  const TemporaryFolder folder;
  folder.file("tiny.content.gz", gz_of(kContent));
  folder.file("tiny.cites", kCites);
  const std::string tar = tar_of({{"tiny/tiny.cites", kCites}, {"tiny/tiny.content", kContent}});
  const TemporaryFolder other;
  const std::string archive = other.file("any.tgz", gz_of(tar));
  for (const std::string& path :
       {folder / "tiny.content.gz", folder / "tiny.cites", folder.path().string(), archive}) {
    const Dataset dataset = read_dataset(path);
    expect_sound(dataset);
    EXPECT_EQ(dataset.format, "linqs");
    EXPECT_EQ(dataset.name, "tiny");
    EXPECT_THAT(dataset.node_ids, ElementsAre("p1", "31336", "p3"));
    EXPECT_THAT(dataset.class_names, ElementsAre("DB", "ML"));
    EXPECT_THAT(dataset.labels, ElementsAre(1, 0, 1));
    EXPECT_EQ(dataset.graph->features.sparse(), (Csr{3, 3, {0, 2, 3, 3}, {1, 2, 0}, {}}));
    EXPECT_THAT(dataset.notes,
                ElementsAre("4 edges read, 2 kept: 1 with an unknown end, 1 duplicate and 0 self "
                            "loops dropped"));
  }
  EXPECT_EQ(read_dataset(archive, {.unknown_ends = UnknownEnds::add}).nodes(), 4);
  EXPECT_THAT(complaint(archive, {.unknown_ends = UnknownEnds::refuse}),
              HasSubstr("tiny.cites':4:1: there is no"));
}

TEST(Linqs, hears_the_citing_paper_as_read) {
  const TemporaryFolder folder;
  folder.file("tiny.content", kContent);
  const Dataset dataset =
      read_dataset(folder.file("tiny.cites", "p1\t31336\n"), {.direction = Direction::as_read});
  EXPECT_THAT(dataset.graph->edges.row(0), ElementsAre(1));  // p1 is cited by 31336
  EXPECT_THAT(dataset.graph->edges.row(1), IsEmpty());
}

TEST(Linqs, refuses_with_file_and_line) {
  const TemporaryFolder folder;
  folder.file("a.cites", kCites);
  EXPECT_THAT(complaint(folder / "a.cites"), HasSubstr("there is no file named like a.content"));
  const auto wrong = [&](const std::string& content) {
    folder.file("a.content", content);
    return complaint(folder / "a.cites");
  };
  EXPECT_THAT(wrong("p1\t0\t1\tML\np2\t0\tML\n"), HasSubstr("a.content:2: 3 fields, expected 4"));
  EXPECT_THAT(wrong("p1\tML\n"), HasSubstr("a.content:1: 2 fields, expected an id, features and a class"));
  EXPECT_THAT(wrong("p1\t0\tML\np1\t1\tML\n"), HasSubstr("a.content:2: there is a paper 'p1' already"));
  EXPECT_THAT(wrong("p1\tx\tML\n"), HasSubstr("a.content:1:4: 'x' is not a number"));
  EXPECT_THAT(wrong(""), HasSubstr("a.content: is empty"));
  EXPECT_THAT(wrong(gz_of(kContent).substr(0, 30)), HasSubstr("a.content: ends too early"));
  EXPECT_THAT(wrong(std::string("\0\0\0\0", 4)), HasSubstr("a.content: is not text"));
}

// The edges as pairs of rows of features, which name a node whatever its number.
std::multiset<std::pair<std::vector<int32_t>, std::vector<int32_t>>> edges_by_words(const Dataset& dataset) {
  std::multiset<std::pair<std::vector<int32_t>, std::vector<int32_t>>> pairs;
  const auto words = [&](int64_t node) {
    const auto row = dataset.graph->features.sparse().row(node);
    return std::vector<int32_t>(row.begin(), row.end());
  };
  for (int64_t node = 0; node < dataset.nodes(); ++node)
    for (const int32_t other : dataset.graph->edges.row(node)) pairs.emplace(words(node), words(other));
  return pairs;
}

TEST(PublishedText, cora_of_linqs_is_the_graph_of_the_npz_file) {
  if (!fs::exists(kData + "/linqs/cora.cites")) GTEST_SKIP() << kData << "/linqs is not there";
  const Dataset cora = read_dataset(kData + "/linqs/cora.cites");
  expect_sound(cora);
  EXPECT_EQ(cora.nodes(), 2708);
  EXPECT_THAT(cora.notes, ElementsAre("5429 edges read, 5278 kept: 151 duplicates and 0 self loops dropped"));
  EXPECT_THAT(class_counts(cora), ElementsAre(298, 418, 818, 426, 217, 180, 351));
  EXPECT_EQ(fingerprint(read_dataset(kData + "/linqs/cora.content.gz")), fingerprint(cora));
  EXPECT_EQ(edges_by_words(cora), edges_by_words(read_npz(kData + "/cora/cora.npz")));
}

TEST(PublishedText, citeseer_of_linqs_has_17_unknown_ends) {
  if (!fs::exists(kData + "/linqs/citeseer.cites")) GTEST_SKIP() << kData << "/linqs is not there";
  const Dataset dropped = read_dataset(kData + "/linqs/citeseer.cites");
  EXPECT_EQ(dropped.nodes(), 3312);
  EXPECT_EQ(dropped.counts, (BuildCounts{4732, 4536, 55, 124, 17, 0}));
  const Dataset added = read_dataset(kData + "/linqs/citeseer.cites", {.unknown_ends = UnknownEnds::add});
  expect_sound(added);
  EXPECT_EQ(added.nodes(), 3327);
  EXPECT_EQ(added.counts, (BuildCounts{4732, 4552, 56, 124, 0, 0}));
  EXPECT_EQ(edges_by_words(added), edges_by_words(read_npz(kData + "/citeseer/citeseer.npz")));
}

const std::string kPapers =
    "NODE\tpaper\n"
    "cat=1,2,3:label\tnumeric:w-rat:0.0\tnumeric:w-dog:0.0\tnumeric:w-cat:0.0\tstring:summary\n"
    "12\tlabel=1\tw-cat=0.5\tw-rat=0.25\tsummary=w-rat,w-cat\n"
    "34\tlabel=3\tsummary=\n"
    "56\tlabel=1\tw-dog=1\n";
const std::string kCitations =
    "DIRECTED\tcites\nNO_FEATURES\n1\tpaper:12\t|\tpaper:34\n2\tpaper:56\t|\tpaper:99\n3\tpaper:34\t|\tpaper:"
    "34\n";

TEST(Pubmed, reads_both_tables) {
  const TemporaryFolder folder;
  folder.file("P.NODE.paper.tab", kPapers);
  folder.file("P.DIRECTED.cites.tab.gz", gz_of(kCitations));
  for (const std::string& path :
       {folder.path().string(), folder / "P.NODE.paper.tab", folder / "P.DIRECTED.cites.tab.gz"}) {
    const Dataset dataset = read_dataset(path);
    expect_sound(dataset);
    EXPECT_EQ(dataset.format, "pubmed");
    EXPECT_EQ(dataset.name, "P");
    EXPECT_THAT(dataset.class_names, ElementsAre("1", "3"));
    EXPECT_THAT(dataset.labels, ElementsAre(0, 1, 0));
    EXPECT_EQ(dataset.graph->features.sparse(), (Csr{3, 3, {0, 2, 2, 3}, {0, 2, 1}, {0.25, 0.5, 1}}));
    EXPECT_EQ(dataset.counts, (BuildCounts{3, 1, 0, 1, 1, 0}));
  }
}

TEST(Pubmed, refuses_with_file_and_line) {
  const TemporaryFolder folder;
  folder.file("P.DIRECTED.cites.tab", kCitations);
  EXPECT_THAT(complaint(folder.path().string()), HasSubstr("no file whose name ends in .NODE.paper.tab"));
  const auto wrong = [&](const std::string& papers) {
    return complaint(folder.file("P.NODE.paper.tab", papers));
  };
  EXPECT_THAT(wrong("paper\n"), HasSubstr("P.NODE.paper.tab:1: does not begin with NODE"));
  EXPECT_THAT(wrong("NODE\tpaper\nx\n"), HasSubstr("P.NODE.paper.tab:2: does not begin with cat="));
  EXPECT_THAT(wrong(kPapers + "78\tlabel=2\tw-cow=1\n"),
              HasSubstr("6:12: the feature 'w-cow' is not in line 2"));
  EXPECT_THAT(wrong(kPapers + "78\tlabel=2\tw-cat=x\n"), HasSubstr("6:12: 'x' is not a number"));
  EXPECT_THAT(wrong(kPapers + "12\tlabel=2\n"), HasSubstr("6:1: there is a paper '12' already"));
  EXPECT_THAT(wrong(kPapers + "78\tw-cat=1\tw-cat=2\n"), HasSubstr("6: a feature appears twice"));
  folder.file("P.NODE.paper.tab", kPapers);
  folder.file("P.DIRECTED.cites.tab", kCitations + "4\tpaper:12\tpaper:34\n");
  EXPECT_THAT(complaint(folder.path().string()), HasSubstr("P.DIRECTED.cites.tab:6: 3 fields, expected 4"));
}

TEST(PublishedText, pubmed_has_44324_edges) {
  const std::string cites = kData + "/linqs/Pubmed-Diabetes.DIRECTED.cites.tab.gz";
  if (!fs::exists(cites)) GTEST_SKIP() << cites << " is not there";
  std::set<std::string> ids;
  Lines lines(open_source(cites));
  while (lines.next())
    for (size_t at = 0; (at = lines.text().find("paper:", at)) != std::string_view::npos; at += 6)
      ids.emplace(lines.text().substr(at + 6, lines.text().find('\t', at) - at - 6));
  std::string papers = "NODE\tpaper\ncat=1,2,3:label\tnumeric:w-a:0.0\n";
  for (const std::string& id : ids) papers += id + "\tlabel=1\tw-a=1\n";
  const TemporaryFolder folder;
  folder.file("Pubmed.NODE.paper.tab", papers);
  folder.file("Pubmed.DIRECTED.cites.tab", read_all(*open_source(cites)));
  const Dataset dataset = read_dataset(folder.path().string());
  EXPECT_EQ(dataset.nodes(), 19717);
  EXPECT_EQ(dataset.counts, (BuildCounts{44338, 44324, 11, 3, 0, 0}));
}

TEST(Dgl, reads_the_tables_that_meta_yaml_names) {
  const TemporaryFolder folder;
  folder.file(
      "meta.yaml",
      "# made by hand\ndataset_name: 'mini graph'\nedge_data:\n- file_name: edges_0.csv\n  etype: [a, b, a]\n"
      "node_data:\n  - file_name: \"nodes_0.csv\"  # all\n    ntype: a\n");
  folder.file("edges_0.csv", "src_id,dst_id,feat\n0,1,\"1,2\"\n");
  folder.file("nodes_0.csv", "node_id,label,feat\n0,a,\"1,2\"\n1,b,\"3,4\"\n");
  const Dataset dataset = read_dataset(folder.path().string());
  expect_sound(dataset);
  EXPECT_EQ(dataset.format, "dgl");
  EXPECT_EQ(dataset.name, "mini graph");
  EXPECT_EQ(dataset.counts.kept, 1);
  EXPECT_THAT(dataset.notes, ElementsAre("a column of the edge table is not used: 'feat'"));
}

TEST(Dgl, refuses_what_is_no_plain_graph) {
  const TemporaryFolder folder;
  folder.file("nodes_0.csv", "node_id,f\n0,1\n");
  const auto wrong = [&](const std::string& meta) {
    folder.file("meta.yaml", meta);
    return complaint(folder.path().string());
  };
  const std::string nodes = "node_data:\n- file_name: nodes_0.csv\n";
  EXPECT_THAT(wrong(nodes), HasSubstr("meta.yaml: edge_data names no file_name"));
  EXPECT_THAT(wrong(nodes + "- file_name: nodes_1.csv\n"), HasSubstr("several kinds of nodes are not read"));
  EXPECT_THAT(wrong(nodes + "edge_data:\n- file_name: ../edges.csv\n"),
              HasSubstr("there is no '../edges.csv' beside"));
  EXPECT_THAT(wrong(nodes + "graph_data:\n  file_name: graphs.csv\n"), HasSubstr("describes many graphs"));
  EXPECT_THAT(wrong("one\n"), HasSubstr("meta.yaml:1: 'one' is not understood"));
}

TEST(EdgeList, is_refused_where_features_are_needed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("list.txt", "# pairs\n5 7\n7 6\n");
  EXPECT_THAT(complaint(path),
              HasSubstr("list.txt: is a list of edges, without features and labels; give a table "
                        "of nodes too: --edges"));
}

TEST(EdgeList, names_its_nodes) {
  const TemporaryFolder folder;
  const ReadOptions bare = {.features_required = false};
  const Dataset numbers = read_dataset(folder.file("a.txt", "% pairs\n10 7\n7 9\n9 7\n"), bare);
  EXPECT_THAT(numbers.node_ids, ElementsAre("7", "9", "10"));
  EXPECT_THAT(numbers.graph->edges.row(0), ElementsAre(1, 2));
  EXPECT_EQ(numbers.graph->features.cols(), 0);
  EXPECT_THAT(read_dataset(folder.file("b.csv", "source,target\n2,1\n1,0\n"), bare).node_ids, IsEmpty());
  EXPECT_THAT(read_dataset(folder.file("c.csv", "ann\tbob\nbob\tann\n"), bare).node_ids,
              ElementsAre("ann", "bob"));
  EXPECT_THAT(refusal([&] { read_dataset(folder.file("d.txt", "# nothing\n"), bare); }).what(),
              HasSubstr("d.txt: this file is in no known format; looked for npz ("));
}

TEST(ReadDataset, refuses_what_no_format_recognises) {
  const TemporaryFolder folder;
  EXPECT_EQ(complaint(folder.file("empty.csv", "")), (folder / "empty.csv") + ": is empty; check the path");
  EXPECT_THAT(complaint(folder.file("prose.txt", "This is a sentence.\nAnd one more of another length.\n")),
              HasSubstr("this file is in no known format; looked for npz"));
  EXPECT_THAT(complaint("/dev/null"), HasSubstr("is neither a file nor a folder"));
  EXPECT_THAT(complaint(folder.file("x.tar", tar_of({{"readme", "hello"}}))),
              HasSubstr("this archive is in no"));
}

TEST(ReadDataset, keeps_the_fingerprints_of_npz_files) {
  const std::string path = kData + "/cora/cora.npz";
  if (!fs::exists(path)) GTEST_SKIP() << path << " is not there";
  const Dataset cora = read_dataset(path);
  EXPECT_EQ(cora.format, "npz");
  EXPECT_EQ(cora.counts, (BuildCounts{.read = 5278, .kept = 5278}));
  EXPECT_EQ(fingerprint(cora), "1c813e5a956ff4a0baf63640a0d7b5f3810dd1f638ce1b48622b544f5b03d130");
}

}  // namespace
}  // namespace graphsr
