#include "graphsr/graph/fetch_table.h"

namespace graphsr {

namespace {

const std::string kPlanetoid =
    "https://raw.githubusercontent.com/kimiyoung/planetoid/af6abf468a772cc055bec88c52e4d6f51b7c37e3/data/";
const std::string kGnnBenchmark =
    "https://raw.githubusercontent.com/shchur/gnn-benchmark/99356931fd6158a05de41632669d5ab69e6e105e/data/"
    "npz/";
const std::string kHeterophilous =
    "https://raw.githubusercontent.com/yandex-research/heterophilous-graphs/"
    "a431395582e929d88271309716bea4fe24ce6318/data/";

struct Part {
  const char* name;
  int64_t size;
  const char* sha256;
};

FetchEntry planetoid(const std::string& name, const char* cite, const std::vector<Part>& parts) {
  FetchEntry entry{name, "kimiyoung/planetoid on GitHub", "MIT", cite, {}};
  for (const Part& part : parts) {
    const std::string file = "ind." + name + "." + part.name;
    entry.files.push_back({file, kPlanetoid + file, part.size, part.sha256});
  }
  return entry;
}

// One npz file, kept as NAME.npz.
FetchEntry archive(const std::string& name, const char* source, const char* cite, const std::string& url,
                   int64_t size, const char* sha256) {
  return {name, source, "MIT", cite, {{name + ".npz", url, size, sha256}}};
}

std::vector<FetchEntry> made_table() {
  const char *gnn_benchmark = "shchur/gnn-benchmark on GitHub",
             *heterophilous = "yandex-research/heterophilous-graphs on GitHub";
  return {
      planetoid("cora", "Sen et al. 2008; Yang et al. 2016 (split)",
                {
                    {"x", 22119, "23cfa55d91c6f624233f5eb7b6e3f141f1bd2b2ae39608a63cf5d084bb27baab"},
                    {"y", 4054, "94465c14eb53e04ca262198dcbb2521ee8af60fb3f3d546cd6ca24a511b0e7d1"},
                    {"tx", 148025, "b9afbaa4a400df991f6f02ef677e1e44da55ffc04801fd02f9e673987829226a"},
                    {"ty", 28135, "41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad"},
                    {"allx", 257305, "9419ba2f26f5c35243db64aba110e0f35a04851609e0dc5433450676ca6b8543"},
                    {"ally", 47959, "2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71"},
                    {"graph", 59847, "58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d"},
                    {"test.index", 5000, "297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875"},
                }),
      planetoid("citeseer", "Sen et al. 2008; Yang et al. 2016 (split)",
                {
                    {"x", 31087, "d20de19150741e555de0ed037195630fc194114ebc7fd72ced62810148aa22f6"},
                    {"y", 3014, "8ba87e515d8e3ee3cf52f6d2c5b86aa73f11ecad825a808455209ec26cd54924"},
                    {"tx", 260321, "539a8906a2da97628d212f2fdd668c109a8b3f0d36574b59e5d3fd5b5303da21"},
                    {"ty", 24135, "55e5bd1ba1e733a04598753ad1a8d57957f4b8f89e74519f41f4f4938767e4ce"},
                    {"allx", 595021, "2ac30345d95c9ec933a817ee0bdd6a5f077f8c184a20e696910192d534414668"},
                    {"ally", 55623, "f704b2d986dde6c2669934de1f3ae5696a6cf9455c0f6b2646a2d135ea0a1c95"},
                    {"graph", 61987, "d79a4ef9d3e7169aee8946145f6b7306e35bc79bffad26346cfb94e10e9912a7"},
                    {"test.index", 5000, "2af990671580b6b2df5d158d1038f8292e30c9cd821b5453f399659b25b723d4"},
                }),
      planetoid("pubmed", "Namata et al. 2012; Yang et al. 2016 (split)",
                {
                    {"x", 23172, "fbe9cb5c47200d1b7769a26e579be3b7130b556831f9d850e77c4c74f2599b33"},
                    {"y", 854, "e6c807633307a07ed659249006536a147c7999c797f11a2560752990181b41b3"},
                    {"tx", 405505, "4eb5f5d0f30f26497eb0ac6ac9719d09c67e284f1ed0385c93f3ef27a671da3d"},
                    {"ty", 12135, "ee2e0d4819d9fbcc403689c3bf2e49face401b605932f093bc58ab6461130fdd"},
                    {"allx", 7578385, "508e538e2abdccdd54c4d3e9f49d638b4af7107d85845f66ddea5a5152658b7e"},
                    {"ally", 224739, "0c37bbe3b5014ec365e9d393cf4791925e5ed94fb194305d74f064a8d7b50f0e"},
                    {"graph", 471808, "5b89f0036ca22909471f1e6558eb42fa06e0c730a577bde5b058b40638f81dc9"},
                    {"test.index", 6000, "b101d421688bbaecbd82e8a18f1e282378d6830f3a37666f28ebc47f844341b5"},
                }),
      archive("cora-gnn-benchmark", gnn_benchmark, "Sen et al. 2008; Shchur et al. 2018",
              kGnnBenchmark + "cora.npz", 540580,
              "068e22d90c3849b4057dfb05851741428992af058efcd4e7ebb4186f3d581de2"),
      archive("citeseer-gnn-benchmark", gnn_benchmark, "Sen et al. 2008; Shchur et al. 2018",
              kGnnBenchmark + "citeseer.npz", 1348784,
              "280278b21b434c047922e8389518861416fb3ad39389c27865ff0e6bbb0aaab7"),
      archive("tolokers", heterophilous, "Platonov et al. 2023", kHeterophilous + "tolokers.npz", 1329769,
              "dacf3ac94cec53d03cd2adb5255c08b33dee1656c33ca8164a464bd9450a1667"),
      archive("minesweeper", heterophilous, "Platonov et al. 2023", kHeterophilous + "minesweeper.npz",
              135045, "e664c8dacf1e8ac466c2c09ed4b237bd2c5541f47a6eae9c6092cb87f16412b3"),
  };
}

}  // namespace

int64_t FetchEntry::bytes() const {
  int64_t sum = 0;
  for (const FetchFile& file : files) sum += file.size;
  return sum;
}

std::span<const FetchEntry> fetch_table() {
  static const std::vector<FetchEntry> table = made_table();
  return table;
}

}  // namespace graphsr
