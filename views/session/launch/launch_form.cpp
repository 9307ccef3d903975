// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_form.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "model/config/config_text.h"
#include "model/config/yaml_settings.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/launch/hyperparameter_sweep.h"

namespace sojourn::session {
namespace {

constexpr const char* modelKey = "model.name";

/// A scalar that YAML reads back as it stands, or in quotes.
std::string quotedIfNeeded(const std::string& text) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '_' || c == '/'; };
  const bool dashInside = !text.empty() && text.front() != '-';
  const bool safe = !text.empty() && std::ranges::all_of(text, [&](unsigned char c) {
    return plain(c) || (dashInside && (c == '-' || c == '+'));
  });
  if (safe) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return quoted + '"';
}

/// With a point, so that PyYAML takes it for a number, and no nought in the exponent: "3.0e-4".
std::string yamlScalar(const ConfigValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quotedIfNeeded(*text);
  std::string text = shortText(value);
  if (!std::holds_alternative<double>(value) || text.find('.') != std::string::npos) return text;
  const std::size_t exponent = text.find('e');
  text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
  return text;
}

std::string yamlValue(const ConfigField& field, const std::string& text) {
  const auto values = parseHyperparameterSweep(field, text);
  if (!values) return quotedIfNeeded(text);
  if (values->size() == 1 && field.type != ConfigType::IntegerList) return yamlScalar(values->front());
  if (values->size() == 1) return "[" + shortText(values->front()) + "]";
  std::string list;
  for (const ConfigValue& value : *values) list += (list.empty() ? "[" : ", ") + yamlScalar(value);
  return list + "]";
}

/// What a setting of the YAML is as a field's text.
std::string fieldText(const RawValue& value) {
  std::string text;
  for (const std::string& item : value.items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

/// The line that an error of the YAML reader names: "Launch, line 4".
int lineIn(const std::string& where) {
  const std::size_t at = where.rfind("line ");
  int line = 0;
  if (at != std::string::npos) std::from_chars(where.data() + at + 5, where.data() + where.size(), line);
  return line;
}

}  // namespace

bool shownInForm(const ConfigField& field, std::string_view model) {
  if (field.ignored || field.section() == "data") return false;
  const bool pointerOnly = field.key == "model.ablation" || field.key == "training.min_lr";
  return model == "pointer_v45" || !pointerOnly;
}

void LaunchForm::setBase(const TrainingConfig& base) {
  m_base = base;
  settle();
  writeYaml();
}

/// The chosen model decides what unchanged fields mean; what says the same as that is no change.
void LaunchForm::settle() {
  m_effective = m_base;
  const auto chosen = m_texts.find(modelKey);
  const ConfigField* model = findConfigField(modelKey);
  if (chosen != m_texts.end() && chosen->second == m_base.model.name)
    m_texts.erase(chosen);
  else if (chosen != m_texts.end() && model->check(ConfigValue(chosen->second)))
    m_effective = recipeFor(chosen->second);
  std::erase_if(m_texts, [this](const auto& entry) {
    if (entry.first == modelKey) return false;
    const ConfigField* field = findConfigField(entry.first);
    const auto values = parseHyperparameterSweep(*field, entry.second);
    return values && values->size() == 1 && values->front() == field->get(m_effective);
  });
}

std::string LaunchForm::text(const ConfigField& field) const {
  const auto typed = m_texts.find(field.key);
  return typed != m_texts.end() ? typed->second : shortText(field.get(m_effective));
}

void LaunchForm::takeText(const ConfigField& field, const std::string& text) {
  // "42..46" stays as it was typed where the YAML, edited elsewhere, says the same in full.
  const auto typed = m_texts.find(field.key);
  if (typed != m_texts.end()) {
    const auto before = parseHyperparameterSweep(field, typed->second);
    const auto now = parseHyperparameterSweep(field, text);
    if (before && now && *before == *now) return;
  }
  m_texts[field.key] = text;
}

void LaunchForm::setText(const ConfigField& field, const std::string& text) {
  m_texts[field.key] = text;
  settle();
  writeYaml();
}

void LaunchForm::reset(const ConfigField& field) {
  m_texts.erase(field.key);
  settle();
  writeYaml();
}

void LaunchForm::clear() {
  m_texts.clear();
  settle();
  writeYaml();
}

void LaunchForm::writeYaml() {
  m_yaml.clear();
  m_lines.clear();
  m_yamlErrors.clear();
  int line = 0;
  const auto add = [&](const std::string& words) {
    m_yaml += words + "\n";
    ++line;
  };
  std::string_view open;
  for (const ConfigField& field : configFields()) {
    if (!shownInForm(field, model()) && !changed(field.key)) continue;
    if (field.section() != open) {
      open = field.section();
      add(std::string(open) + ":");
    }
    add((open.empty() ? "" : "  ") + std::string(field.name()) + ": " + yamlValue(field, text(field)));
    m_lines[field.key] = line;
  }
}

void LaunchForm::setYaml(const std::string& yaml) {
  m_yaml = yaml;
  m_lines.clear();
  m_yamlErrors.clear();
  const auto settings = parseYamlSettings(yaml, "YAML");
  if (!settings) {
    const Error& error = settings.error();
    m_yamlErrors.push_back({{}, escapeForDisplay(error.sentence(), 300), lineIn(error.where)});
    return;
  }
  std::map<std::string, std::string> before = std::move(m_texts);
  m_texts.clear();
  for (const Setting& setting : *settings) {
    const ConfigField* field = findConfigField(setting.key);
    const std::string shown = escapeForDisplay(setting.key, 60);
    if (!field) {
      m_yamlErrors.push_back({{}, tr("%1 is not a configuration key", {shown}), setting.value.line});
      continue;
    }
    if (const auto [at, isNew] = m_lines.emplace(setting.key, setting.value.line); !isNew) {
      m_yamlErrors.push_back(
          {{}, tr("%1 is given twice: also in line %2", {shown, std::to_string(at->second)}), setting.value.line});
      continue;
    }
    if (const auto typed = before.find(setting.key); typed != before.end()) m_texts.insert(*typed);
    takeText(*field, fieldText(setting.value));
  }
  settle();
}

int LaunchForm::lineOf(const std::string& key) const {
  const auto found = m_lines.find(key);
  return found == m_lines.end() ? 0 : found->second;
}

}  // namespace sojourn::session
