// SPDX-License-Identifier: GPL-3.0-or-later
// Component ablations: of the current sample, and over the filtered samples.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/results/component.h"
#include "views/session/async/latest_query.h"
#include "views/session/explain/explanations.h"
#include "views/session/workspace/filtered_samples.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// What of a model can be ablated, and by what: computed once for a model and its training set.
struct AblatableModel {
  DatasetPtr dataset;
  EnginePtr engine;
  std::vector<Component> components;
  ComponentReference reference;
};

/// A sample with its components ablated.
struct AblationAnswer {
  std::shared_ptr<const AblatableModel> model;
  InspectionPtr inspection;
  std::string sampleText;
  AblationTable ablationTable;
};

/// What the ablations do over many samples, as far as it is known.
struct AblationEvaluation {
  std::shared_ptr<const AblationSummaryTable> table;  ///< null: none yet
  bool running = false;
};

/// Reads the training set once for the means that replace components. Any thread. Errors: no training set; of
/// the explainer; cancelled.
[[nodiscard]] Result<AblatableModel> ablatableModel(const Explainer& explainer, const DatasetPtr& dataset,
                                                    const EnginePtr& engine, const CancelToken& cancel,
                                                    const Progress& progress);

/// Every ablation of every component on one sample. Any thread.
[[nodiscard]] Result<AblationAnswer> ablateEverything(const Explainer& explainer,
                                                      const std::shared_ptr<const AblatableModel>& model,
                                                      const InspectionPtr& inspection, const ExplanationTarget& target,
                                                      const std::string& sampleText, const CancelToken& cancel,
                                                      const Progress& progress);

/// Owned and called on the workspace's thread; subscribes to it and tells through it (Change::Components). Works on
/// threads of its own, and only while a view shows it: the newest question wins.
class AblationStudy {
 public:
  /// Asks for what `explanations` asks for. Both must outlive this.
  AblationStudy(Workspace& workspace, const Explanations& explanations);
  /// Cancels all work and waits for the workers.
  ~AblationStudy();
  AblationStudy(const AblationStudy&) = delete;
  AblationStudy& operator=(const AblationStudy&) = delete;

  /// Without a watcher nothing is computed; an evaluation that was started goes on.
  void setWatched(bool watched);

  /// The newest answer; stays while the next one is computed. Null before the first.
  [[nodiscard]] const std::shared_ptr<const AblationAnswer>& answer() const { return m_table.answer(); }
  /// The means of the training set are being computed; sequences done, and all of them.
  [[nodiscard]] bool learning() const { return m_model.awaiting(); }
  [[nodiscard]] std::pair<std::size_t, std::size_t> learned() const { return {m_model.done(), m_model.total()}; }
  /// What the newest question needs was cancelled: resume() begins it again.
  [[nodiscard]] bool stopped() const { return m_stopped; }
  void resume();
  /// There is an answer, and it is of another sequence, model or location than the present ones.
  [[nodiscard]] bool outdated() const;
  [[nodiscard]] bool awaiting() const { return m_model.awaiting() || m_table.awaiting(); }
  /// Why the newest question has no answer.
  [[nodiscard]] const std::optional<Error>& error() const {
    return m_model.error() ? m_model.error() : m_table.error();
  }
  /// The newest question has its answer, or an error.
  [[nodiscard]] bool settled() const { return !awaiting() && (error() || m_stopped || (answer() && !outdated())); }

  /// Ablates every component over `samples` of the filtered samples at random, 0: all of them. One that runs is
  /// cancelled first. Nothing happens before the means are known.
  void startEvaluation(std::size_t samples);
  /// What is measured by then stays.
  void cancelEvaluation();
  /// Of the samples and the model as they are now.
  [[nodiscard]] const AblationEvaluation& evaluation() const { return m_evaluation; }
  /// Samples that the filter shows.
  [[nodiscard]] std::size_t filtered() const { return m_workspace.sampleView().rows().size(); }

 private:
  struct Question {
    std::shared_ptr<const AblatableModel> model;
    InspectionPtr inspection;
    ExplanationTarget target;

    bool operator==(const Question&) const = default;
  };

  /// Absent while the means or the inspection are awaited.
  [[nodiscard]] std::optional<Question> question() const;
  void follow(Changes changes);
  void ask();
  void askModel();
  void askTable();
  void stopAsking();
  void followEvaluation();
  void endEvaluation();
  void drain();
  void drainEvaluation();
  /// The newest that holds; null where it is of another model or of other data.
  [[nodiscard]] std::shared_ptr<const AblatableModel> model() const;
  /// Calls drain() on the owner thread unless this is gone by then. Any thread.
  [[nodiscard]] std::function<void()> waking();
  /// A job that is only shown when it takes long.
  template <class AnyQuery>
  void showJob(const AnyQuery& query, JobId& job, const std::string& title, const char* unit,
               void (AblationStudy::*cancel)());
  void cancelModel();
  void cancelTable();

  Workspace& m_workspace;
  const Explanations& m_explanations;
  /// What is posted looks whether this is still there; gone after the workers, who copy it.
  const std::shared_ptr<int> m_alive = std::make_shared<int>();
  bool m_watched = false;
  bool m_stopped = false;
  DatasetPtr m_modelDataset;  ///< of the newest question for a model
  EnginePtr m_modelEngine;
  std::optional<Question> m_asked;
  JobId m_modelJob = 0, m_tableJob = 0;

  FilteredSamples m_evaluatedSamples;
  AblationEvaluation m_evaluation;
  std::vector<std::pair<FilteredSamples, AblationEvaluation>> m_keptEvaluations;  ///< of other filters, the newest last
  CancelToken m_evaluationCancel;
  JobId m_evaluationJob = 0;

  Subscription m_subscription;
  // The threads come last, so that they are gone before anything they reach.
  LatestQuery<AblatableModel> m_model;
  LatestQuery<AblationAnswer, Question> m_table;
  LatestQuery<AblationSummaryTable> m_evaluations;
};

}  // namespace sojourn::session
