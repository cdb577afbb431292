#include "graphsr/graph/dataset.h"

#include <filesystem>
#include <iostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/base/temporary_folder.h"
#include "tests/graph/refusal.h"
#include "tests/graph/toy_dataset.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Csr kPath = build_edges(3, {{0, 1}, {1, 2}}).edges;
const Csr kWords{3, 2, {0, 1, 1, 3}, {1, 0, 1}, {}};

Dataset path_dataset(Features features = Features(kWords),
                     std::vector<int32_t> labels = {0, kUnlabelled, 1}) {
  return dataset_of(kPath, std::move(features), std::move(labels), {"red", "green"});
}

TEST(Dataset, names_nodes_by_their_number_unless_told) {
  Dataset dataset = path_dataset();
  EXPECT_EQ(dataset.node_id(2), "2");
  dataset.node_ids = {"a", "b", "c"};
  EXPECT_EQ(dataset.node_id(2), "c");
  EXPECT_EQ(dataset.nodes(), 3);
  EXPECT_EQ(dataset.classes(), 2);
}

TEST(Dataset, counts_labelled_nodes_of_each_class) {
  EXPECT_THAT(class_counts(toy_dataset({4, 0, 2}, 3)), ElementsAre(4, 0, 2));
}

TEST(EdgeHomophily, is_the_share_of_edges_between_equals) {
  const Csr edges = build_edges(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}).edges;
  const Csr none{4, 0, {0, 0, 0, 0, 0}, {}, {}};
  EXPECT_EQ(edge_homophily(dataset_of(edges, Features(none), {0, 0, 0, 1}, {"a", "b"})), 0.5);
  EXPECT_EQ(edge_homophily(dataset_of(edges, Features(none), {1, 1, 1, 1}, {"a", "b"})), 1);
}

TEST(EdgeHomophily, leaves_out_edges_with_an_unlabelled_end) {
  const Csr edges = build_edges(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}).edges;
  const Csr none{4, 0, {0, 0, 0, 0, 0}, {}, {}};
  EXPECT_EQ(edge_homophily(dataset_of(edges, Features(none), {0, 0, 1, kUnlabelled}, {"a", "b"})), 0.5);
  const std::vector<int32_t> unknown(4, kUnlabelled);
  EXPECT_EQ(edge_homophily(dataset_of(edges, Features(none), unknown, {"a", "b"})), 0);
}

// Both computed with Python's hashlib and struct from the form that fingerprint() describes.
TEST(Fingerprint, is_of_a_fixed_form) {
  EXPECT_EQ(fingerprint(path_dataset()), "2ccf221e1d1eb553c2bf65d7a217abb4ec97854767c0827100323145e8043d67");
  Matrix matrix(3, 2);
  const Real values[] = {0, Real(0.5), 1, 2, -3, 4};
  std::copy(std::begin(values), std::end(values), matrix.data());
  EXPECT_EQ(fingerprint(path_dataset(Features(std::move(matrix)))),
            "e6db0372f6ba57c866f2707a409c2278cef376720b4122098b637aeee98cb7ae");
}

TEST(Fingerprint, does_not_depend_on_whether_ones_are_written_out) {
  Csr written = kWords;
  written.values.assign(3, 1);
  EXPECT_EQ(fingerprint(path_dataset(Features(written))), fingerprint(path_dataset()));
}

TEST(Fingerprint, ignores_names) {
  Dataset dataset = path_dataset();
  dataset.name = "other";
  dataset.class_names = {"x", "y"};
  dataset.node_ids = {"a", "b", "c"};
  dataset.notes = {"1 edge read"};
  EXPECT_EQ(fingerprint(dataset), fingerprint(path_dataset()));
}

TEST(Fingerprint, changes_with_every_part) {
  const Csr other_edges = build_edges(3, {{0, 1}, {0, 2}}).edges;
  Csr other_value = kWords, other_word = kWords, wider = kWords;
  other_value.values = {1, 2, 1};
  other_word.columns[0] = 0;
  wider.cols = 3;
  const std::string before = fingerprint(path_dataset());
  EXPECT_NE(fingerprint(dataset_of(other_edges, Features(kWords), {0, -1, 1}, {"red", "green"})), before);
  EXPECT_NE(fingerprint(path_dataset(Features(other_value))), before);
  EXPECT_NE(fingerprint(path_dataset(Features(other_word))), before);
  EXPECT_NE(fingerprint(path_dataset(Features(wider))), before);
  EXPECT_NE(fingerprint(path_dataset(Features(kWords), {0, 0, 1})), before);
}

TEST(OpenDataset, knows_the_demo) { EXPECT_EQ(open_dataset("demo").name, "demo"); }

TEST(OpenDataset, suggests_the_nearest_name) {
  const Error error = refusal([] { open_dataset("demmo"); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_STREQ(error.what(),
               "--dataset: there is no file or built-in graph named 'demmo'; did you mean 'demo'?");
}

TEST(OpenDataset, says_what_to_give_when_no_name_is_near) {
  for (const std::string& what : {std::string("no/such/file.npz"), std::string(), std::string(5000, 'x')}) {
    const Error error = refusal([&] { open_dataset(what); });
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_THAT(error.what(), HasSubstr("give the path of a file or folder, or 'demo'"));
  }
}

TEST(OpenDataset, refuses_a_folder_in_no_known_format) {
  const TemporaryFolder folder;
  const Error error = refusal([&] { open_dataset(folder.path()); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_THAT(error.what(), HasSubstr(folder.path().string() + ": this folder is in no known format"));
}

TEST(OpenDataset, refuses_a_file_in_no_known_format) {
  const TemporaryFolder folder;
  const std::string path = folder.file("graph.txt", "hello");
  const Error error = refusal([&] { open_dataset(path); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_THAT(error.what(), HasSubstr("graph.txt"));
}

TEST(OpenDataset, reads_cora) {
  const std::string path = GRAPHSR_SOURCE_DIR "/../shared/data/cora/cora.npz";
  if (!std::filesystem::exists(path)) {
    std::cout << "not tested: there is no " << path << '\n';
    return;
  }
  const Dataset cora = open_dataset(path);
  EXPECT_EQ(cora.nodes(), 2708);
  EXPECT_THAT(class_counts(cora), ElementsAre(351, 217, 418, 818, 426, 298, 180));
  EXPECT_NEAR(edge_homophily(cora), 0.81, 0.0005);
}

}  // namespace
}  // namespace graphsr
