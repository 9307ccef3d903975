// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_labels.h"

#include <algorithm>

#include "views/session/launch/hyperparameter_sweep.h"
#include "views/session/launch/launch_plan.h"

namespace sojourn::session {
namespace {

FormSection section(std::string title, std::string_view name, const std::vector<std::string_view>& first) {
  FormSection made{.title = std::move(title), .fields = {}};
  for (const std::string_view key : first) made.fields.push_back(findConfigField(key));
  for (const ConfigField& field : configFields()) {
    if (field.section() == name && std::ranges::find(made.fields, &field) == made.fields.end())
      made.fields.push_back(&field);
  }
  return made;
}

}  // namespace

std::vector<FormSection> formSections() {
  return {section("Model", "model",
                  {"model.name", "model.d_model", "model.nhead", "model.num_layers", "model.dim_feedforward",
                   "model.dropout"}),
          section("Training", "training", {"training.learning_rate", "seed"})};
}

std::string shortModel(std::string_view name) {
  return name == "pointer_v45" ? "V45" : name == "mhsa" ? "MHSA" : std::string(name);
}

std::string labelOf(const ConfigField& field) {
  if (field.key == "model.name") return "Model";
  if (field.key == "model.dim_feedforward") return "feed-forward";
  return std::string(field.name());
}

std::string helpOf(const ConfigField& field) {
  const std::string help = field.key + ": " + field.help + ". Allowed: " + field.allowed() + ".";
  const std::string several = hyperparameterSweepHelp(field);
  return several.empty() ? help : help + "\n" + several;
}

std::vector<FormChoice> choicesOf(const ConfigField& field) {
  if (field.type == ConfigType::Boolean) return {{"true", "true"}, {"false", "false"}};
  std::vector<FormChoice> choices;
  for (const std::string& choice : field.choices)
    choices.push_back({choice, field.key == "model.name" ? shortModel(choice) : choice});
  return choices;
}

std::vector<PlaceField> placeFields() {
  std::string names;
  for (const std::string& name : folderNames()) names += (names.empty() ? "" : ", ") + name;
  return {
      {.key = "where.data",
       .text = &LaunchPlace::data,
       .label = "Dataset",
       .help = "Dataset to train on: a recent one, the demo city, or another one from disk",
       .choices = {}},
      {.key = "where.run_folder",
       .text = &LaunchPlace::runFolder,
       .label = "Run folder",
       .help =
           "Folder of each run. A name in braces is replaced by the value of the run, as in {seed}. Available names: " +
           names + ".",
       .choices = {}},
      {.key = "where.device",
       .text = &LaunchPlace::device,
       .label = "Device",
       .help = "Where to compute. Auto uses a GPU if there is one, else the CPU.",
       .choices = {{"auto", "Auto"}, {"cpu", "CPU"}, {"cuda", "CUDA"}}},
      {.key = "where.at_a_time",
       .text = &LaunchPlace::atATime,
       .label = "Runs at a time",
       .help = "How many of the queued runs are trained at a time. A queue that is already running keeps its own "
               "number.",
       .choices = {}},
      {.key = "where.threads",
       .text = &LaunchPlace::threads,
       .label = "Threads",
       .help = "CPU threads of each training. If empty, the trainer chooses.",
       .choices = {}},
  };
}

}  // namespace sojourn::session
