// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line/refusal.h"

#include <regex>
#include <utility>

#include <CLI/CLI.hpp>

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

}  // namespace

std::string refusalText(const CLI::ParseError& error) {
  const std::string text = error.what();
  std::smatch found;
  for (const auto& [pattern, sentence] : sentences()) {
    if (!std::regex_match(text, found, pattern)) continue;
    return std::regex_replace(found.format(sentence), std::regex(",(?=[^ ])"), ", ");
  }
  return text;
}

}  // namespace sojourn
