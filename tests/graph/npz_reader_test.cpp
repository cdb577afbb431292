#include "graphsr/graph/npz_reader.h"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/npz_maker.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class NpzReader : public testing::Test {
 protected:
  Dataset read(const Arrays& changes) const {
    Arrays arrays = small_graph();
    for (const auto& [name, content] : changes) {
      if (content.empty())
        arrays.erase(name);
      else
        arrays[name] = content;
    }
    Dataset dataset = read_npz(folder_.file("small.npz", npz_of(arrays)));
    expect_sound(dataset);
    return dataset;
  }

  std::string complaint(const Arrays& changes) const {
    try {
      read(changes);
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::input);
      EXPECT_THAT(error.what(), StartsWith(folder_ / "small.npz"));
      return std::string(error.what()).substr((folder_ / "small.npz").size());
    }
    ADD_FAILURE() << "accepted";
    return "";
  }

  TemporaryFolder folder_;
};

TEST_F(NpzReader, reads_edges_features_and_labels) {
  const Dataset dataset = read({});
  EXPECT_EQ(dataset.name, "small");
  EXPECT_THAT(dataset.graph->edges.offsets, ElementsAre(0, 1, 3, 5, 6));
  EXPECT_THAT(dataset.graph->edges.columns, ElementsAre(1, 0, 2, 1, 3, 2));
  const Csr& features = dataset.graph->features.sparse();
  EXPECT_EQ(features.cols, 3);
  EXPECT_THAT(features.offsets, ElementsAre(0, 2, 3, 3, 5));
  EXPECT_THAT(features.columns, ElementsAre(0, 2, 1, 0, 1));
  EXPECT_THAT(features.values, ElementsAre(1, 2, 0.5, 1, -1));
  EXPECT_THAT(dataset.labels, ElementsAre(0, 0, 1, kUnlabelled));
  EXPECT_THAT(dataset.class_names, ElementsAre("0", "1"));
  EXPECT_THAT(dataset.node_ids, IsEmpty());
  EXPECT_THAT(dataset.notes, IsEmpty());
}

TEST_F(NpzReader, makes_directed_edges_undirected_and_notes_what_was_dropped) {
  const Dataset dataset = read({{"adj_indices", npy<int>("<i4", {1, 2, 0, 1, 3, 3})},
                                {"adj_indptr", npy<int>("<i4", {0, 2, 3, 5, 6})}});
  EXPECT_THAT(dataset.graph->edges.columns, ElementsAre(1, 2, 0, 2, 0, 1, 3, 2));
  EXPECT_THAT(dataset.notes, ElementsAre(HasSubstr("6 edges read, 4 kept: 1 duplicate")));
}

TEST_F(NpzReader, notes_self_loops_of_a_symmetric_matrix_without_calling_its_mirror_duplicates) {
  const Dataset dataset = read({{"adj_data", npy<float>("<f4", {1, 1, 1, 1, 1})},
                                {"adj_indices", npy<int>("<i4", {1, 0, 2, 2, 1})},
                                {"adj_indptr", npy<int>("<i4", {0, 1, 3, 5, 5})}});
  EXPECT_THAT(dataset.notes, ElementsAre(HasSubstr("3 edges read, 2 kept: 0 duplicates and 1 self loop")));
}

TEST_F(NpzReader, counts_every_entry_of_a_symmetric_matrix_that_repeats_itself) {
  const Dataset dataset = read({{"adj_data", npy<float>("<f4", {1, 1, 1, 1})},
                                {"adj_indices", npy<int>("<i4", {1, 1, 0, 0})},
                                {"adj_indptr", npy<int>("<i4", {0, 2, 4, 4, 4})}});
  EXPECT_THAT(dataset.notes, ElementsAre(HasSubstr("4 edges read, 1 kept: 3 duplicates")));
}

TEST_F(NpzReader, notes_weights_that_are_not_used_and_drops_edges_of_weight_zero) {
  EXPECT_THAT(read({{"adj_data", npy<float>("<f4", {2, 2, 1, 1, 0, 0})}}).notes,
              ElementsAre("edges of weight 0 were dropped: the file stores 2",
                          "edge weights are not used: 1 edge has a weight other than 1"));
}

TEST_F(NpzReader, takes_a_graph_without_edges) {
  EXPECT_EQ(read({{"adj_data", npy<float>("<f4", {})},
                  {"adj_indices", npy<int>("<i4", {})},
                  {"adj_indptr", npy<int>("<i4", {0, 0, 0, 0, 0})}})
                .graph->edges.nonzeros(),
            0);
}

TEST_F(NpzReader, refuses_adjacency_that_cannot_be) {
  const auto with = [&](const std::string& name, const std::string& content) {
    return complaint({{name, content}});
  };
  EXPECT_THAT(with("adj_shape", ""), HasSubstr("has no array 'adj_shape'"));
  EXPECT_THAT(with("adj_shape", npy<int>("<i4", {4, 5})), HasSubstr("4 x 5, and a graph's must be square"));
  EXPECT_THAT(with("adj_shape", npy<int>("<i4", {0, 0})), HasSubstr("each must be from 1"));
  EXPECT_THAT(with("adj_shape", npy<int>("<i4", {-4, -4})), HasSubstr("each must be from 1"));
  EXPECT_THAT(with("adj_shape", npy<int64_t>("<i8", {1LL << 31, 1LL << 31})),
              HasSubstr("each must be from 1"));
  EXPECT_THAT(with("adj_shape", npy<int>("<i4", {4})), HasSubstr("expected rows and columns"));
  EXPECT_THAT(with("adj_shape", npy<int>("<i4", {4, 4}, "(1, 2)")), HasSubstr("2 dimensions, expected 1"));
  EXPECT_THAT(with("adj_shape", npy<int>("<i4", {INT32_MAX, INT32_MAX})),
              HasSubstr("5 elements, but 2147483647 rows"));
  EXPECT_THAT(with("adj_indptr", npy<int>("<i4", {1, 1, 3, 5, 6})), HasSubstr("element 0 is 1"));
  EXPECT_THAT(with("adj_indptr", npy<int>("<i4", {0, 3, 1, 5, 6})), HasSubstr("element 2 is 1, less than 3"));
  EXPECT_THAT(with("adj_indptr", npy<int>("<i4", {0, 1, 3, 5, 7})),
              HasSubstr("ends with 7, but there are 6"));
  EXPECT_THAT(with("adj_indptr", npy<int>("<i4", {0, 1, 3, 5})), HasSubstr("4 elements, but 4 rows need 5"));
  EXPECT_THAT(with("adj_indices", npy<int>("<i4", {1, 0, 4, 1, 3, 2})),
              HasSubstr("element 2 (row 1) is column 4"));
  EXPECT_THAT(with("adj_indices", npy<int>("<i4", {1, 0, -1, 1, 3, 2})), HasSubstr("is column -1"));
  EXPECT_THAT(with("adj_data", npy<float>("<f4", {1})), HasSubstr("1 elements, but there are 6 indices"));
  EXPECT_THAT(with("adj_data", npy<float>("<f4", {1, 1, std::nanf(""), 1, 1, 1})),
              HasSubstr("array 'adj_data': row 1, column 2 is not a finite number"));
}

TEST_F(NpzReader, sorts_features_drops_zeros_and_says_so) {
  const Dataset dataset = read({{"attr_data", npy<float>("<f4", {5, 4, 0, 3, -0.0f})},
                                {"attr_indices", npy<int>("<i4", {2, 0, 1, 1, 0})}});
  EXPECT_THAT(dataset.graph->features.sparse().columns, ElementsAre(0, 2, 1));
  EXPECT_THAT(dataset.graph->features.sparse().values, ElementsAre(4, 5, 3));
  EXPECT_THAT(dataset.notes, ElementsAre("zeros were dropped from the features: the file stores 2"));
}

TEST_F(NpzReader, stores_no_values_when_every_feature_is_one) {
  const Dataset dataset = read({{"attr_data", npy<uint8_t>("|b1", {1, 1, 1, 1, 1})}});
  EXPECT_THAT(dataset.graph->features.sparse().values, IsEmpty());
  EXPECT_EQ(dataset.graph->features.sparse().nonzeros(), 5);
}

TEST_F(NpzReader, reads_dense_features_of_any_number_type) {
  const Arrays sparse_out = {
      {"attr_data", ""}, {"attr_indices", ""}, {"attr_indptr", ""}, {"attr_shape", ""}};
  Arrays changes = sparse_out;
  changes["attr_matrix"] = npy<double>("<f8", {1, 2, 3, 4, 5, 6, 7, 8.5}, "(4, 2)");
  EXPECT_EQ(read(changes).graph->features.dense()(3, 1), 8.5f);
  changes["attr_matrix"] = npy<int16_t>("<i2", {1, 2, 3, -4}, "(4, 1)");
  EXPECT_EQ(read(changes).graph->features.dense()(3, 0), -4);
  changes["attr_matrix"] = npy<float>("<f4", {1, 2, 3, 4});
  EXPECT_THAT(complaint(changes), HasSubstr("1 dimensions, expected 2"));
  changes["attr_matrix"] = npy<float>("<f4", {1, 2, 3}, "(3, 1)");
  EXPECT_THAT(complaint(changes), HasSubstr("3 rows, but there are 4 nodes"));
  changes["attr_matrix"] = npy<float>("<f4", {}, "(4, 0)");
  EXPECT_THAT(complaint(changes), HasSubstr("0 columns"));
  changes["attr_matrix"] =
      npy<float>("<f4", {1, 2, 3, 4, 5, std::numeric_limits<float>::infinity(), 7, 8}, "(4, 2)");
  EXPECT_THAT(complaint(changes), HasSubstr("row 2, column 1 is not a finite number"));
  EXPECT_THAT(complaint(sparse_out), HasSubstr("neither attr_data nor attr_matrix"));
  EXPECT_THAT(complaint({{"attr_matrix", npy<float>("<f4", {1, 2, 3, 4}, "(4, 1)")}}), HasSubstr("has both"));
}

TEST_F(NpzReader, refuses_sparse_features_that_cannot_be) {
  EXPECT_THAT(complaint({{"attr_data", npy<float>("<f4", {1, 2, std::nanf(""), 1, 1})}}),
              HasSubstr("row 1, column 1 is not a finite number"));
  EXPECT_THAT(complaint({{"attr_data", npy<double>("<f8", {1, 2, 1e300, 1, 1})}}),
              HasSubstr("too large for float32"));
  EXPECT_THAT(complaint({{"attr_indices", npy<int>("<i4", {2, 2, 1, 0, 1})}}),
              HasSubstr("row 0 has column 2 twice"));
  EXPECT_THAT(complaint({{"attr_indices", npy<int>("<i4", {0, 3, 1, 0, 1})}}), HasSubstr("is column 3"));
  EXPECT_THAT(complaint({{"attr_shape", npy<int>("<i4", {5, 3})}}), HasSubstr("5 rows need 6"));
  EXPECT_THAT(complaint({{"attr_shape", npy<int>("<i4", {5, 3})},
                         {"attr_indptr", npy<int>("<i4", {0, 2, 3, 3, 5, 5})}}),
              HasSubstr("has 5 rows, but there are 4 nodes"));
  EXPECT_THAT(complaint({{"attr_shape", npy<int>("<i4", {4, 0})}}), HasSubstr("each must be from 1"));
  EXPECT_EQ(read({{"attr_shape", npy<int>("<i4", {4, INT32_MAX})}}).graph->features.cols(), INT32_MAX);
}

TEST_F(NpzReader, reads_labels_of_any_width_and_refuses_impossible_ones) {
  EXPECT_THAT(read({{"labels", npy<int8_t>("|i1", {2, 1, 0, -1})}}).labels, ElementsAre(2, 1, 0, -1));
  EXPECT_THAT(read({{"labels", npy<uint16_t>("<u2", {2, 1, 0, 0})}}).labels, ElementsAre(2, 1, 0, 0));
  EXPECT_THAT(read({{"labels", npy<double>("<f8", {2, 1, 0, -1})}}).labels, ElementsAre(2, 1, 0, -1));
  EXPECT_EQ(read({{"labels", npy<int>("<i4", {9999, 0, 0, 0})}}).classes(), 10000);
  EXPECT_THAT(complaint({{"labels", npy<int>("<i4", {0, -2, 0, 0})}}),
              HasSubstr("element 1 is -2; use -1 for nodes without a label"));
  EXPECT_THAT(complaint({{"labels", npy<int>("<i4", {10000, 0, 0, 0})}}), HasSubstr("only 10000 classes"));
  EXPECT_THAT(complaint({{"labels", npy<int64_t>("<i8", {INT64_MAX, 0, 0, 0})}}),
              HasSubstr("only 10000 classes"));
  EXPECT_THAT(complaint({{"labels", npy<int>("<i4", {0, 1})}}),
              HasSubstr("2 elements, but there are 4 nodes"));
  EXPECT_THAT(complaint({{"labels", npy<int>("<i4", {0, 1, 0, 1}, "(4, 1)")}}), HasSubstr("2 dimensions"));
}

TEST_F(NpzReader, takes_a_graph_without_any_label) {
  const Dataset without = read({{"labels", ""}});
  EXPECT_THAT(without.labels, ElementsAre(-1, -1, -1, -1));
  EXPECT_EQ(without.classes(), 0);
  EXPECT_THAT(without.notes, ElementsAre(HasSubstr("every node is unlabelled")));
  EXPECT_EQ(read({{"labels", npy<int>("<i4", {-1, -1, -1, -1})}}).classes(), 0);
}

TEST_F(NpzReader, names_classes_and_nodes_as_the_file_does) {
  const Dataset dataset = read(
      {{"class_names", text_npy({"cats", "dogs", "none"})}, {"node_names", text_npy({"a", "bb", "", "d"})}});
  EXPECT_THAT(dataset.class_names, ElementsAre("cats", "dogs", "none"));
  EXPECT_THAT(dataset.node_ids, ElementsAre("a", "bb", "", "d"));
  EXPECT_THAT(dataset.notes, ElementsAre("1 of 3 classes have no labelled node, first 'none'"));
  EXPECT_THAT(
      complaint({{"class_names", text_npy({"cats"})}}),
      HasSubstr(
          "array 'labels': element 2 is 1, but there can be only 1 classes; add the missing class_names"));
  EXPECT_THAT(complaint({{"node_names", text_npy({"a"})}}), HasSubstr("1 elements, but there are 4 nodes"));
}

TEST_F(NpzReader, takes_class_names_from_the_published_description_only_when_they_fit) {
  folder_.file("small.meta.json", R"({"class_names": ["cats", "dogs"]})");
  EXPECT_THAT(read({}).class_names, ElementsAre("cats", "dogs"));
  EXPECT_THAT(read({{"class_names", text_npy({"x", "y"})}}).class_names, ElementsAre("x", "y"));
  for (const std::string meta : {R"({"class_names": ["cats"]})", R"({"class_names": ["cats", 3]})", "{}",
                                 "[]", "", "{", R"({"class_names": "cats"})", "\xff"}) {
    folder_.file("small.meta.json", meta);
    EXPECT_THAT(read({}).class_names, ElementsAre("0", "1")) << meta;
  }
  folder_.file("small.meta.json", std::string(500000, '['));
  EXPECT_THAT(read({}).class_names, ElementsAre("0", "1"));
  fs::remove(folder_ / "small.meta.json");
  fs::create_directory(folder_ / "small.meta.json");
  EXPECT_THAT(read({}).class_names, ElementsAre("0", "1"));
}

}  // namespace
}  // namespace graphsr
