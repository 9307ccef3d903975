// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line/unknown_words.h"

#include <algorithm>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "app/command_line/refusal.h"
#include "model/core/text.h"

namespace sojourn {
namespace {

/// Optimal string alignment: the edits of nearestWord().
std::size_t editsBetween(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

bool isOption(const std::string& word) {
  return word.size() > 2 && word.starts_with("--");
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

}  // namespace

std::string nearestWord(const std::string& word, const std::vector<std::string>& candidates) {
  std::string nearest;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t edits = editsBetween(word, candidate);
    if (edits >= fewest) continue;
    fewest = edits;
    nearest = candidate;
  }
  return nearest;
}

std::optional<UnknownWord> unknownCommand(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with("-") || commandOf(app, words)) return std::nullopt;
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(command->get_name());
  return UnknownWord{.word = words.front(), .command = {}, .nearest = nearestWord(words.front(), known)};
}

std::optional<UnknownWord> unknownOption(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* const command = commandOf(app, words);
  std::vector<std::string> known;
  addOptions(command ? *command : app, known);
  for (const std::string& word : words) {
    if (word == "--") break;
    const std::string name = word.substr(0, word.find('='));
    if (!isOption(name) || std::ranges::find(known, name) != known.end()) continue;
    return UnknownWord{
        .word = name, .command = command ? command->get_name() : std::string(), .nearest = nearestWord(name, known)};
  }
  return std::nullopt;
}

std::string suggestion(const UnknownWord& unknown, const std::string& help) {
  return unknown.nearest.empty() ? help : "did you mean " + unknown.nearest + "? Otherwise " + help;
}

int afterParseError(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
  const std::string help = "run `" + app.get_name() + " --help`";
  const auto unknown = unknownOption(app, words);
  const std::string what = unknown ? unknown->word + " is not an option" : refusalText(error);
  std::fprintf(stderr, "%s: %s: %s\n", app.get_name().c_str(), escapeForDisplay(what).c_str(),
               unknown ? suggestion(*unknown, help).c_str() : help.c_str());
  return 2;
}

}  // namespace sojourn
