// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the Launch form: how its fields are called, what they take, and in which order they stand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_schema.h"
#include "views/session/settings/launch_place.h"

namespace sojourn::session {

/// A heading of the form and the fields of the configuration below it.
struct FormSection {
  std::string title;
  std::vector<const ConfigField*> fields;
};
/// All fields that a form may have, those first that are changed most.
[[nodiscard]] std::vector<FormSection> formSections();

/// How a model is called where there is little room.
[[nodiscard]] std::string shortModel(std::string_view name);

/// What a form calls a field whose own name says too little, or too much for its place.
[[nodiscard]] std::string labelOf(const ConfigField& field);

/// "seed: seed of initialisation… It takes a whole number…", and how several values are written.
[[nodiscard]] std::string helpOf(const ConfigField& field);

/// The choices of a field as values and the words that stand for them; empty where it takes any text.
struct FormChoice {
  std::string value, words;
};
[[nodiscard]] std::vector<FormChoice> choicesOf(const ConfigField& field);

/// A field that is no configuration: "where.data", ...
struct PlaceField {
  std::string key;
  std::string LaunchPlace::*text;  ///< what was entered
  std::string label, help;
  std::vector<FormChoice> choices;  ///< empty: any text
};
/// The dataset, the run folder, the device, how many at a time, the threads.
[[nodiscard]] std::vector<PlaceField> placeFields();

}  // namespace sojourn::session
