#include "graphsr/graph/tables_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/format.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/packing.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kNodes = "node_id,label,a,b\nx,cat,1,0.5\ny,dog,0,-2\nz,,3,1\n";
const std::string kEdges = "src_id,dst_id\nx,y\ny,z\n";

Dataset tables(const std::string& edges, const std::string& nodes, const ReadOptions& options = {}) {
  Dataset dataset = read_tables(open_bytes(edges, "edges.csv"), open_bytes(nodes, "nodes.csv"), options);
  if (options.direction == Direction::both && options.features_required) expect_sound(dataset);
  return dataset;
}

std::string complaint(const std::string& edges, const std::string& nodes, const ReadOptions& options = {}) {
  const Error error = refusal([&] { tables(edges, nodes, options); });
  EXPECT_EQ(error.fault(), Fault::input);
  return error.what();
}

std::vector<int32_t> heard_by(const Dataset& dataset, int64_t node) {
  const auto row = dataset.graph->edges.row(node);
  return {row.begin(), row.end()};
}

TEST(Tables, give_ids_classes_features_and_edges) {
  const Dataset dataset = tables(kEdges, kNodes);
  EXPECT_THAT(dataset.node_ids, ElementsAre("x", "y", "z"));
  EXPECT_THAT(dataset.class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(dataset.labels, ElementsAre(0, 1, kUnlabelled));
  EXPECT_THAT(dataset.graph->features.dense().values(), ElementsAre(1, 0.5, 0, -2, 3, 1));
  EXPECT_THAT(heard_by(dataset, 1), ElementsAre(0, 2));
  EXPECT_EQ(dataset.counts.read, 2);
  EXPECT_THAT(dataset.notes, IsEmpty());
}

TEST(Tables, are_the_same_with_tabs_semicolons_crlf_quotes_and_a_byte_order_mark) {
  const std::string before = fingerprint(tables(kEdges, kNodes));
  std::string marked = "\xef\xbb\xbf";
  for (const char c : kNodes) marked += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(fingerprint(tables(kEdges, marked)), before);
  for (const char separator : {'\t', ';'}) {
    std::string nodes = kNodes, edges = kEdges;
    std::replace(nodes.begin(), nodes.end(), ',', separator);
    std::replace(edges.begin(), edges.end(), ',', separator);
    EXPECT_EQ(fingerprint(tables(edges, nodes)), before);
  }
  EXPECT_EQ(fingerprint(tables("\"src_id\" , dst_id\n\n# a remark\n \"x\", y\ny,\"z\"", kNodes)), before);
  EXPECT_EQ(fingerprint(tables("x y\ny  z\n", kNodes)), before);
  EXPECT_EQ(fingerprint(tables("extra,dst_id,src_id\n1,y,x\n2,z,y\n", kNodes)), before);
}

TEST(Tables, ids_and_classes_may_be_any_text) {
  const Dataset dataset =
      tables("\"a, \"\"b\"\"\",Zürich\n", "node_id,label,f\n\"a, \"\"b\"\"\",\"x; y\",1\nZürich,-1,1\n");
  EXPECT_THAT(dataset.node_ids, ElementsAre("a, \"b\"", "Zürich"));
  EXPECT_THAT(dataset.class_names, ElementsAre("x; y"));
  EXPECT_EQ(dataset.counts.kept, 1);
}

TEST(Tables, number_classes_by_number_or_name_not_by_order_of_rows) {
  EXPECT_THAT(tables("", "id,label,f\n1,10,1\n2,9,1\n").class_names, ElementsAre("9", "10"));
  EXPECT_THAT(tables("", "id,label,f\n1,b,1\n2,9,1\n3,a,1\n").class_names, ElementsAre("9", "a", "b"));
}

TEST(Tables, read_features_from_one_column) {
  const Dataset dataset = tables("", "node_id,feat,train_mask,other\n5,\"1, 2.5,0\",0,u\n6,[4 5 6],0,v\n",
                                 {.features_required = true});
  EXPECT_THAT(dataset.graph->features.dense().values(), ElementsAre(1, 2.5, 0, 4, 5, 6));
  EXPECT_THAT(dataset.notes, ElementsAre("the edge table has no edges: every node stands alone",
                                         "there is no column 'label': every node is unlabelled",
                                         "a column of the node table is not used: 'other'"));
}

TEST(Tables, keep_features_sparse_that_are_mostly_zero) {
  const Dataset dataset = tables("", "id,a,b,c\n0,0,0,1\n1,1,0,0\n");
  EXPECT_EQ(dataset.graph->features.sparse(), (Csr{2, 3, {0, 1, 2}, {2, 0}, {}}));
  EXPECT_THAT(dataset.node_ids, IsEmpty());
  EXPECT_THAT(tables("", "id,a,b,c\n0,0,0,1\n1,7,0,0\n").graph->features.sparse().values, ElementsAre(1, 7));
}

TEST(Tables, choose_dense_features_by_the_first_thousand_rows) {
  std::string nodes = "id,a,b\n";
  for (int i = 0; i < 3000; ++i) nodes += std::to_string(i) + (i < 1000 ? ",1,2\n" : ",0,3\n");
  const Dataset dataset = tables("", nodes);
  const Features& features = dataset.graph->features;
  ASSERT_FALSE(features.is_sparse());
  for (int64_t i = 0; i < 3000; ++i) {
    ASSERT_EQ(features.dense().data()[2 * i], i < 1000 ? 1 : 0);
    ASSERT_EQ(features.dense().data()[2 * i + 1], i < 1000 ? 2 : 3);
  }
}

TEST(Tables, carry_masks) {
  const std::string nodes =
      "node_id,label,f,train_mask,val_mask,test_mask\n0,a,1,1,0,0\n1,b,1,False,True,False\n2,,1,0,0,1\n3,a,1,"
      ",,\n";
  const Dataset dataset = tables("", nodes);
  using enum SplitPart;
  EXPECT_THAT(dataset.masks, ElementsAre(std::vector<SplitPart>{train, validation, test, none}));
  EXPECT_TRUE(dataset.own_masks);
  EXPECT_NE(fingerprint(dataset), fingerprint(tables("", "node_id,label,f\n0,a,1\n1,b,1\n2,,1\n3,a,1\n")));
  EXPECT_THAT(complaint("", "id,label,f,train_mask,test_mask\n0,a,1,1,1\n"),
              HasSubstr("nodes.csv:2:9: the node is in two masks"));
  EXPECT_THAT(complaint("", "id,label,f,train_mask\n0,,1,1\n"), HasSubstr("in train_mask and has no label"));
  EXPECT_THAT(complaint("", "id,label,f,train_mask\n0,a,1,yes\n"), HasSubstr("'yes' is neither 0 nor 1"));
}

TEST(Tables, hear_in_the_direction_that_is_asked_for) {
  const Dataset as_read = tables(kEdges + "x,y\ny,x\n", kNodes, {.direction = Direction::as_read});
  EXPECT_THAT(heard_by(as_read, 0), ElementsAre(1));
  EXPECT_THAT(heard_by(as_read, 1), ElementsAre(0));
  EXPECT_THAT(heard_by(as_read, 2), ElementsAre(1));
  EXPECT_EQ(as_read.counts.kept, 3);
  EXPECT_THAT(as_read.notes, ElementsAre("4 edges read, 3 kept: 1 duplicate and 0 self loops dropped",
                                         HasSubstr("a node hears those that point to it")));
  const Dataset reversed = tables(kEdges, kNodes, {.direction = Direction::reversed});
  EXPECT_THAT(heard_by(reversed, 0), ElementsAre(1));
  EXPECT_THAT(heard_by(reversed, 1), ElementsAre(2));
  EXPECT_THAT(heard_by(reversed, 2), IsEmpty());
}

TEST(Tables, leave_out_edges_of_little_weight) {
  const std::string nodes = "id,f\n0,1\n1,1\n2,1\n", edges = "src_id,dst_id,weight\n0,1,0\n1,2,0.5\n0,2,-1\n";
  const Dataset all = tables(edges, nodes);
  EXPECT_EQ(all.counts.kept, 2);
  EXPECT_EQ(all.counts.light, 1);
  EXPECT_THAT(all.notes, testing::Contains("edge weights are not used: 2 edges have a weight other than 1"));
  EXPECT_THAT(all.notes,
              testing::Contains("3 edges read, 2 kept: 1 of too small a weight, 0 duplicates and 0 "
                                "self loops dropped"));
  EXPECT_EQ(tables(edges, nodes, {.min_weight = 0.5}).counts.kept, 1);
  EXPECT_EQ(tables("0 1 1\n1 2 1.0\n", nodes).counts, (BuildCounts{.read = 2, .kept = 2}));
}

TEST(Tables, deal_with_unknown_ends_as_asked) {
  const std::string edges = kEdges + "x,w\n";
  EXPECT_THAT(complaint(edges, kNodes), HasSubstr("edges.csv:4:3: there is no node 'w' in nodes.csv"));
  const Dataset dropped = tables(edges, kNodes, {.unknown_ends = UnknownEnds::drop});
  EXPECT_EQ(dropped.counts.unknown_ends, 1);
  EXPECT_EQ(dropped.counts.read, 3);
  EXPECT_EQ(dropped.nodes(), 3);
  const Dataset added = tables(edges, kNodes, {.unknown_ends = UnknownEnds::add});
  EXPECT_EQ(added.nodes(), 4);
  EXPECT_EQ(added.node_id(3), "w");
  EXPECT_EQ(added.labels[3], kUnlabelled);
  EXPECT_THAT(heard_by(added, 3), ElementsAre(0));
}

TEST(Tables, say_line_column_and_remedy_of_what_is_wrong_with_nodes) {
  const auto wrong = [](const std::string& nodes) { return complaint(kEdges, nodes); };
  EXPECT_EQ(wrong(""), "nodes.csv: is empty; a node table begins with the names of its columns");
  EXPECT_THAT(wrong("node_id,label,a\n"), HasSubstr("nodes.csv: has no nodes"));
  EXPECT_THAT(wrong("name,label\nx,1\n"), HasSubstr("nodes.csv:1: there is no column 'node_id'"));
  EXPECT_THAT(wrong("node_id,a,a\nx,1,1\n"), HasSubstr("nodes.csv:1:11: there are two columns 'a'"));
  EXPECT_THAT(wrong("node_id,a\nx,1\nx,2\n"), HasSubstr("nodes.csv:3:1: there is a node 'x' already"));
  EXPECT_THAT(wrong("node_id,a\nx,1\ny\n"), HasSubstr("nodes.csv:3: 1 field, expected 2"));
  EXPECT_THAT(wrong("node_id,a\nx,one\n"), HasSubstr("nodes.csv:2:3: 'one' in column 'a' is not a number"));
  EXPECT_THAT(wrong("node_id,a\nx,\n"), HasSubstr("nodes.csv:2:3: there is no number; fill it in"));
  for (const char* number : {"1e400", "nan", "inf", "-1e39"})
    EXPECT_THAT(wrong(std::string("node_id,a\nx,") + number + "\n"), HasSubstr("is not a finite number"));
  EXPECT_THAT(wrong("node_id,a\n\"x,1\n"), HasSubstr("nodes.csv:2:1: a quote is not closed on its line"));
  EXPECT_THAT(wrong("node_id,a\n\"x\"y,1\n"), HasSubstr("text follows a closing quote"));
  EXPECT_THAT(wrong("node_id,a\n\xff,1\n"), HasSubstr("is not UTF-8; save the file as UTF-8"));
  EXPECT_THAT(wrong("node_id,label,a\nx,\xc3,1\n"), HasSubstr("nodes.csv:2:3: the class"));
  EXPECT_THAT(wrong("node_id,feat\nx,\"1,2\"\ny,3\n"), HasSubstr("'3' has 1 numbers, expected 2"));
  EXPECT_THAT(complaint("", "node_id,label\nx,1\n"), HasSubstr("nodes.csv: the nodes have no features; add"));
  EXPECT_EQ(tables("", "node_id,a\nx,1e-400\n").graph->features.cols(), 1);
}

TEST(Tables, say_line_column_and_remedy_of_what_is_wrong_with_edges) {
  const auto wrong = [](const std::string& edges) { return complaint(edges, kNodes); };
  EXPECT_THAT(wrong("a,b,c,d\n"), HasSubstr("edges.csv:1: 4 columns and no header"));
  EXPECT_THAT(wrong("x\n"), HasSubstr("edges.csv:1: 1 column and no header"));
  EXPECT_THAT(wrong(kEdges + "x,y,z\n"), HasSubstr("edges.csv:4: 3 fields, expected 2"));
  EXPECT_THAT(wrong(kEdges + "x,\n"), HasSubstr("edges.csv:4:3: there is no node id"));
  EXPECT_THAT(wrong("src,dst,weight\nx,y,heavy\n"), HasSubstr("edges.csv:2:5: 'heavy' is not a number"));
  EXPECT_THAT(wrong("src,dst,weight\nx,y,1e400\n"), HasSubstr("'1e400' is not a finite number"));
  EXPECT_THAT(wrong("x,\xfe\n"), HasSubstr("edges.csv:1:3: the node id"));
  EXPECT_THAT(complaint("0,1\n1,2,\n", "id,f\n0,1\n1,1\n2,1\n"),
              HasSubstr("edges.csv:2: 3 fields, expected 2"));
  EXPECT_THAT(complaint("0,1\n1\n", "id,f\n0,1\n1,1\n2,1\n"), HasSubstr("edges.csv:2: 1 field, expected 2"));
  EXPECT_THAT(complaint("0,1\n1,02\n", "id,f\n0,1\n1,1\n2,1\n"), HasSubstr("there is no node '02'"));
  EXPECT_THAT(complaint("0,1\n1,99999999999999999999\n", "id,f\n0,1\n1,1\n"),
              HasSubstr("there is no node '999"));
}

TEST(Tables, are_found_in_folders_and_archives) {
  const TemporaryFolder folder;
  folder.file("edges.csv", kEdges);
  folder.file("nodes.csv.gz", gz_of(kNodes));
  const Dataset dataset = read_dataset(folder.path().string());
  EXPECT_EQ(dataset.format, "tables");
  EXPECT_EQ(dataset.name, folder.path().filename());
  EXPECT_EQ(fingerprint(dataset), fingerprint(tables(kEdges, kNodes)));
  const std::string tar = tar_of({{"my/edges.csv", kEdges}, {"my/nodes.csv", kNodes}});
  const Dataset packed = read_dataset(folder.file("mine.tgz", gz_of(tar)));
  EXPECT_EQ(packed.name, "mine");
  EXPECT_EQ(fingerprint(packed), fingerprint(dataset));
  const Dataset named = read_tables(folder / "edges.csv", folder / "nodes.csv.gz");
  EXPECT_EQ(named.name, "nodes");
  EXPECT_EQ(fingerprint(named), fingerprint(dataset));
}

TEST(Tables, keep_the_names_of_feature_columns) {
  EXPECT_THAT(tables(kEdges, kNodes).feature_names, ElementsAre("a", "b"));
  EXPECT_THAT(tables(kEdges, "node_id,feat\nx,1 2\ny,2 3\nz,4 5\n").feature_names, IsEmpty());
}

TEST(Tables, say_which_column_is_no_number_or_should_be_called_label) {
  EXPECT_THAT(complaint(kEdges, "node_id,label,city\nx,cat,Ulm\ny,dog,1\nz,,2\n"),
              HasSubstr("'Ulm' in column 'city' is not a number"));
  for (const char* name : {"Label", "CLASS", "labels"})
    EXPECT_THAT(complaint(kEdges, std::string("node_id,a,") + name + "\nx,1,0\ny,2,1\nz,3,1\n"),
                HasSubstr("none named 'label'"));
}

TEST(Tables, note_what_looks_like_a_missing_label_an_unused_column_or_no_edge_at_all) {
  const Dataset dataset = tables("src_id,dst_id,when,who\n", "node_id,label,a\nx,NA,1\ny,dog,2\nz,,3\n");
  EXPECT_THAT(dataset.notes,
              testing::UnorderedElementsAre(HasSubstr("'NA' is taken for a class"),
                                            HasSubstr("not used: 'when', 'who'"), HasSubstr("no edges")));
}

}  // namespace
}  // namespace graphsr
