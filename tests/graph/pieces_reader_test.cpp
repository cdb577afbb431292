#include "graphsr/graph/pieces_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/format.h"
#include "tests/graph/pieces_maker.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class PiecesReader : public testing::Test {
 protected:
  Dataset read(const NamedFiles& files, const ReadOptions& options = {}) const {
    const TemporaryFolder folder;
    write_files(folder, files);
    Dataset dataset = read_dataset(folder.path().string(), options);
    EXPECT_EQ(dataset.format, "pieces");
    return dataset;
  }
  std::string complaint(NamedFiles files, const std::string& file, const std::string& content) const {
    files[file] = content;
    const Error error = refusal([&] { read(files); });
    EXPECT_EQ(error.fault(), Fault::input);
    return error.what();
  }
  // The path 0-1-2-3 and its labels, whatever the features.
  void expect_path(const Dataset& dataset) const {
    expect_sound(dataset);
    EXPECT_THAT(dataset.graph->edges.columns, ElementsAre(1, 0, 2, 1, 3, 2));
    EXPECT_THAT(dataset.labels, ElementsAre(0, 0, 1, kUnlabelled));
    EXPECT_EQ(dataset.counts.read, 3);
  }
};

TEST_F(PiecesReader, reads_the_same_graph_from_sparse_forms) {
  for (const NamedFiles& files : {scipy_pieces(), matrix_market_pieces(), svmlight_pieces()}) {
    const Dataset dataset = read(files);
    SCOPED_TRACE(files.begin()->first);
    expect_path(dataset);
    const Csr& features = dataset.graph->features.sparse();
    EXPECT_EQ(features.cols, 3);
    EXPECT_THAT(features.offsets, ElementsAre(0, 2, 3, 3, 5));
    EXPECT_THAT(features.columns, ElementsAre(0, 2, 1, 0, 1));
    EXPECT_THAT(features.values, ElementsAre(1, 2, 0.5, 1, -1));
  }
}

TEST_F(PiecesReader, reads_arrays_with_masks_of_the_users_own) {
  const Dataset dataset = read(npy_pieces());
  expect_path(dataset);
  EXPECT_EQ(dataset.graph->features.dense()(3, 1), -1);
  EXPECT_TRUE(dataset.own_masks);
  EXPECT_THAT(dataset.masks[0],
              ElementsAre(SplitPart::train, SplitPart::none, SplitPart::train, SplitPart::none));
}

TEST_F(PiecesReader, is_found_by_each_of_its_files) {
  const TemporaryFolder folder;
  write_files(folder, scipy_pieces());
  for (const auto& [file, content] : scipy_pieces()) expect_path(read_dataset(folder / file));
  EXPECT_EQ(read_dataset(folder / "labels.npy").name, folder.path().filename());
}

TEST_F(PiecesReader, takes_other_forms_of_matrices_and_labels) {
  NamedFiles files = scipy_pieces();
  files["adj.npz"] = npz_of({{"format", form_npy("csc")},
                             {"shape", npy<int64_t>("<i8", {4, 4})},
                             {"data", npy<float>("<f4", {1, 1, 1})},
                             {"indices", npy<int>("<i4", {0, 1, 2})},
                             {"indptr", npy<int>("<i4", {0, 0, 1, 2, 3})}});
  files["labels.npy"] = npy<int>("<i4", {1, 0, 1, 0, 0, 1, 0, 0}, "(4, 2)");
  expect_path(read(files));
  ReadOptions directed;
  directed.direction = Direction::as_read;
  EXPECT_THAT(read(files, directed).graph->edges.offsets, ElementsAre(0, 0, 1, 2, 3));
  files = matrix_market_pieces();
  files["features.mtx"] = "%%MatrixMarket matrix array integer general\n4 1\n1\n2\n3\n4\n";
  files["labels.csv"] = "label\ncat\ncat\ndog\n\n";
  const Dataset dense = read(files);
  expect_path(dense);
  EXPECT_THAT(dense.class_names, ElementsAre("cat", "dog"));
  EXPECT_EQ(dense.graph->features.dense()(3, 0), 4);
}

TEST_F(PiecesReader, reads_a_lone_matrix_as_a_graph_without_features_when_asked) {
  const TemporaryFolder folder;
  const std::string file = folder.file("web.mtx", matrix_market_pieces().at("adj.mtx"));
  EXPECT_THAT(refusal([&] { read_dataset(file); }).what(), HasSubstr("there are edges but no features"));
  ReadOptions without;
  without.features_required = false;
  const Dataset web = read_dataset(file, without);
  EXPECT_EQ(web.name, "web");
  EXPECT_EQ(web.counts.kept, 3);
  EXPECT_EQ(web.graph->features.cols(), 0);
  EXPECT_THAT(web.notes, ElementsAre("there is no file of labels: every node is unlabelled"));
}

TEST_F(PiecesReader, says_what_a_lone_file_of_features_lacks) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal([&] { read_dataset(folder.file("features.svm", "1 1:0.5 7:1\n")); }).what(),
              HasSubstr("there are no edges beside it"));
  EXPECT_THAT(refusal([&] { read_dataset(folder.file("a.svm", "1 1:0.5 7:1\n")); }).what(),
              HasSubstr("has features in svmlight's form, but no edges"));
}

// A few bytes must not ask for gigabytes.
TEST_F(PiecesReader, refuses_numbers_of_rows_that_entries_do_not_bear_out) {
  EXPECT_THAT(complaint(matrix_market_pieces(), "features.mtx",
                        "%%MatrixMarket matrix coordinate pattern general\n2000000000 3 1\n1 1\n"),
              HasSubstr("says 2000000000 rows, but has only 1 entry"));
  EXPECT_THAT(complaint({{"features.npy", npy_pieces().at("features.npy")}}, "adj.mtx",
                        "%%MatrixMarket matrix coordinate pattern general\n2000000000 2000000000 1\n1 1\n"),
              HasSubstr("says 2000000000 rows"));
  const Arrays huge = {{"format", form_npy("csc")},
                       {"shape", npy<int64_t>("<i8", {2000000000, 1})},
                       {"data", npy<float>("<f4", {1})},
                       {"indices", npy<int>("<i4", {0})},
                       {"indptr", npy<int>("<i4", {0, 1})}};
  EXPECT_THAT(complaint(scipy_pieces(), "features.npz", npz_of(huge)), HasSubstr("says 2000000000 rows"));
  const TemporaryFolder folder;
  write_files(folder, {{"labels.csv", "node,label\n2000000000,a\n"}, {"edges.csv", "0,1\n"}});
  ReadOptions without;
  without.features_required = false;
  EXPECT_THAT(refusal([&] { read_dataset(folder.path().string(), without); }).what(),
              HasSubstr("says 2000000001 rows, but has only 1 entry"));
}

TEST_F(PiecesReader, uses_weights_as_asked) {
  NamedFiles files = matrix_market_pieces();
  files["adj.mtx"] = "%%MatrixMarket matrix coordinate real general\n4 4 4\n1 2 2\n2 3 0.5\n3 4 0\n4 1 1\n";
  const Dataset all = read(files);
  EXPECT_EQ(all.counts.kept, 3);
  EXPECT_EQ(all.counts.light, 1);
  EXPECT_THAT(all.notes[0], HasSubstr("edge weights are not used: 2 edges"));
  ReadOptions heavy;
  heavy.min_weight = 1;
  EXPECT_EQ(read(files, heavy).counts.light, 2);
}

TEST_F(PiecesReader, two_classes_of_svmlight_are_minus_one_and_one) {
  NamedFiles files = svmlight_pieces();
  files["features.svm"] = "-1 0:1\n+1 0:1\n1.0 0:1\n-1 0:1\n";
  const Dataset dataset = read(files);
  EXPECT_THAT(dataset.labels, ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(dataset.class_names, ElementsAre("-1", "1"));
  EXPECT_THAT(dataset.notes, ElementsAre("features.svm: feature numbers begin at 0"));
}

TEST_F(PiecesReader, refuses_parts_that_do_not_fit_together) {
  EXPECT_THAT(complaint(scipy_pieces(), "labels.npy", npy<int>("<i4", {0, 1})),
              HasSubstr("labels.npy: has 2 elements, but there are 4 nodes"));
  EXPECT_THAT(complaint(npy_pieces(), "edges.npy", npy<int>("<i4", {0, 4}, "(1, 2)")),
              HasSubstr("edges.npy: edge 0 has the end 4"));
  EXPECT_THAT(complaint(matrix_market_pieces(), "adj.mtx",
                        "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n"),
              HasSubstr("has 3 nodes, but there are 4"));
  EXPECT_THAT(complaint(matrix_market_pieces(), "labels.csv", "node,label\n4,0\n"),
              HasSubstr("labels node 4"));
  EXPECT_THAT(complaint(matrix_market_pieces(), "labels.csv", "node,label\n1,0\n1,0\n"),
              HasSubstr("node 1 twice"));
  EXPECT_THAT(complaint(matrix_market_pieces(), "labels.csv", "node,label\n-1,0\n"),
              HasSubstr("labels.csv:2:1: '-1' is no number of a node"));
  EXPECT_THAT(complaint(matrix_market_pieces(), "labels.csv", "a,b,c\n"),
              HasSubstr("3 columns and no header"));
  EXPECT_THAT(complaint(matrix_market_pieces(), "labels.csv", ""), HasSubstr("has no label"));
  EXPECT_THAT(complaint(svmlight_pieces(), "edges.txt", "0 9\n"),
              AllOf(HasSubstr("edges.txt:1:3"), HasSubstr("there is no node '9' in the nodes 0 to 3")));
  EXPECT_THAT(complaint(npy_pieces(), "features.npy", npy<float>("<f4", {1, 2, 3, 4})),
              HasSubstr("1 dimensions"));
}

TEST_F(PiecesReader, refuses_npy_files_that_lie) {
  EXPECT_THAT(complaint(npy_pieces(), "labels.npy", raw_npy(npy_header("<i8", "(4,)"), "1234")),
              HasSubstr("ends too early"));
  EXPECT_THAT(complaint(npy_pieces(), "labels.npy", npy<int64_t>("<i8", {0, 0, 1, 0}) + "x"),
              HasSubstr("longer than"));
  EXPECT_THAT(
      complaint(npy_pieces(), "features.npy", raw_npy(npy_header("<f4", "(100000000000, 100000)"), "1234")),
      HasSubstr("ends too early"));
  EXPECT_THAT(complaint(npy_pieces(), "features.npy", raw_npy(npy_header("|O", "(4,)"), "1234")),
              HasSubstr("Python objects"));
  EXPECT_THAT(complaint(npy_pieces(), "features.npy", "text"), HasSubstr("ends too early"));
}

TEST_F(PiecesReader, refuses_scipy_files_that_cannot_be) {
  const auto with = [&](const Arrays& arrays) {
    return complaint(scipy_pieces(), "adj.npz", npz_of(arrays));
  };
  EXPECT_THAT(with({{"format", form_npy("dia")}, {"shape", npy<int64_t>("<i8", {4, 4})}}),
              HasSubstr("'dia' matrix"));
  EXPECT_THAT(with({{"format", form_npy("csr")}, {"shape", npy<int64_t>("<i8", {4, 4})}}),
              HasSubstr("has no array"));
  Arrays coo = {{"format", form_npy("coo")},
                {"shape", npy<int64_t>("<i8", {4, 4})},
                {"row", npy<int>("<i4", {0})},
                {"col", npy<int>("<i4", {4})},
                {"data", npy<float>("<f4", {1})}};
  EXPECT_THAT(with(coo), HasSubstr("entry 0 stands in row 0, column 4 of a 4 x 4 matrix"));
  coo["col"] = npy<int>("<i4", {1, 2});
  EXPECT_THAT(with(coo), HasSubstr("1 rows, 2 columns and 1 values"));
  coo["shape"] = npy<int64_t>("<i8", {0, 4});
  EXPECT_THAT(with(coo), HasSubstr("no rows and columns that can be"));
}

}  // namespace
}  // namespace graphsr
