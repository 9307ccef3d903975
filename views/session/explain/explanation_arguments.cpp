// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/explanation_arguments.h"

#include <charconv>
#include <sstream>

#include "model/core/name_table.h"
#include "views/session/explain/renamed_words.h"
#include "views/session/explain/saved_evaluation.h"

namespace sojourn::session {
namespace {

using Of = ExplanationChoice::Of;
using Against = ExplanationChoice::Against;

constexpr NameTable<2> ofWords{"prediction", "target"};
constexpr NameTable<3> againstText{"nothing", "next_best", "target"};
constexpr NameTable<2> removalText{"masked", "removed"};
constexpr NameTable<3> baselineText{"zero", "padding", "mean_location"};

template <class Kind, std::size_t count>
bool read(const NameTable<count>& text, std::string_view value, Kind& into) {
  const auto kind = valueNamed<Kind>(text, value);
  into = kind.value_or(into);
  return kind.has_value();
}

/// One of the words, or a location's number, which is `numbered`.
template <class Kind, std::size_t count>
bool read(const NameTable<count>& text, std::string_view value, Kind& into, Kind numbered, LocationId& location) {
  LocationId number = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (failure != std::errc() || end != value.data() + value.size() || number < 0) return read(text, value, into);
  into = numbered;
  location = number;
  return true;
}

}  // namespace

bool readExplanationOption(std::string_view option, std::string_view value, ExplanationChoice& choice) {
  if (option == "--operator") return read(removalText, currentWord(value), choice.removal);
  if (option == "--baseline") return read(baselineText, value, choice.baseline);
  if (option == "--explain") return read(ofWords, value, choice.of, Of::Location, choice.location);
  if (option != "--rather-than") return false;
  return read(againstText, value, choice.against, Against::Location, choice.againstLocation);
}

std::string explanationArguments(const ExplanationChoice& choice) {
  const ExplanationChoice byItself;
  std::string text;
  const auto add = [&](const char* option, const auto& names, auto kind, auto byDefault, LocationId location = {}) {
    if (kind == byDefault) return;
    const auto place = static_cast<std::size_t>(kind);
    text += std::string(" ") + option + " ";
    text += place < names.size() ? std::string(names[place]) : std::to_string(location);
  };
  add("--explain", ofWords, choice.of, byItself.of, choice.location);
  add("--rather-than", againstText, choice.against, byItself.against, choice.againstLocation);
  add("--operator", removalText, choice.removal, byItself.removal);
  add("--baseline", baselineText, choice.baseline, byItself.baseline);
  return text;
}

ExplanationChoice explanationChoiceOf(std::string_view arguments) {
  ExplanationChoice choice;
  std::istringstream words{std::string(arguments)};
  std::string option, value;
  while (words >> option >> value) {
    // One that this version does not know changes nothing.
    static_cast<void>(readExplanationOption(option, value, choice));
  }
  return choice;
}

}  // namespace sojourn::session
