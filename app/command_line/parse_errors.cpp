// SPDX-License-Identifier: GPL-3.0-or-later
// Says in sentences why the parser of a command line refused it, with the word that was probably meant.
#include <algorithm>
#include <cstdio>
#include <regex>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/command_line/command_line.h"
#include "model/core/typing_errors.h"

namespace sojourn {
namespace {

/// The parser's texts and what to say instead.
const auto& sentences() {
  static const std::pair<std::regex, const char*> all[] = {
      {std::regex(R"((\S+): (.*) not in \{(.*)\})"), "$1: `$2` is none of $3"},
      {std::regex(R"((\S+): Value (\S+) not in range (\S+) to (\S+))"), "$1: $2 is not between $3 and $4"},
      {std::regex(R"((\S+): 1 required \S+ missing)"), "$1 needs a value"},
      {std::regex(R"((\S+): At Most 1 required but received .*)"), "$1 is given more than once"},
      {std::regex(R"(Could not convert: (\S+) = (.*))"), "$1: `$2` is not a value that it takes"},
      {std::regex(R"((\S+) requires (\S+))"), "$1 needs $2"},
      {std::regex(R"((\S+) excludes (\S+))"), "$1 and $2 cannot be given together"},
      {std::regex(R"(The following arguments? w(?:as|ere) not expected: (.*))"), "not expected: $1"},
  };
  return all;
}

/// "--device: `tpu` is none of auto, cpu, cuda" for "--device: tpu not in {auto,cpu,cuda}"; a text that is not known
/// here is given as the parser says it.
std::string refusalText(const CLI::ParseError& error) {
  const std::string text = error.what();
  std::smatch found;
  for (const auto& [pattern, sentence] : sentences()) {
    if (!std::regex_match(text, found, pattern)) continue;
    return std::regex_replace(found.format(sentence), std::regex(",(?=[^ ])"), ", ");
  }
  return text;
}

/// The subcommand that the words are for; null where they are for the program itself.
const CLI::App* commandOf(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return nullptr;
  const auto commands = app.get_subcommands([&](const CLI::App* one) { return one->get_name() == words.front(); });
  return commands.empty() ? nullptr : commands.front();
}

/// With their dashes, those of groups of options too: to the parser a group is a subcommand without a name.
void addOptions(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (const CLI::App* group : app.get_subcommands([](const CLI::App* one) { return one->get_name().empty(); }))
    addOptions(*group, names);
}

/// The first word that begins with two dashes and is no option of the program or of the subcommand before it.
std::optional<UnknownWord> unknownOption(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* const command = commandOf(app, words);
  std::vector<std::string> known;
  addOptions(command ? *command : app, known);
  for (const std::string& word : words) {
    if (word == "--") break;
    const std::string name = word.substr(0, word.find('='));
    const bool option = name.size() > 2 && name.starts_with("--");
    if (!option || std::ranges::find(known, name) != known.end()) continue;
    return UnknownWord{
        .word = name, .command = command ? command->get_name() : std::string(), .nearest = nearestWord(name, known)};
  }
  return std::nullopt;
}

}  // namespace

int exitCodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::BadUsage:
      return 2;
    case ErrorKind::BadInput:
      return 3;
    case ErrorKind::Failed:
      break;
    case ErrorKind::Cancelled:
      return exitInterrupted;
  }
  return exitFailed;
}

int fail(const std::string& program, const Error& error) {
  std::fprintf(stderr, "%s: %s\n", program.c_str(), error.sentence().c_str());
  return exitCodeOf(error.kind);
}

std::optional<UnknownWord> unknownCommand(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with("-") || commandOf(app, words)) return std::nullopt;
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(command->get_name());
  return UnknownWord{.word = words.front(), .command = {}, .nearest = nearestWord(words.front(), known)};
}

std::string suggestion(const UnknownWord& unknown, const std::string& help) {
  return unknown.nearest.empty() ? help : "did you mean " + unknown.nearest + "? Otherwise " + help;
}

int afterParseError(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
  // An option typed wrong is the cause of one that is missing.
  const auto unknown = unknownOption(app, words);
  const auto chosen = app.get_subcommands();
  const bool hasCommands = app.get_require_subcommand_min() > 0;
  const std::string command = unknown ? unknown->command : chosen.empty() ? std::string() : chosen.front()->get_name();
  const std::string program = app.get_name() + (command.empty() ? "" : " " + command);
  const std::string help = "run `" + program + " --help`";
  if (!unknown) return fail(app.get_name(), {ErrorKind::BadUsage, "", refusalText(error), help});
  return fail(app.get_name(), {ErrorKind::BadUsage, "",
                               unknown->word + " is not an option" + (hasCommands ? " of `" + program + "`" : ""),
                               suggestion(*unknown, help)});
}

}  // namespace sojourn
