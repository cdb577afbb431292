// The graphsr command: chooses the verb, and turns whatever goes wrong into one sentence and an exit code.
#include <cstdio>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/arguments.h"
#include "app/verbs.h"
#include "graphsr/base/error.h"
#include "graphsr/base/mapped_file.h"

namespace {

using namespace graphsr;

int run_command(const std::vector<std::string>& given) {
  const app::Arguments arguments = app::with_config(given);
  const std::vector<std::string>& words = arguments.words;
  CLI::App program("Node classification on graphs whose classes are badly imbalanced", "graphsr");
  program.set_version_flag("--version", "graphsr " GRAPHSR_VERSION);
  program.require_subcommand(0, 1);
  program.footer("'graphsr VERB --help' shows a verb's options and an example. Start with: graphsr fit");
  const std::vector<std::pair<std::string, app::Action>> actions = {
      {"fit", app::add_fit(program, words)},  {"augment", app::add_augment(program, words)},
      {"predict", app::add_predict(program)}, {"report", app::add_report(program)},
      {"bench", app::add_bench(program)},     {"data", app::add_data(program)},
  };
  try {
    app::parse(program, arguments);
  } catch (const CLI::Success& help) {
    return program.exit(help);
  }
  for (const auto& [name, action] : actions) {
    if (!program.got_subcommand(name)) continue;
    action();
    if (std::fflush(stdout) != 0) throw Error(Fault::resource, "stdout", "could not be written");
    return 0;
  }
  fmt::print("{}", program.help());
  return static_cast<int>(Fault::usage);
}

int fail(Fault fault, const char* sentence) {
  fmt::print(stderr, "graphsr: {}\n", sentence);
  return static_cast<int>(fault);
}

}  // namespace

int main(int argc, char** argv) {
  end_in_a_sentence_on_lost_maps();
  try {
    return run_command({argv + 1, argv + argc});
  } catch (const Error& error) {
    return fail(error.fault(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(Fault::resource,
                "out of memory; try a smaller graph or --width, or a machine with more memory");
  } catch (const std::system_error& error) {  // fmt's, when it cannot write; or no thread can be started
    const char* place = std::ferror(stdout) ? "stdout could not be written: " : "the system refuses: ";
    return fail(Fault::resource, (place + error.code().message()).c_str());
  } catch (const std::exception& error) {
    return fail(Fault::internal, (std::string("internal error: ") + error.what()).c_str());
  }
}
