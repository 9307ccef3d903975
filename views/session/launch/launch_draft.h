// SPDX-License-Identifier: GPL-3.0-or-later
// A launch before it is queued: what it starts from, the filled form, where it goes, and the plan of all that.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/runs/store/run_files.h"
#include "views/session/launch/launch_form.h"
#include "views/session/launch/launch_plan.h"

namespace sojourn::session {

/// A value type for one thread, which looks at no file. After each change replan() says what it means.
class LaunchDraft {
 public:
  /// `home` is for "~/"; a run folder in `place` counts as typed.
  explicit LaunchDraft(std::filesystem::path home, LaunchPlace place = {});

  // ---- what it starts from

  /// What becomes of what was changed before, and of the dataset.
  enum class Changes { Drop, Keep };
  void startFromRecipe(const std::string& model, Changes changes = Changes::Drop);
  /// Errors: those of configOf(); nothing changes then.
  Status startFromRun(const FollowedRun& run, Changes changes = Changes::Drop);
  /// Several values of a field, or one out of its range: the field says so. Returns what is wrong where that is no YAML
  /// of a configuration, and changes nothing then; else an empty text.
  [[nodiscard]] std::string startFromYaml(const std::string& yaml, const std::filesystem::path& file);
  /// "recipe:MODEL", "run:FOLDER", "file:PATH"; empty: nothing yet, or forgotten since it was launched.
  [[nodiscard]] const std::string& source() const { return m_source; }
  void forgetSource() {
    m_source.clear();
    m_dataChosen = false;
  }
  /// The folder of the run that it starts from; nothing for another source.
  [[nodiscard]] std::optional<std::filesystem::path> sourceRun() const;
  /// Of that run; empty for another source.
  [[nodiscard]] const RunRecord::Dataset& sourceDataset() const { return m_sourceDataset; }

  // ---- the form

  [[nodiscard]] const LaunchForm& form() const { return m_form; }
  [[nodiscard]] const LaunchPlace& place() const { return m_place; }
  /// Of a field of the configuration, or of the place; another key changes nothing.
  void setText(const std::string& key, const std::string& text);
  /// Takes a change back; the run folder is proposed again, the dataset is that of the run.
  void reset(const std::string& key);
  void setYaml(const std::string& yaml) { m_form.setYaml(yaml); }
  void dropChanges() { m_form.clear(); }
  /// Unless one was chosen in this draft, by hand or with a run.
  void proposeDataset(const std::string& data);
  [[nodiscard]] bool folderTyped() const { return m_folderTyped; }

  // ---- what it means

  /// `runsFolder`: of the runs that are open; empty: none.
  void replan(const std::filesystem::path& runsFolder);
  [[nodiscard]] const LaunchPlan& plan() const { return m_plan; }
  /// Of the plan, else those that only the disk can say; null: it has not answered yet.
  [[nodiscard]] const std::vector<LaunchError>& errors(const DiskCheck* onDisk) const;
  [[nodiscard]] std::vector<FormSection> sections(const DiskCheck* onDisk) const {
    return formSections(m_form, m_place, errors(onDisk));
  }
  /// summaryOf() with the time that runs like these took.
  [[nodiscard]] std::string summary(const DiskCheck* onDisk) const;
  void setPaces(std::vector<RunPace> paces) { m_paces = std::move(paces); }

 private:
  void start(const TrainingConfig& config, std::string source, Changes changes);
  [[nodiscard]] std::string proposedFolder(const std::filesystem::path& runsFolder) const;

  std::filesystem::path m_home;
  LaunchForm m_form;
  LaunchPlace m_place;
  LaunchPlan m_plan;
  std::vector<RunPace> m_paces;
  std::string m_source;
  RunRecord::Dataset m_sourceDataset;
  bool m_folderTyped = false, m_dataChosen = false;
};

}  // namespace sojourn::session
