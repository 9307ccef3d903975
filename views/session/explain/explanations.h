// SPDX-License-Identifier: GPL-3.0-or-later
// The Explain workspace's state: the question, the newest explanation of the sample, and how the methods do over the
// filtered samples.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "views/session/async/worker.h"
#include "views/session/explain/explain_sample.h"
#include "views/session/explain/saved_evaluation.h"
#include "views/session/workspace/filtered_samples.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// What is to be explained, whatever the sample.
struct ExplanationChoice {
  enum class Of { Prediction, Target, Location };
  enum class Against { Nothing, RunnerUp, Target, Location };

  Of of = Of::Prediction;
  LocationId location = unseenLocation;  ///< of Of::Location
  Against against = Against::Nothing;
  LocationId againstLocation = unseenLocation;  ///< of Against::Location
  Baseline baseline = Baseline::Zero;           ///< of integrated gradients
  Removal removal = Removal::Masked;            ///< which operator is drawn; both are always computed

  bool operator==(const ExplanationChoice&) const = default;
};

/// What is asked of one sample: an absent target is the prediction instead, a contrast with itself is none.
[[nodiscard]] ExplanationTarget targetOf(const ExplanationChoice& choice, const Inspection& inspection);

/// How the methods do over many samples, as far as it is known.
struct AggregateEvaluation {
  std::shared_ptr<const ExplanationSummary> summary;  ///< null: none yet
  std::size_t filtered = 0;                           ///< samples that the filter shows
  bool running = false;
  bool cancelled = false;   ///< it was stopped: what is there stays
  std::string filter = {};  ///< as it was typed
};

/// Owned and called on the workspace's thread; subscribes to it and tells through it (Change::Explanation,
/// Change::AggregateEvaluation). Works on two threads of its own, and only while a view shows it: the newest question
/// wins, an older one is cancelled.
class Explanations {
 public:
  /// `workspace` must outlive this.
  explicit Explanations(Workspace& workspace);
  /// Cancels all work and waits for the workers.
  ~Explanations();
  Explanations(const Explanations&) = delete;
  Explanations& operator=(const Explanations&) = delete;

  /// Without a watcher nothing is explained; an evaluation that was started goes on.
  void setWatched(bool watched);

  [[nodiscard]] const ExplanationChoice& choice() const { return m_choice; }
  /// What is asked of the sample in front; absent while its inspection is awaited.
  [[nodiscard]] std::optional<SampleQuestion> questionNow() const;
  void choose(const ExplanationChoice& choice);

  /// The newest answer; stays while the next one is computed. Null before the first.
  [[nodiscard]] const ExplainedSamplePtr& answer() const { return m_answer; }
  /// Of the answer.
  [[nodiscard]] EnginePtr answerEngine() const { return m_answered ? m_answered->engine : nullptr; }
  /// The answer is of another sequence, model or question than the present ones, or there is none yet.
  [[nodiscard]] bool outdated() const;
  /// Why the newest question has no answer; absent while it is awaited or where it succeeded.
  [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

  /// The newest question has its last answer: refined, or an error.
  [[nodiscard]] bool settled() const { return m_error || (m_answer && m_answer->refined && !outdated()); }

  /// Explains `samples` of the filtered samples in random order, 0: all of them. One that runs is cancelled first.
  void startEvaluation(std::size_t samples);
  void cancelEvaluation();
  /// Of the samples, the model and the location (prediction or target) as they are now.
  [[nodiscard]] const AggregateEvaluation& evaluation() const { return m_evaluation; }
  /// Whether an evaluation can be started: a dataset, a model, samples.
  [[nodiscard]] bool canEvaluate() const;

  /// The results of what is open, as a workspace keeps them: those of other filters, then the one that is shown, as far
  /// as it has come.
  [[nodiscard]] std::vector<SavedEvaluation> savedEvaluations() const;
  /// In place of those that are there. What was computed from something else is dropped, each reason given once. The
  /// samples of a filter are compared as soon as it is chosen again and, where it asks for the model's answers, known;
  /// what differs then is dropped with a banner.
  [[nodiscard]] std::vector<Error> restoreEvaluations(const std::vector<SavedEvaluation>& saved);

 private:
  /// What an evaluation is of; its result holds while this does.
  struct EvaluationKey {
    FilteredSamples samples;
    ExplainedLocation location = ExplainedLocation::Prediction;

    bool operator==(const EvaluationKey&) const = default;
  };

  struct KeptEvaluation {
    EvaluationKey key;
    AggregateEvaluation evaluation;
    bool unproven = false;  ///< from a file: its filter has not been looked at yet
  };

  void follow(Changes changes);
  void ask();
  void takeAnswer(std::uint64_t number, const SampleQuestion& question, Result<ExplainedSamplePtr> result);
  void takeProgress(std::uint64_t number, std::size_t done, std::size_t total);
  [[nodiscard]] EvaluationKey evaluationKey() const;
  void followEvaluation();
  void keepEvaluation();
  // explanations_keeping.cpp
  void verifyEvaluations();
  void takeEvaluation(std::uint64_t number, Result<ExplanationSummary> result, bool last);
  void endEvaluation();
  /// Runs `act` on the owner thread unless this is gone by then.
  template <class Act>
  void post(Act act);

  Workspace& m_workspace;
  /// What is posted looks whether this is still there; gone after the workers, who copy it.
  const std::shared_ptr<int> m_alive = std::make_shared<int>();
  ExplanationChoice m_choice;
  bool m_watched = false;

  std::optional<SampleQuestion> m_asked;
  std::uint64_t m_number = 0;  ///< of questions and evaluations
  std::uint64_t m_questionNumber = 0;
  std::chrono::steady_clock::time_point m_askedAt{};
  CancelToken m_cancel;
  JobId m_job = 0;
  ExplainedSamplePtr m_answer;
  std::optional<SampleQuestion> m_answered;  ///< what m_answer is an answer to
  bool m_awaiting = false;                   ///< a first answer to the newest question
  std::optional<Error> m_error;

  EvaluationKey m_evaluationKey;
  AggregateEvaluation m_evaluation;
  std::vector<KeptEvaluation> m_keptEvaluations;  ///< of other filters, the newest last
  std::uint64_t m_evaluationNumber = 0;           ///< 0: none runs
  CancelToken m_evaluationCancel;
  JobId m_evaluationJob = 0;

  Subscription m_subscription;
  // The threads come last, so that they are gone before anything they reach.
  Worker m_evaluationWorker, m_sampleWorker;
};

}  // namespace sojourn::session
