// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: finds the subcommand, runs its work, turns the outcome into an exit code.
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/command_line/command_line.h"
#include "model/core/text.h"

namespace sojourn::cli {
namespace {

/// The command line as a person could type it again, quoted where a shell would need it.
std::string commandText(int argc, const char* const* argv) {
  std::string text = "sojourn";
  for (int i = 1; i < argc; ++i) text += ' ' + shellWord(argv[i]);
  return text;
}

/// The words after the program's name; "help train" is another way to write "train --help".
std::vector<std::string> wordsOf(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

int run(const Work& work) {
  try {
    const Status status = work();
    if (status) return exitDone;
    const Error& error = status.error();
    return error.kind == ErrorKind::Cancelled ? exitInterrupted : fail("sojourn", error);
  } catch (const std::bad_alloc&) {
    return fail("sojourn",
                {ErrorKind::Failed, "", "there is not enough memory", "close other programs or use a smaller input"});
  } catch (const std::exception& error) {
    return fail("sojourn", {ErrorKind::Failed, "", error.what(), "this is a bug in the program: please report it"});
  }
}

int runProgram(int argc, char** argv) {
  CLI::App app("Shows why a next-location model thinks a person goes there next.", "sojourn");
  usePlainHelp(app);
  app.set_version_flag("--version", std::string("sojourn ") + programVersion);
  app.require_subcommand(1);
  app.footer("`sojourn help COMMAND` explains a command and gives examples.");
  Work work;
  addInfoCommand(app, work);
  addEvaluateCommand(app, work);
  addInspectCommand(app, work);
  addExplainCommand(app, work);
  addCounterfactualsCommand(app, work);
  addComponentsCommand(app, work);
  addBaselinesCommand(app, work);
  addCompareCommand(app, work);
  addAblateCommand(app, work);
  addResultsCommand(app, work);
  addClaimsCommand(app, work);
  addProfileCommand(app, work);
  addEmbeddingsCommand(app, work);
  addTrainCommand(app, work, commandText(argc, argv));
  addQueueCommand(app, work);
  addExportCommand(app, work);
  addPrepareCommand(app, work);
  addDemoCommand(app, work);
  app.add_subcommand("help", "Explain a command, as in `sojourn help train`");
  const std::vector<std::string> words = wordsOf(argc, argv);
  if (const auto unknown = unknownCommand(app, words)) {
    const std::string help = "run `sojourn help` for the list of commands, or `sojourn COMMAND --help`";
    return fail("sojourn",
                {ErrorKind::BadUsage, "", "`" + unknown->word + "` is not a command", suggestion(*unknown, help)});
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // the parser takes the last word first
  } catch (const CLI::ParseError& error) {
    return afterParseError(app, error, words);
  }
  return run(work);
}

}  // namespace
}  // namespace sojourn::cli

int main(int argc, char** argv) {
  return sojourn::cli::runProgram(argc, argv);
}
