// SPDX-License-Identifier: GPL-3.0-or-later
// The content of the Launch form: a configuration to start from, what was changed in it, and both as YAML.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_schema.h"
#include "model/config/training_config.h"

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

}  // namespace sojourn::session
