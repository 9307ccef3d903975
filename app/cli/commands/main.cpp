// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: finds the subcommand, runs its work, turns the outcome into an exit code.
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/command_text.h"
#include "app/cli/terminal/exit_code.h"
#include "app/cli/terminal/terminal.h"
#include "app/cli/terminal/version.h"
#include "app/command_line/plain_help.h"
#include "app/command_line/refusal.h"
#include "app/command_line/unknown_words.h"

namespace sojourn::cli {
namespace {

/// The name of the subcommand that the words got to, for "run `sojourn evaluate --help`".
std::string helpFor(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return "run `sojourn " + (chosen.empty() ? std::string() : chosen.front()->get_name() + " ") + "--help`";
}

int badUsage(const std::string& what, const std::string& remedy) {
  printError({ErrorKind::BadUsage, "", what, remedy});
  return exitBadUsage;
}

/// All that the parser refuses is bad usage; asking for help or the version is not.
int refuse(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    return app.exit(error);  // prints the help or the version on standard output
  }
  // An option typed wrong is the cause of one that is missing.
  if (const auto unknown = unknownOption(app, words)) {
    const std::string of = unknown->command.empty() ? "sojourn" : "sojourn " + unknown->command;
    const std::string help = "run `" + of + " --help`";
    return badUsage(unknown->word + " is not an option of `" + of + "`", suggestion(*unknown, help));
  }
  return badUsage(refusalText(error), helpFor(app));
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
    if (status.error().kind != ErrorKind::Cancelled) printError(status.error());
    return exitCodeOf(status.error().kind);
  } catch (const std::bad_alloc&) {
    printError({ErrorKind::Failed, "", "there is not enough memory", "close other programs or use a smaller input"});
  } catch (const std::exception& error) {
    printError({ErrorKind::Failed, "", error.what(), "this is a bug in the program: please report it"});
  }
  return exitFailed;
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
  addTrainCommand(app, work, commandText(argc, argv));
  addQueueCommand(app, work);
  addExportCommand(app, work);
  addDemoCommand(app, work);
  app.add_subcommand("help", "Explain a command, as in `sojourn help train`");
  const std::vector<std::string> words = wordsOf(argc, argv);
  if (const auto unknown = unknownCommand(app, words)) {
    const std::string help = "run `sojourn help` for the list of commands, or `sojourn COMMAND --help`";
    return badUsage("`" + unknown->word + "` is not a command", suggestion(*unknown, help));
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // the parser takes the last word first
  } catch (const CLI::ParseError& error) {
    return refuse(app, error, words);
  }
  return run(work);
}

}  // namespace
}  // namespace sojourn::cli

int main(int argc, char** argv) {
  return sojourn::cli::runProgram(argc, argv);
}
