// SPDX-License-Identifier: GPL-3.0-or-later
// The content of the Launch form, also as YAML, and its fields as every program shows them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_schema.h"
#include "model/config/training_config.h"
#include "views/session/settings/settings.h"

namespace sojourn::session {

/// Something that keeps a launch from being queued.
struct LaunchError {
  std::string key;      ///< of the field it stands under: "model.nhead", "where.run_folder"; may be empty
  std::string message;  ///< one or two sentences, escaped for display
  int line = 0;         ///< of the YAML, from 1; 0 where it is not about a line
};

/// The field of the schema that are shown for a model: no ignored ones, none that name a dataset, none that the model
/// does not read.
[[nodiscard]] bool shownInForm(const ConfigField& field, std::string_view model);

/// A value type for one thread. Texts are as they were typed and may be wrong: planLaunch() says so.
class LaunchForm {
 public:
  LaunchForm() { setBase({}); }

  /// The values of unchanged fields. What was changed stays.
  void setBase(const TrainingConfig& base);
  /// What unchanged fields mean: the base, or the recipe of the model that was chosen in place of the base's.
  [[nodiscard]] const TrainingConfig& base() const { return m_effective; }
  /// As setBase() took it.
  [[nodiscard]] const TrainingConfig& source() const { return m_base; }
  /// The model's name; the base's where what was typed is none.
  [[nodiscard]] const std::string& model() const { return m_effective.model.name; }

  /// What a field shows.
  [[nodiscard]] std::string text(const ConfigField& field) const;
  /// Writes the YAML again.
  void setText(const ConfigField& field, const std::string& text);
  [[nodiscard]] bool changed(const std::string& key) const { return m_texts.contains(key); }
  /// Takes one change, or all of them, back.
  void reset(const ConfigField& field);
  void clear();

  [[nodiscard]] const std::string& yaml() const { return m_yaml; }
  /// Takes what a person wrote: keys left out fall back to the base. Text that is no YAML changes no field.
  void setYaml(const std::string& yaml);
  /// What is wrong with the YAML as such: syntax, unknown and repeated keys.
  [[nodiscard]] const std::vector<LaunchError>& yamlErrors() const { return m_yamlErrors; }
  /// Where a key stands; 0 where it does not.
  [[nodiscard]] int lineOf(const std::string& key) const;

 private:
  void settle();
  void takeText(const ConfigField& field, const std::string& text);
  void writeYaml();

  TrainingConfig m_base, m_effective;
  std::map<std::string, std::string> m_texts;  ///< by key, where it does not say what the base says
  std::string m_yaml;
  std::vector<LaunchError> m_yamlErrors;
  std::map<std::string, int> m_lines;
};

/// How a model is called where there is little room.
[[nodiscard]] std::string shortModel(std::string_view name);

/// What a form calls a field, in words: "Learning rate" of training.learning_rate.
[[nodiscard]] std::string labelOf(const ConfigField& field);

/// A value that a field may have and the words that stand for it.
struct FormChoice {
  std::string value, label;
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
  std::vector<FormField> fields = {};
};
/// Where the training takes place, then all fields of the configuration, those first that are changed most.
[[nodiscard]] std::vector<FormSection> formSections(const LaunchForm& form, const LaunchPlace& place,
                                                    const std::vector<LaunchError>& errors);

inline constexpr const char *runFolderKey = "where.run_folder", *dataKey = "where.data";
/// The text of a field that is no configuration (dataKey, ...); null for any other key.
[[nodiscard]] std::string* placeText(LaunchPlace& place, std::string_view key);

}  // namespace sojourn::session
