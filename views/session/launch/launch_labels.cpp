// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_labels.h"

#include <algorithm>

#include "model/core/translation.h"
#include "views/session/launch/hyperparameter_sweep.h"
#include "views/session/launch/launch_plan.h"

namespace sojourn::session {
namespace {

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
        .help = tr("Where to compute. Auto uses a GPU if there is one, else the CPU."),
        .note = tr("where to compute"),
        .choices = {{"auto", tr("Auto")}, {"cpu", "CPU"}, {"cuda", "CUDA"}},
        .typed = false}},
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

std::string shortModel(std::string_view name) {
  return name == "pointer_v45" ? "V45" : name == "mhsa" ? "MHSA" : std::string(name);
}

std::string labelOf(const ConfigField& field) {
  if (field.key == "model.name") return tr("Model");
  if (field.key == "model.dim_feedforward") return tr("feed-forward");
  return std::string(field.name());
}

std::vector<FormSection> formSections(const LaunchForm& form, const LaunchPlace& place,
                                      const std::vector<LaunchError>& errors) {
  std::vector<FormSection> sections{{.title = tr("Where"), .fields = {}},
                                    {.title = tr("Model"), .fields = {}},
                                    {.title = tr("Training"), .fields = {}}};
  for (const PlaceField& one : placeFields()) {
    sections[0].fields.push_back(one.field);
    sections[0].fields.back().text = place.*one.text;
  }
  for (const ConfigField* field : fieldsOf("model", {"model.name", "model.d_model", "model.nhead", "model.num_layers",
                                                     "model.dim_feedforward", "model.dropout"}))
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
