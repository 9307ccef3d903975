// SPDX-License-Identifier: GPL-3.0-or-later
// Formats the parsers' help in plain words, wrapped at 120 columns.
#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/command_line/command_line.h"

namespace sojourn {
namespace {

/// "a, b or c"
std::string listed(const std::vector<std::string>& words, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " " + last + " " : ", ") + words[i];
  return text;
}

/// What the library writes for a check, "INT in [1 - 64]" or "{auto,cpu}", in words.
std::string checkWords(const std::string& check) {
  const std::size_t range = check.find(" in [");
  if (range != std::string::npos && check.ends_with("]")) {
    std::string bounds = check.substr(range + 5, check.size() - range - 6);
    const std::size_t dash = bounds.find(" - ");
    return dash == std::string::npos ? bounds : bounds.replace(dash, 3, " to ");
  }
  if (check.starts_with("{") && check.ends_with("}"))
    return listed(CLI::detail::split(check.substr(1, check.size() - 2), ','), "or");
  return check == "NONNEGATIVE" ? "0 or more" : check;
}

/// "FILE", and after a colon each of the checks.
std::vector<std::string> typeAndChecks(const CLI::Option& option) {
  return CLI::detail::split(option.get_type_name(), ':');
}

/// As the help lists it: "--json", or "FOLDER" where it is known by its place.
std::string nameOf(const CLI::Option* option) {
  return option->nonpositional() ? option->get_name() : typeAndChecks(*option).front();
}

std::string namesOf(const std::set<CLI::Option*>& options, const std::string& last) {
  std::vector<std::string> names;
  std::ranges::transform(options, std::back_inserter(names), nameOf);
  std::ranges::sort(names);
  return listed(names, last);
}

/// Broken between words, so that the lines of the second column end before the 120th column.
std::string wrapped(const std::string& text) {
  constexpr std::size_t most = 90;
  std::string lines;
  std::size_t length = 0;
  for (const std::string& word : CLI::detail::split(text, ' ')) {
    const bool breaks = length > 0 && length + 1 + word.size() > most;
    if (!lines.empty()) lines += breaks ? '\n' : ' ';
    length = breaks ? word.size() : length + 1 + word.size();
    lines += word;
  }
  return lines;
}

class PlainHelp final : public CLI::Formatter {
 public:
  PlainHelp() {
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "COMMAND");
  }

  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    if (positional) return nameOf(option);
    return CLI::detail::find_and_replace(option->get_name(false, true), ",", ", ");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0) return {};
    const bool several = option->get_expected_max() == CLI::detail::expected_max_vector_size &&
                         option->get_allow_extra_args() && option->get_delimiter() == '\0';
    return (option->nonpositional() ? " " + typeAndChecks(*option).front() : std::string()) + (several ? " ..." : "");
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    std::vector<std::string> facts = typeAndChecks(*option);
    facts.erase(facts.begin());
    std::ranges::transform(facts, facts.begin(), checkWords);
    if (!option->get_default_str().empty()) facts.push_back("default: " + option->get_default_str());
    if (option->get_required()) facts.emplace_back("required");
    if (!option->get_needs().empty()) facts.push_back("only with " + namesOf(option->get_needs(), "and"));
    if (!option->get_excludes().empty()) facts.push_back("not with " + namesOf(option->get_excludes(), "or"));
    return wrapped(option->get_description() + (facts.empty() ? "" : " [" + CLI::detail::join(facts, "; ") + "]"));
  }

  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream line;
    CLI::detail::format_help(line, command->get_display_name(true), wrapped(command->get_description()),
                             get_column_width());
    return line.str();
  }

  /// A group of options: one or more of them must be given.
  std::string make_expanded(const CLI::App* group) const override {
    const std::size_t most = group->get_require_option_max();
    const std::size_t least = group->get_require_option_min();
    const std::string count = least == 0 ? "" : most == least ? " (one of these)" : " (at least one of these)";
    return make_group(group->get_description() + count, false, group->get_options([group](const CLI::Option* option) {
      return option != group->get_help_ptr();
    }));
  }
};

}  // namespace

void usePlainHelp(CLI::App& app) {
  app.group("Commands");
  app.formatter(std::make_shared<PlainHelp>());
}

}  // namespace sojourn
