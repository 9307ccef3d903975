// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/explanation_arguments.h"

#include <charconv>
#include <optional>

#include "model/core/name_table.h"
#include "views/session/explain/saved_evaluation.h"

namespace sojourn::session {
namespace {

using Of = ExplanationChoice::Of;
using Against = ExplanationChoice::Against;

template <class Kind, std::size_t count>
bool read(const NameTable<count>& names, std::string_view value, Kind& into) {
  const auto kind = valueNamed<Kind>(names, value);
  into = kind.value_or(into);
  return kind.has_value();
}

/// One of the names before the last, or a location's number, which is `numbered`.
template <class Kind, std::size_t count>
bool read(const NameTable<count>& names, std::string_view value, Kind& into, Kind numbered, LocationId& location) {
  LocationId number = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (failure != std::errc() || end != value.data() + value.size() || number < 0)
    return value != nameIn(names, numbered) && read(names, value, into);
  into = numbered;
  location = number;
  return true;
}

}  // namespace

bool readExplanationOption(std::string_view option, std::string_view value, ExplanationChoice& choice) {
  if (option == "--operator") return read(ExplanationChoice::removalNames, value, choice.removal);
  if (option == "--baseline") return read(ExplanationChoice::baselineNames, value, choice.baseline);
  if (option == "--explain") return read(ExplanationChoice::ofNames, value, choice.of, Of::Location, choice.location);
  if (option != "--rather-than") return false;
  return read(ExplanationChoice::againstNames, value, choice.against, Against::Location, choice.againstLocation);
}

std::string explanationArguments(const ExplanationChoice& choice) {
  const ExplanationChoice byItself;
  std::string text;
  const auto add = [&](const char* option, const auto& names, auto kind, auto byDefault,
                       std::optional<LocationId> location = {}) {
    if (kind == byDefault) return;
    text += std::string(" ") + option + " " + (location ? std::to_string(*location) : std::string(nameIn(names, kind)));
  };
  const auto numbered = [](bool isNumber, LocationId location) {
    return isNumber ? std::optional(location) : std::nullopt;
  };
  add("--explain", ExplanationChoice::ofNames, choice.of, byItself.of,
      numbered(choice.of == Of::Location, choice.location));
  add("--rather-than", ExplanationChoice::againstNames, choice.against, byItself.against,
      numbered(choice.against == Against::Location, choice.againstLocation));
  add("--operator", ExplanationChoice::removalNames, choice.removal, byItself.removal);
  add("--baseline", ExplanationChoice::baselineNames, choice.baseline, byItself.baseline);
  return text;
}

}  // namespace sojourn::session
