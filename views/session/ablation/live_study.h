// SPDX-License-Identifier: GPL-3.0-or-later
// The ablation study that is open: its folder is followed, each finished run is evaluated once, and trainings are
// queued, paused and stopped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/core/name_table.h"
#include "model/results/variant_study.h"
#include "views/session/ablation/new_study.h"
#include "views/session/ablation/study_figures.h"
#include "views/session/ablation/variant_study.h"
#include "views/session/launch/run_launcher.h"
#include "views/session/queries/workspace_query.h"
#include "views/session/runs/run_library.h"

namespace sojourn::session {

/// What the disk says about a study.
struct StudyState {
  StudyPlan plan;
  VariantStudy study;        ///< without figures
  bool queueAtWork = false;  ///< a queue runner works in its folder

  [[nodiscard]] bool sameAs(const StudyState& other) const;
};
using StudyStatePtr = std::shared_ptr<const StudyState>;

/// Of which runs and samples the figures are.
struct StudyQuestion {
  DatasetPtr dataset;
  StudyStatePtr state;
  StudyMetric metric;

  bool operator==(const StudyQuestion&) const = default;
};

/// A study to be trained.
class RanksCache;

/// What a workspace keeps of a study.
struct ChosenStudy {
  std::string folder = {};  ///< empty: none is open
  StudyFigure figure{};
  StudyTargets targets{};

  static void fields(auto& json, auto& study) {
    json.orDefault("folder", study.folder);
    json.orDefault("figure", study.figure, NameTable<4>{"acc1", "acc5", "acc10", "mrr"});
    json.orDefault("targets", study.targets, NameTable<3>{"all", "known", "unseen"});
  }
  bool operator==(const ChosenStudy&) const = default;
};

/// Announces Change::Study. Owned and called on the workspace's thread, which it never holds up. Reads its folder only
/// while it is watched; trainings are processes of their own.
class LiveStudy {
 public:
  /// `workspace` must outlive this.
  explicit LiveStudy(Workspace& workspace);
  ~LiveStudy();
  LiveStudy(const LiveStudy&) = delete;
  LiveStudy& operator=(const LiveStudy&) = delete;

  void setWatched(bool watched);
  void open(const std::filesystem::path& folder);
  /// Empty: none is open.
  [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
  /// Null before the first look at the folder.
  [[nodiscard]] const StudyStatePtr& state() const { return m_state; }
  /// With the figures that are known; null before the first look at the folder.
  [[nodiscard]] const VariantStudy* study() const;
  /// The newest states or metric have no figures yet.
  [[nodiscard]] bool outdated() const;
  /// In the order of the variants and seeds.
  [[nodiscard]] const std::vector<StudyTraining>& trainings() const { return m_trainings; }
  /// Why the folder cannot be read as a study. What was read before stays.
  [[nodiscard]] const std::optional<Error>& folderError() const { return m_folderError; }
  /// Why the runs cannot be evaluated: another dataset is open, or none, or it has no test split.
  [[nodiscard]] std::optional<Error> datasetError() const;
  [[nodiscard]] bool evaluating() const { return m_figures.awaiting(); }
  /// The evaluation was cancelled: resume() goes on.
  [[nodiscard]] bool stopped() const { return m_figures.stopped(); }
  void resume();
  [[nodiscard]] bool settled() const;

  [[nodiscard]] const StudyMetric& metric() const { return m_metric; }
  void setMetric(const StudyMetric& metric);
  /// The chosen variant; where none was chosen, the one that loses most for certain.
  [[nodiscard]] std::string variant() const;
  [[nodiscard]] const std::string& run() const { return m_run; }
  void selectVariant(const std::string& name);
  /// Its variant, too.
  void selectRun(const std::string& name);

  // ---- trainings, through the queue of the folder
  /// Queues what is missing and starts a queue runner.
  void start();
  /// Pauses what is being trained; the queue waits for it.
  void pause();
  void resumeTraining();
  /// Takes what waits out of the queue, and stops what is being trained: it can be continued.
  void stop();
  void addSeeds(const std::vector<std::int64_t>& seeds);
  void addLayers(const std::vector<std::int64_t>& layers);
  /// Queues a new study of the open dataset, and opens it.
  void begin(const NewStudy& wanted);
  /// The runs of the study that is open, as they are followed.
  [[nodiscard]] const std::vector<FollowedRunPtr>& runs() const { return m_library.runs(); }
  /// Commands are on their way to the disk.
  [[nodiscard]] bool busy() const { return m_launcher.busy(); }

  [[nodiscard]] ChosenStudy chosen() const;
  void restore(const ChosenStudy& study);

 private:
  void poll(std::chrono::milliseconds after);
  void takePoll();
  void takeFigures();
  void evaluate();
  void fillTrainings();
  void passOnErrors();
  void queue(const StudyPlan& plan);
  [[nodiscard]] std::optional<StudyQuestion> question() const;
  /// The plan, with the dataset where it lies now.
  [[nodiscard]] std::optional<StudyPlan> plan() const;
  void send(ControlCommand command, const std::string& state);

  Workspace& m_workspace;
  std::filesystem::path m_folder;
  bool m_watched = false;
  StudyMetric m_metric;
  std::string m_variant, m_run;
  StudyStatePtr m_state, m_polled;
  std::optional<Error> m_folderError;
  std::vector<StudyTraining> m_trainings;
  std::set<std::filesystem::path> m_counted;  ///< runs whose test figures were shown
  bool m_commanded = false;                   ///< a command was sent: what fails is reported
  std::shared_ptr<RanksCache> m_ranks;
  std::shared_ptr<int> m_alive = std::make_shared<int>(0);
  RunLibrary m_library;
  RunLauncher m_launcher;
  WorkspaceQuery<StudyState, std::filesystem::path> m_polls;
  WorkspaceQuery<VariantStudy, StudyQuestion> m_figures;
  Subscription m_subscription;  ///< ends before what it calls goes
};

}  // namespace sojourn::session
