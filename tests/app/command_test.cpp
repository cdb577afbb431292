// The contract of the command line: exit codes, streams, files, suggestions.
#include "tests/app/command.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kQuick = " --method vanilla --epochs 3 --quiet ";

TEST(Command, help_of_every_verb_shows_an_example_and_defaults) {
  EXPECT_EQ(graphsr_command("--help").code, 0);
  const std::vector<std::pair<std::string, std::string>> verbs = {
      {"fit", "=demo"}, {"augment", "=demo"}, {"predict", "=demo"}, {"bench", "=runs/bench"}};
  for (const auto& [verb, value] : verbs) {
    const Outcome o = graphsr_command(verb + " --help");
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.out, HasSubstr("Example:\n  graphsr "));
    EXPECT_THAT(o.out, HasSubstr(value));
    EXPECT_EQ(o.err, "");
  }
  EXPECT_THAT(graphsr_command("--version").out, HasSubstr("graphsr 0."));
  EXPECT_EQ(graphsr_command("").code, 2);
}

TEST(Command, wrong_words_get_the_nearest_known_one_and_code_2) {
  expect_refused("fti", 2, "did you mean 'fit'");
  expect_refused("fit --modle gcn", 2, "did you mean '--model'");
  expect_refused("fit --see=3", 2, "did you mean '--seed'");
  expect_refused("fit --model gnc", 2, "did you mean 'gcn'");
  expect_refused("fit --method vanila", 2, "did you mean 'vanilla'");
  expect_refused("fit --dataset demmo", 2, "did you mean 'demo'");
  expect_refused("fit --protocol papr", 2, "did you mean 'paper'");
  expect_refused("fit --features raww", 2, "did you mean 'raw'");
  expect_refused("fit --optimiser adamm", 2, "did you mean 'adam'");
  expect_refused("fit --minority Genetic", 2, "did you mean 'Genetics'");
  expect_refused("fit extra", 2, "unknown word 'extra'");
}

TEST(Command, values_that_cannot_be_are_refused_with_code_2) {
  expect_refused("fit --rho 0", 2, "rho");
  expect_refused("fit --rho 2", 2, "rho");
  expect_refused("fit --rho nan", 2, "rho");
  expect_refused("fit --seed x", 2, "--seed");
  expect_refused("fit --seed -1", 2, "--seed");
  expect_refused("fit --threads -1", 2, "--threads");
  expect_refused("fit --epochs 0", 2, "--epochs");
  expect_refused("fit --rate 0", 2, "--rate");
  expect_refused("fit --model gat --heads 3", 2, "heads");
  expect_refused("fit --dropout 1", 2, "dropout");
  expect_refused("fit --width 0", 2, "width");
  expect_refused("predict", 2, "model");
  expect_refused("fit --dataset", 2, "--dataset");
}

TEST(Command, a_class_that_cannot_supply_the_split_is_named_with_code_3) {
  expect_refused("fit --test 300", 3, "class 'Acoustics' has 210 labelled nodes");
}

TEST(Fit, prints_figures_for_people_and_progress_on_stderr) {
  const Outcome o = graphsr_command("fit --epochs 20 --rounds 1");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("demo: 3000 nodes"));
  EXPECT_THAT(o.out, HasSubstr("precision"));
  EXPECT_THAT(o.out, HasSubstr("test: accuracy "));
  EXPECT_THAT(o.err, HasSubstr("round 1 teacher"));
  EXPECT_THAT(o.err, HasSubstr("final fit 100 %:"));
  EXPECT_THAT(o.err, testing::Not(HasSubstr("\033"))) << "no bar outside of a terminal";
  EXPECT_EQ(graphsr_command(std::string("fit") + kQuick).err, "");
}

TEST(Fit, json_is_one_document_that_is_the_same_for_any_number_of_threads) {
  std::string first;
  for (const char* threads : {"1", "2", "5", "1"}) {
    const Outcome o = graphsr_command(std::string("fit --json --model gat --threads ") + threads + kQuick);
    ASSERT_EQ(o.code, 0) << o.err;
    json document = json::parse(o.out);
    EXPECT_EQ(document.at("model_sha256").get<std::string>().size(), 64u);
    document.erase("seconds");
    if (first.empty()) first = document.dump();
    EXPECT_EQ(document.dump(), first);
  }
}

TEST(Fit, writes_a_folder_that_predict_reproduces) {
  const TemporaryFolder folder;
  const std::string out = folder / "deep/run";
  const Outcome fit = graphsr_command("fit --json --out '" + out + "'" + kQuick);
  ASSERT_EQ(fit.code, 0) << fit.err;
  for (const char* name : {"model.safetensors", "predictions.csv", "split.json", "metrics.json", "epochs.csv",
                           "augmented.csv", "history.csv", "map.csv", "report.html", "run.json"})
    EXPECT_TRUE(std::filesystem::exists(out + "/" + name)) << name;
  EXPECT_EQ(json::parse(file_text(out + "/metrics.json")), json::parse(fit.out));
  const json card = json::parse(file_text(out + "/run.json"));
  EXPECT_EQ(card.at("model_sha256"), json::parse(fit.out).at("model_sha256"));
  EXPECT_EQ(card.at("options").at("epochs"), "3");

  const Outcome predict = graphsr_command("predict '" + out + "' --quiet");
  ASSERT_EQ(predict.code, 0) << predict.err;
  std::string expected = file_text(out + "/predictions.csv");  // the same without the roles
  for (const char* role : {",role\n", ",train\n", ",validation\n", ",test\n", ",pool\n"})
    for (size_t at = expected.find(role); at != std::string::npos; at = expected.find(role, at))
      expected.replace(at, std::string(role).size(), "\n");
  EXPECT_EQ(predict.out, expected);

  const Outcome again = graphsr_command("fit --split '" + out + "/split.json' --json" + kQuick);
  EXPECT_EQ(json::parse(again.out).at("model_sha256"), json::parse(fit.out).at("model_sha256"));
}

TEST(Fit, refuses_an_existing_folder_unless_forced) {
  const TemporaryFolder folder;
  const std::string out = folder / "run", arguments = "fit --out '" + out + "'" + kQuick;
  ASSERT_EQ(graphsr_command(arguments).code, 0);
  const std::string before = file_text(out + "/run.json");
  expect_refused(arguments, 2, "--force");
  EXPECT_EQ(file_text(out + "/run.json"), before);
  EXPECT_EQ(graphsr_command(arguments + "--force").code, 0);
}

TEST(Fit, leaves_nothing_behind_when_the_input_is_bad) {
  const TemporaryFolder folder;
  folder.file("bad.npz", "this is no archive");
  expect_refused("fit --dataset '" + folder / "bad.npz" + "' --out '" + folder / "run" + "'", 3, "bad.npz");
  expect_refused("fit --split '" + folder / "bad.npz" + "' --out '" + folder / "run" + "'", 3, "bad.npz");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"bad.npz"});
}

TEST(Fit, an_interrupt_exits_with_5_and_leaves_nothing_where_no_part_was_finished) {
  const TemporaryFolder folder;
  const Outcome o = graphsr_command("fit --epochs 1000000 --patience 1000000 --out '" + folder / "run" + "'",
                                    "timeout --foreground --preserve-status --signal=INT 1");
  EXPECT_EQ(o.code, 5);
  EXPECT_THAT(o.err, HasSubstr("interrupted"));
  EXPECT_THAT(o.err, HasSubstr("--resume"));
  EXPECT_TRUE(names_in(folder.path()).empty());
  const Outcome unsaved = graphsr_command("fit --epochs 1000000 --patience 1000000",
                                          "timeout --foreground --preserve-status --signal=INT 1");
  EXPECT_EQ(unsaved.code, 5);
  EXPECT_THAT(unsaved.err, HasSubstr("nothing was written"));
}

TEST(Fit, a_full_disk_exits_with_6_and_one_sentence) {
  const Outcome o = graphsr_command("fit --out /dev/full/run" + std::string(kQuick));
  EXPECT_NE(o.code, 0);
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  const TemporaryFolder folder;  // files larger than 8 kB cannot be written
  const Outcome full =
      graphsr_command("fit --out '" + folder / "run" + "'" + kQuick, "ulimit -f 8; trap '' XFSZ;");
  EXPECT_EQ(full.code, 6) << full.err;
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"run.checkpoint"});
}

TEST(Predict, refuses_damaged_models_and_graphs_with_other_features) {
  const TemporaryFolder folder;
  ASSERT_EQ(graphsr_command("fit --out '" + folder / "run" + "'" + kQuick).code, 0);
  const std::string model = folder / "run/model.safetensors", bytes = file_text(model);
  expect_refused("predict '" + folder.file("cut", bytes.substr(0, bytes.size() / 2)) + "'", 3, "cut");
  std::string flipped = bytes;
  flipped[bytes.size() - 100] = static_cast<char>(flipped[bytes.size() - 100] ^ 1);
  expect_refused("predict '" + folder.file("flipped", flipped) + "'", 3, "damaged");
  expect_refused("predict '" + folder / "missing" + "'", 3, "missing");
  const std::string karate = GRAPHSR_SOURCE_DIR "/../shared/data/karate/karate.npz";
  if (std::filesystem::exists(karate))
    expect_refused("predict '" + model + "' --dataset '" + karate + "'", 3, "34 features");
  else
    std::puts("not compared with another graph: ../shared/data is missing");
}

TEST(Config, options_come_from_toml_and_json_files_and_the_command_line_wins) {
  const TemporaryFolder folder;
  const std::string toml = folder.file(
      "c.toml",
      "# a run\nmethod = \"vanilla\"\nmodel = \"gcn\"\nepochs = 2   # short\nseed = 7\njson = true\n");
  const std::string other = folder.file(
      "c.json",
      R"({"method": "vanilla", "model": "gcn", "epochs": 2, "seed": 7, "json": true, "quiet": false})");
  for (const std::string& path : {toml, other}) {
    const Outcome o = graphsr_command("fit --config '" + path + "' --seed 8");
    ASSERT_EQ(o.code, 0) << o.err;
    const json document = json::parse(o.out);
    EXPECT_EQ(document.at("model"), "gcn");
    EXPECT_EQ(document.at("seed"), 8);
    EXPECT_EQ(document.at("epochs").at(0).at("run"), 2);
  }
  expect_refused("fit --config '" + folder.file("a", "model gcn\n") + "'", 3, ":1: ");
  expect_refused("fit --config '" + folder.file("b", "\nmodle = \"gcn\"\n") + "'", 2,
                 "did you mean '--model'");
  expect_refused("fit --config '" + folder.file("c", "{\"model\": ") + "'", 3, "JSON");
  expect_refused("fit --config '" + folder / "none" + "'", 3, "none");
}

// A value that is missing must not take the next option for one.
TEST(Config, says_where_a_value_is_missing_twice_there_or_of_the_wrong_kind) {
  const TemporaryFolder folder;
  const auto refuses = [&](const std::string& text, int code, const std::string& sentence) {
    expect_refused("fit --config '" + folder.file("c", text) + "'", code, sentence);
  };
  refuses("out = \"\"\nseed = 5\n", 3, "c:1: 'out' has no value");
  refuses("{\"dataset\": \"\", \"epochs\": 5}", 3, "'dataset' has no value");
  refuses("{\"out\": true, \"epochs\": 5}", 3, "'out' needs a value");
  refuses("epochs = true\n", 3, "c:1: 'epochs' needs a value");
  refuses("quiet = \"yes\"\n", 3, "c:1: 'quiet' is either true or false");
  refuses("epochs = 5\n\nepochs = 6\n", 3, "c:3: 'epochs' is given twice");
  refuses("{\"epochs\": 5, \"seed\": 1, \"epochs\": 6}", 3, "c: 'epochs' is given twice");
  refuses("epochs = \"five\"\n", 2, "c:1: --epochs");
  refuses("{\"epochs\": 5,\n \"seed\": 1,,}", 3, "c:2: is not valid JSON");
  EXPECT_TRUE(names_in(folder.path()) == std::vector<std::string>{"c"});
}

TEST(Config, reads_booleans_lists_and_files_with_a_byte_order_mark) {
  const TemporaryFolder folder;
  const std::string config = folder.file(
      "c",
      "\xef\xbb\xbfmethod = \"vanilla\"\nepochs = 4\nearly-stop = false\nrefit = false\njson = true\n"
      "quiet = true\nminority = [\"Logic\", \"Optics\"]\n");
  const Outcome o = graphsr_command("fit --config '" + config + "'");
  ASSERT_EQ(o.code, 0) << o.err;
  const json document = json::parse(o.out);
  EXPECT_EQ(document.at("epochs").at(0).at("run"), 4);
  EXPECT_EQ(document.at("epochs").at(0).at("best"), 4) << "early-stop = false was not read";
  EXPECT_EQ(document.at("refit"), false);
  EXPECT_EQ(document.at("minority"), (json{"Optics", "Logic"}));
}

TEST(Command, options_that_would_change_nothing_are_refused) {
  const TemporaryFolder folder;
  const std::string split = folder / "s.json";
  ASSERT_EQ(graphsr_command("data split demo --quiet --out '" + split + "'").code, 0);
  expect_refused("fit --split '" + split + "' --rho 0.1", 2, "--split says");
  expect_refused("fit --split '" + split + "' --minority Logic", 2, "--split says");
  expect_refused("fit --protocol own --rho 0.1", 2, "--rho");
  expect_refused("fit --protocol own --train 5", 2, "--train");
  expect_refused("fit --protocol random --train 10 --validation 10 --test 10 --rho 0.1", 2, "--rho");
  expect_refused("fit --heads 4", 2, "--model gat");
  expect_refused("fit --momentum 0.5", 2, "--optimiser sgd");
  expect_refused("fit --patience 3 --early-stop false", 2, "--patience");
  expect_refused("fit --out ''", 2, "--out: the value is empty");
  expect_refused("fit --seed 99999999999999999999", 2, "--seed");
  expect_refused("fit --policy-rate inf", 2, "not a number above 0");
  expect_refused("fit --rate nan", 2, "not a number above 0");
}

TEST(Command, a_stdout_that_is_full_exits_with_6) {
  const TemporaryFolder folder;
  ASSERT_EQ(graphsr_command("fit --out '" + folder / "run" + "'" + kQuick).code, 0);
  const std::string quick = " --epochs 2 --rounds 1 --updates 1 --quiet ";
  for (const std::string& command :
       {"fit" + quick, "fit --json" + quick, "augment" + quick, "augment --json" + quick,
        "predict '" + folder / "run" + "' --quiet", "predict --json '" + folder / "run" + "' --quiet"}) {
    const std::string line = GRAPHSR_PROGRAM " " + command + " > /dev/full 2> '" + folder / "err" + "'";
    const int status = std::system(line.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 6) << command << file_text(folder / "err");
    EXPECT_THAT(file_text(folder / "err"), HasSubstr("stdout")) << command;
  }
}

std::string rows_of(int classes, const std::function<std::string(int)>& label) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += fmt::format("n{},{},{},{}\n", i, label(i), i % classes + 0.1 * (i % 7), (i + 1) % classes);
  return text;
}

std::string ring() {
  std::string text = "src_id,dst_id\n";
  for (int i = 0; i < 60; ++i) text += fmt::format("n{},n{}\nn{},n{}\n", i, (i + 2) % 60, i, (i + 4) % 60);
  return text;
}

TEST(Predict, refuses_a_table_whose_columns_stand_in_another_order) {
  const TemporaryFolder folder;
  const auto label = [](int i) { return std::string(i % 2 == 0 ? "even" : "odd"); };
  const std::string edges = folder.file("e.csv", ring());
  const auto nodes = [&](const char* file, const char* columns) {
    return "--edges '" + edges + "' --nodes '" + folder.file(file, columns + rows_of(2, label)) + "' ";
  };
  const std::string own = nodes("n.csv", "node_id,label,height,weight\n");
  ASSERT_EQ(graphsr_command("fit --protocol own " + own + "--out '" + folder / "run" + "'" + kQuick).code, 0);
  EXPECT_EQ(graphsr_command("predict --quiet '" + folder / "run" + "' " + own).code, 0);
  const std::string deep = folder / "not/yet/there.csv";
  EXPECT_EQ(graphsr_command("predict --quiet '" + folder / "run" + "' " + own + "--out '" + deep + "'").code,
            0);
  EXPECT_THAT(file_text(deep), HasSubstr("n59,"));
  expect_refused(
      "predict --quiet '" + folder / "run" + "' " + nodes("o.csv", "node_id,label,weight,height\n"), 3,
      "feature column 1 is 'weight', but the model learned from 'height'");
  const Outcome same = graphsr_command("predict '" + folder / "run" + "' " +
                                       nodes("p.csv", "node_id,label,height,weight\n") + "--json");
  EXPECT_EQ(same.code, 0);
  EXPECT_THAT(same.err, testing::Not(HasSubstr("the model knows")));
  const auto colour = [](int i) { return std::string(i % 2 == 0 ? "red" : "blue"); };
  const std::string foreign = folder.file("f.csv", "node_id,label,height,weight\n" + rows_of(2, colour));
  const Outcome other = graphsr_command("predict '" + folder / "run" + "' --edges '" + edges + "' --nodes '" +
                                        foreign + "' --json");
  EXPECT_EQ(other.code, 0);
  EXPECT_THAT(other.err, HasSubstr("none of its classes is one that the model knows"));
}

TEST(Augment, of_a_method_that_chooses_nobody_says_so_and_has_no_page) {
  const TemporaryFolder folder;
  const Outcome o = graphsr_command("augment --method vanilla --out '" + folder / "a" + "'");
  EXPECT_EQ(o.code, 0);
  EXPECT_THAT(o.err, HasSubstr("no node was a candidate"));
  expect_refused("report '" + folder / "a" + "'", 3, "graphsr augment");
}

TEST(Command, a_folder_around_a_graph_gets_the_path_of_the_graph) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "small");
  ASSERT_EQ(graphsr_command("data generate '" + folder / "small/small.npz" + "' --nodes 100 --quiet").code,
            0);
  for (const char* slash : {"", "/"})
    expect_refused("fit --quiet --dataset '" + folder / "small" + slash + "'", 3, "small/small.npz");
}

TEST(Fit, says_what_figures_of_a_few_labelled_nodes_do_not_show) {
  const TemporaryFolder folder;
  const std::string edges = folder.file("e.csv", ring());
  const auto label = [](int i) { return std::string(i == 0 ? "rare" : i % 4 == 1 ? "usual" : ""); };
  const std::string nodes = folder.file("n.csv", "node_id,label,a,b\n" + rows_of(3, label));
  const Outcome o = graphsr_command("fit --method vanilla --epochs 3 --json --edges '" + edges +
                                    "' --nodes '" + nodes + "' --out '" + folder / "run" + "'");
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.err, HasSubstr("no validation node is of 'rare'"));
  const json notes = json::parse(o.out).at("notes");
  ASSERT_FALSE(notes.empty());
  EXPECT_THAT(notes.at(0).get<std::string>(), HasSubstr("'rare'"));
  EXPECT_THAT(file_text(folder / "run/report.html"), HasSubstr("no validation node is of"));
}

// The model file and predictions, read and recomputed by a short program that shares no code with ours.
TEST(Fit, numpy_recomputes_the_probabilities_from_the_model_file) {
  const std::string graph = GRAPHSR_SOURCE_DIR "/../shared/data/cora/cora.npz";
  if (!std::filesystem::exists(graph)) {
    std::puts("not run: ../shared/data is missing");
    return;
  }
  const TemporaryFolder folder;
  const std::string ensemble = " --ensemble 3 --smooth 0.7";
  for (const std::string& options :
       {"gcn" + ensemble, std::string("sage"), std::string("gat"), std::string("appnp")}) {
    const std::string out = folder / options.substr(0, options.find(' '));
    const Outcome fit = graphsr_command("fit --method vanilla --dataset '" + graph + "' --model " + options +
                                        " --out '" + out + "' --epochs 30 --quiet");
    ASSERT_EQ(fit.code, 0) << fit.err;
    const std::string check =
        "/usr/bin/python3 " GRAPHSR_SOURCE_DIR "/tests/fixtures/recompute_probabilities.py '" + out +
        "/model.safetensors' '" + graph + "' '" + out + "/predictions.csv' > /dev/null";
    EXPECT_EQ(std::system(check.c_str()), 0) << options;
  }
}

}  // namespace
}  // namespace graphsr
