// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/explanation_arguments.h"

#include <charconv>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>

#include "views/session/explain/earlier_words.h"

namespace sojourn::session {
namespace {

using Of = ExplanationChoice::Of;
using Against = ExplanationChoice::Against;

template <class Kind>
using Words = std::pair<Kind, const char*>;

constexpr std::array<Words<Of>, 2> ofWords{{{Of::Prediction, "prediction"}, {Of::Target, "target"}}};
constexpr std::array<Words<Against>, 3> againstWords{
    {{Against::Nothing, "nothing"}, {Against::RunnerUp, "next_best"}, {Against::Target, "target"}}};
constexpr std::array<Words<Removal>, 2> removalWords{{{Removal::Masked, "masked"}, {Removal::Removed, "removed"}}};
constexpr std::array<Words<Baseline>, 3> baselineWords{
    {{Baseline::Zero, "zero"}, {Baseline::Padding, "padding"}, {Baseline::MeanLocation, "mean_location"}}};

template <class Kind, std::size_t count>
bool read(const std::array<Words<Kind>, count>& words, std::string_view value, Kind& into) {
  for (const auto& [kind, word] : words)
    if (value == word) {
      into = kind;
      return true;
    }
  return false;
}

template <class Kind, std::size_t count>
std::string wordOf(const std::array<Words<Kind>, count>& words, Kind wanted) {
  for (const auto& [kind, word] : words)
    if (kind == wanted) return word;
  return "";
}

std::optional<LocationId> numberIn(std::string_view value) {
  LocationId number = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (failure != std::errc() || end != value.data() + value.size() || number < 0) return std::nullopt;
  return number;
}

}  // namespace

bool readExplanationOption(std::string_view option, std::string_view value, ExplanationChoice& choice) {
  if (option == "--operator") return read(removalWords, currentWord(value), choice.removal);
  if (option == "--baseline") return read(baselineWords, value, choice.baseline);
  const std::optional<LocationId> number = numberIn(value);
  if (option == "--explain") {
    if (!number) return read(ofWords, value, choice.of);
    choice.of = Of::Location;
    choice.location = *number;
    return true;
  }
  if (option != "--rather-than") return false;
  if (!number) return read(againstWords, value, choice.against);
  choice.against = Against::Location;
  choice.againstLocation = *number;
  return true;
}

std::string explanationArguments(const ExplanationChoice& choice) {
  const ExplanationChoice byItself;
  std::string words;
  const auto add = [&](const char* option, const std::string& value) {
    words += std::string(" ") + option + " " + value;
  };
  if (choice.of != byItself.of)
    add("--explain", choice.of == Of::Location ? std::to_string(choice.location) : wordOf(ofWords, choice.of));
  if (choice.against != byItself.against)
    add("--rather-than", choice.against == Against::Location ? std::to_string(choice.againstLocation)
                                                             : wordOf(againstWords, choice.against));
  if (choice.removal != byItself.removal) add("--operator", wordOf(removalWords, choice.removal));
  if (choice.baseline != byItself.baseline) add("--baseline", wordOf(baselineWords, choice.baseline));
  return words;
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
