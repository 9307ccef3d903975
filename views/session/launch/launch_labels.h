// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the Launch form as every program shows them: their names, choices, texts, notes and errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_schema.h"
#include "views/session/launch/launch_form.h"
#include "views/session/settings/launch_place.h"

namespace sojourn::session {

/// How a model is called where there is little room.
[[nodiscard]] std::string shortModel(std::string_view name);

/// What a form calls a field whose own name says too little, or too much for its place.
[[nodiscard]] std::string labelOf(const ConfigField& field);

/// A value that a field may have and the words that stand for it.
struct FormChoice {
  std::string value, words;
  bool operator==(const FormChoice&) const = default;
};

/// One line of a form.
struct FormField {
  std::string key;  ///< "training.learning_rate", "where.run_folder"
  std::string label;
  std::string help;       ///< what it takes, and how several values are written
  std::string hint = {};  ///< in the empty field
  std::string note = {};  ///< beside it: what it is, or what it was before it was changed
  std::string text = {};  ///< as typed
  std::vector<FormChoice> choices = {};
  std::string error = {};  ///< what is wrong with it; empty: nothing
  std::size_t values = 1;  ///< that are tried one after the other
  bool typed = true;       ///< other text than the choices may be typed
  bool whole = false;      ///< taken when it is left, not with every letter
  bool wide = false;       ///< a path
  bool shown = true;       ///< the chosen model reads it, or it was changed
  bool changed = false;
};

/// A heading of the form and the fields below it.
struct FormSection {
  std::string title;
  std::vector<FormField> fields;
};
/// Where the training takes place, then all fields of the configuration, those first that are changed most.
[[nodiscard]] std::vector<FormSection> formSections(const LaunchForm& form, const LaunchPlace& place,
                                                    const std::vector<LaunchError>& errors);

/// The text of a field that is no configuration ("where.data", ...); null for any other key.
[[nodiscard]] std::string* placeText(LaunchPlace& place, std::string_view key);

}  // namespace sojourn::session
