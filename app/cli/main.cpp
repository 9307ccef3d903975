// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: finds the subcommand, runs its work, turns the outcome into an exit code.
#include <exception>
#include <new>

#include <CLI/CLI.hpp>

#include "app/cli/command_text.h"
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/terminal.h"
#include "app/cli/version.h"

namespace sojourn::cli {
namespace {

/// The name of the subcommand that the words got to, for "run `sojourn evaluate --help`".
std::string helpFor(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return "run `sojourn " + (chosen.empty() ? std::string() : chosen.front()->get_name() + " ") + "--help`";
}

/// All that the parser refuses is bad usage; asking for help or the version is not.
int afterParseError(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    return app.exit(error);  // prints the help or the version on standard output
  }
  printError({ErrorKind::BadUsage, "", error.what(), helpFor(app)});
  return exitBadUsage;
}

int run(const Work& work) {
  try {
    const Status status = work();
    if (status) return exitDone;
    if (status.error().kind != ErrorKind::Cancelled) printError(status.error());
    return exitCodeOf(status.error().kind);
  } catch (const std::bad_alloc&) {
    printError({ErrorKind::Failed, "", "the memory does not suffice", "close other programs or use a smaller input"});
  } catch (const std::exception& error) {
    printError({ErrorKind::Failed, "", error.what(), "this is a mistake in the program: please report it"});
  }
  return exitFailed;
}

int runProgram(int argc, char** argv) {
  CLI::App app("Shows why a next-location model thinks a person goes there next.", "sojourn");
  app.set_version_flag("--version", std::string("sojourn ") + programVersion);
  app.require_subcommand(1);
  app.footer("`sojourn COMMAND --help` explains a command and gives examples.");
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
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return afterParseError(app, error);
  }
  return run(work);
}

}  // namespace
}  // namespace sojourn::cli

int main(int argc, char** argv) {
  return sojourn::cli::runProgram(argc, argv);
}
