// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_form.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "model/config/trainable_models.h"
#include "model/config/yaml_settings.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/launch/hyperparameter_sweep.h"
#include "views/session/launch/launch_plan.h"

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

/// A field that is no configuration, as it is before anything is entered.
struct PlaceField {
  std::string LaunchPlace::*text;
  FormField field;
};

/// The dataset, the run folder, the device, how many at a time, the threads.
std::vector<PlaceField> placeFields() {
  std::string names;
  for (const std::string& name : folderNames()) names += (names.empty() ? "{" : ", {") + name + "}";
  return {
      {&LaunchPlace::data,
       {.key = "where.data",
        .label = tr("Dataset"),
        .help = tr("Dataset to train on: a recent one, the demo city, or another one from disk"),
        .hint = tr("the demo city"),
        .wide = true}},
      {&LaunchPlace::runFolder,
       {.key = "where.run_folder",
        .label = tr("Run folder"),
        .help = tr("Folder of each run. A name in braces is replaced by the value of the run: %1.", {names}),
        .wide = true}},
      {&LaunchPlace::device,
       {.key = "where.device",
        .label = tr("Device"),
        .help = tr("Where to compute. Auto takes the faster device as measured on this computer; cuda:1 is the second "
                   "GPU."),
        .note = tr("where to compute"),
        .choices = {{"auto", tr("Auto")}, {"cpu", "CPU"}, {"cuda", "CUDA"}}}},
      {&LaunchPlace::atATime,
       {.key = "where.at_a_time",
        .label = tr("Runs at a time"),
        .help = tr("How many of the queued runs are trained at a time. A queue that is already running keeps its own "
                   "number."),
        .note = tr("runs of the queue at a time")}},
      {&LaunchPlace::threads,
       {.key = "where.threads",
        .label = tr("Threads"),
        .help = tr("CPU threads of each training. If empty, the trainer chooses."),
        .hint = tr("auto"),
        .note = tr("CPU threads of each training")}},
  };
}

std::vector<const ConfigField*> fieldsOf(std::string_view section, const std::vector<std::string_view>& first) {
  std::vector<const ConfigField*> fields;
  for (const std::string_view key : first) fields.push_back(findConfigField(key));
  for (const ConfigField& field : configFields()) {
    if (field.section() == section && std::ranges::find(fields, &field) == fields.end()) fields.push_back(&field);
  }
  return fields;
}

std::vector<FormChoice> choicesOf(const ConfigField& field) {
  if (field.type == ConfigType::Boolean) return {{"true", "true"}, {"false", "false"}};
  std::vector<FormChoice> choices;
  for (const std::string& choice : field.choices)
    choices.push_back({choice, field.key == "model.name" ? shortModel(choice) : choice});
  return choices;
}

FormField formField(const ConfigField& field, const LaunchForm& form) {
  FormField made{.key = field.key,
                 .label = labelOf(field),
                 .help = tr("%1: %2. Allowed: %3.", {field.key, tr(field.help), tr(field.allowed())}),
                 .note = tr(field.help),
                 .text = form.text(field),
                 .choices = choicesOf(field),
                 .typed = field.choices.empty() || takesSeveral(field),
                 .shown = shownInForm(field, form.model()) || form.changed(field.key),
                 .changed = form.changed(field.key)};
  if (const std::string several = hyperparameterSweepHelp(field); !several.empty()) made.help += "\n" + several;
  if (const auto values = parseHyperparameterSweep(field, made.text)) made.values = values->size();
  if (made.changed)
    made.note = (made.values > 1 ? tr("%1 values, ", {std::to_string(made.values)}) : "") +
                tr("was %1", {shortText(field.get(field.key == "model.name" ? form.source() : form.base()))});
  return made;
}

}  // namespace

bool shownInForm(const ConfigField& field, std::string_view model) {
  if (field.ignored || field.section() == "data") return false;
  const TrainableModel* known = findTrainableModel(model);
  return !known || known->reads(field.key);
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
  const auto add = [&](const std::string& written) {
    m_yaml += written + "\n";
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

std::string shortModel(std::string_view name) {
  const TrainableModel* known = findTrainableModel(name);
  return std::string(known ? known->shortTitle : name);
}

std::string labelOf(const ConfigField& field) {
  static const std::map<std::string_view, const char*> labels{{"model.name", "Model"},
                                                              {"model.d_model", "Width"},
                                                              {"model.nhead", "Heads"},
                                                              {"model.num_layers", "Layers"},
                                                              {"model.dim_feedforward", "Feed-forward"},
                                                              {"training.num_epochs", "Epochs"},
                                                              {"training.grad_clip", "Gradient clip"},
                                                              {"training.use_amp", "Mixed precision"}};
  if (const auto known = labels.find(field.key); known != labels.end()) return tr(known->second);
  std::string label(field.name());
  std::ranges::replace(label, '_', ' ');
  label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  return tr(label);
}

std::vector<FormSection> formSections(const LaunchForm& form, const LaunchPlace& place,
                                      const std::vector<LaunchError>& errors) {
  std::vector<FormSection> sections{{tr("Where")}, {tr("Model")}, {tr("Training")}};
  for (const PlaceField& one : placeFields()) {
    sections[0].fields.push_back(one.field);
    sections[0].fields.back().text = place.*one.text;
  }
  for (const ConfigField* field : fieldsOf("model", {"model.name", "model.d_model", "model.nhead", "model.num_layers",
                                                     "model.dim_feedforward", "model.hidden_size", "model.dropout"}))
    sections[1].fields.push_back(formField(*field, form));
  for (const ConfigField* field : fieldsOf("training", {"training.learning_rate", "seed"}))
    sections[2].fields.push_back(formField(*field, form));
  for (FormSection& section : sections) {
    for (FormField& field : section.fields) {
      const auto error = std::ranges::find(errors, field.key, &LaunchError::key);
      if (error != errors.end()) field.error = error->message;
    }
  }
  return sections;
}

std::string* placeText(LaunchPlace& place, std::string_view key) {
  for (const PlaceField& one : placeFields())
    if (one.field.key == key) return &(place.*one.text);
  return nullptr;
}

}  // namespace sojourn::session
