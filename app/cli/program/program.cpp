// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the subcommand, runs its work, turns the outcome into an exit code.
#include "app/cli/program/program.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "app/command_line/command_line.h"
#include "model/core/files.h"
#include "model/core/text.h"

namespace sojourn::cli {
namespace {

/// Every option whose value is called OUT names what is written: whether it can be is checked before the work begins.
void addOutputs(const CLI::App& command, std::vector<std::pair<std::string, bool>>& outputs) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();
    if (!type.starts_with("OUT")) continue;
    for (const std::string& path : option->results()) outputs.emplace_back(path, type == "OUT_DIR");
  }
  for (const CLI::App* group : command.get_subcommands([](const CLI::App* one) { return one->get_name().empty(); }))
    addOutputs(*group, outputs);
}

Status checkOutputs(const CLI::App& app) {
  std::vector<std::pair<std::string, bool>> outputs;
  for (const CLI::App* command : app.get_subcommands()) addOutputs(*command, outputs);
  std::size_t toStandardOutput = 0;
  for (const auto& [path, folder] : outputs) {
    if (path != "-") {
      if (const Status possible = checkOutput(path, folder); !possible) return possible;
    } else if (++toStandardOutput > 1) {
      return Error{ErrorKind::BadUsage, "-", "is given for two outputs", "write one of them to a file"};
    }
  }
  return {};
}

int run(const CLI::App& app, const Work& work) {
  try {
    if (const Status possible = checkOutputs(app); !possible) return fail("sojourn", possible.error());
    const Status status = work();
    const bool refused =
        !status && (status.error().kind == ErrorKind::BadInput || status.error().kind == ErrorKind::BadUsage);
    if (!refused) printHeldProblems();
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

}  // namespace

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

CLI::App* addModelCommand(CLI::App& app, std::string_view name) {
  const auto* const found = std::ranges::find(modelCommands, name, &std::pair<const char*, const char*>::first);
  return app.add_subcommand(found->first, found->second);
}

int runProgram(const std::vector<std::string>& words, const std::function<void(CLI::App&, Work&)>& addCommands) {
  setDigitsGrouped(text::printsToTerminal());
  CLI::App app("Shows why a next-location model thinks a person goes there next.", "sojourn");
  usePlainHelp(app);
  app.set_version_flag("--version", std::string("sojourn ") + programVersion);
  app.require_subcommand(1);
  app.footer("`sojourn help COMMAND` explains a command and gives examples.");
  Work work;
  addCommands(app, work);
  app.add_subcommand("help", "Explain a command, as in `sojourn help train`");
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
  return run(app, work);
}

}  // namespace sojourn::cli
