// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_draft.h"

#include <utility>

#include "model/config/config_file.h"
#include "model/config/trainable_models.h"
#include "model/core/translation.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::session {

LaunchDraft::LaunchDraft(std::filesystem::path home, LaunchPlace place)
    : m_home(std::move(home)), m_place(std::move(place)), m_folderTyped(!m_place.runFolder.empty()) {}

void LaunchDraft::start(const TrainingConfig& config, std::string source, Changes changes) {
  TrainingConfig base = config;
  base.data = {};
  if (changes == Changes::Drop) m_form.clear();
  m_form.setBase(base);
  m_source = std::move(source);
  m_sourceDataset = {};
  if (changes == Changes::Drop) m_folderTyped = false;
}

void LaunchDraft::startFromRecipe(const std::string& model, Changes changes) {
  start(recipeFor(model), recipeSource + model, changes);
}

Status LaunchDraft::startFromRun(const FollowedRun& run, Changes changes) {
  const auto config = configOf(run);
  if (!config) return config.error();
  start(*config, runSource + run.folder().string(), changes);
  m_sourceDataset = run.entry.record->dataset;
  if (changes == Changes::Keep) return {};
  m_place.data = dataOf(*run.entry.record);
  m_dataChosen = true;
  return {};
}

std::string LaunchDraft::startFromYaml(const std::string& yaml, const std::filesystem::path& file) {
  if (const auto config = parseTrainingConfig(yaml, file.string())) {
    start(*config, fileSource + file.string(), Changes::Drop);
    return {};
  }
  LaunchForm form;
  form.setYaml(yaml);
  if (!form.yamlErrors().empty()) {
    const LaunchError& error = form.yamlErrors().front();
    return error.line > 0 ? tr("Line %1: %2", {std::to_string(error.line), error.message}) : error.message;
  }
  start({}, fileSource + file.string(), Changes::Drop);
  m_form = std::move(form);
  return {};
}

std::optional<std::filesystem::path> LaunchDraft::sourceRun() const {
  const std::string_view prefix = runSource;
  if (!m_source.starts_with(prefix)) return std::nullopt;
  return m_source.substr(prefix.size());
}

void LaunchDraft::setText(const std::string& key, const std::string& text) {
  if (std::string* place = placeText(m_place, key)) *place = text;
  m_folderTyped = m_folderTyped || key == runFolderKey;
  m_dataChosen = m_dataChosen || key == dataKey;
  if (const ConfigField* field = findConfigField(key)) m_form.setText(*field, text);
}

void LaunchDraft::reset(const std::string& key) {
  if (key == runFolderKey) m_folderTyped = false;
  if (key == dataKey) m_place.data = (std::filesystem::path(m_sourceDataset.path) / m_sourceDataset.prefix).string();
  if (const ConfigField* field = findConfigField(key)) m_form.reset(*field);
}

void LaunchDraft::proposeDataset(const std::string& data) {
  if (!m_dataChosen) m_place.data = data;
}

void LaunchDraft::replan(const std::filesystem::path& runsFolder) {
  if (!m_folderTyped) m_place.runFolder = proposedFolder(runsFolder);
  m_plan = planLaunch(m_form, m_place, {.home = m_home, .runsFolder = runsFolder});
}

/// Beside the run it is like, named after it and what is changed.
std::string LaunchDraft::proposedFolder(const std::filesystem::path& runsFolder) const {
  const auto again = sourceRun();
  const std::string stem = again ? withTilde(*again, m_home) : proposedRunFolder(runsFolder, m_home);
  std::string changes;
  for (const ConfigField& field : configFields()) {
    const bool named = !again && (field.key == "model.name" || field.key == "seed");
    if (!m_form.changed(field.key) || named || field.type == ConfigType::IntegerList) continue;
    const std::string name(field.key == "model.name" ? "model" : field.name());
    changes += "-" + (name == "model" ? "" : name) + "{" + name + "}";
  }
  if (again && changes.empty()) changes = "-again";
  return stem + changes;
}

const std::vector<LaunchError>& LaunchDraft::errors(const DiskCheck* onDisk) const {
  return m_plan.errors.empty() && onDisk ? onDisk->errors : m_plan.errors;
}

std::string LaunchDraft::summary(const DiskCheck* onDisk) const {
  return summaryOf(m_plan, estimate(m_plan, m_paces), onDisk);
}

}  // namespace sojourn::session
