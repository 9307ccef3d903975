// SPDX-License-Identifier: GPL-3.0-or-later
// The Explain workspace's state: the question, the newest explanation and Shapley values of the sample, and how the
// methods do over the filtered samples.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/core/name_table.h"
#include "model/results/explanation.h"
#include "views/session/explain/saved_evaluation.h"
#include "views/session/opening/loaders.h"
#include "views/session/queries/sample_evaluations.h"
#include "views/session/queries/sample_study.h"

namespace sojourn::session {

/// What is explained: a sample as it was inspected, and the question.
struct SampleQuestion {
  std::shared_ptr<const Engine> engine;
  InspectionPtr inspection;
  std::string sampleText;
  ExplanationTarget target;
  Baseline baseline = Baseline::Zero;

  bool operator==(const SampleQuestion&) const = default;
};

/// So many random orders are enough to see at once what holds; p-values need more (SPEC 6).
inline constexpr std::size_t quickRandomOrders = 20;
inline constexpr std::size_t refinedRandomOrders = 199;
/// With twelve methods 199 orders give no p below 0.06 after Holm: where that would decide, so many are asked.
inline constexpr std::size_t decidingRandomOrders = 1999;

/// Windows beyond so many visits get their scores first: how faithful those are takes a number of passes that grows
/// with the visits, and so does each of them. Windows of seven days are rarely as long.
inline constexpr std::size_t longWindow = 64;

enum class ExplanationDepth {
  Scores,   ///< of the methods alone
  Quick,    ///< and how faithful they are, beside a few random orders
  Refined,  ///< and p-values: ExplainedSample::refined
};

/// Errors: those of explain(), cancelled.
[[nodiscard]] Result<ExplainedSample> explainSample(const Explainer& explainer, const SampleQuestion& question,
                                                    ExplanationDepth depth, const CancelToken& cancel,
                                                    const Progress& progress = {});

/// The visit of which a sentence can say most: the heaviest copied one towards the target, else the one whose absence
/// costs most. The latest of equal ones.
[[nodiscard]] std::size_t visitToCheck(const Explanation& explanation, std::size_t length);

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

  // In the order of their values, as a workspace and the command line write them.
  static constexpr NameTable<3> ofNames{"prediction", "target", "location"};
  static constexpr NameTable<4> againstNames{"nothing", "next_best", "target", "location"};
  static constexpr NameTable<3> baselineNames{"zero", "padding", "mean_location"};
  static constexpr NameTable<2> removalNames{"masked", "removed"};

  static void fields(auto& json, auto& choice) {
    json.orDefault("of", choice.of, ofNames);
    json.orDefault("location", choice.location, 0, std::numeric_limits<LocationId>::max());
    json.orDefault("against", choice.against, againstNames);
    json.orDefault("against_location", choice.againstLocation, 0, std::numeric_limits<LocationId>::max());
    json.orDefault("baseline", choice.baseline, baselineNames);
    json.orDefault("operator", choice.removal, removalNames);
  }

  bool operator==(const ExplanationChoice&) const = default;
};

/// What is asked of one sample: an absent target is the prediction instead, a contrast with itself is none.
[[nodiscard]] ExplanationTarget targetOf(const ExplanationChoice& choice, const Inspection& inspection);

/// How the methods do over many samples.
struct AggregateEvaluation : SampleEvaluation<ExplanationSummary> {
  std::size_t filtered = 0;  ///< samples that the filter shows
  std::string filter = {};   ///< as it was typed
  bool unproven = false;     ///< from a file: its filter has not been looked at yet
};

/// Announces Change::Explanation and Change::AggregateEvaluation. The first answer is quick, the next have what takes
/// longer. An evaluation that was started goes on without a watcher.
class Explanations final : public SampleStudy<ExplainedSample, SampleQuestion> {
 public:
  /// `workspace` must outlive this.
  explicit Explanations(Workspace& workspace);
  ~Explanations() override { close(); }

  void setWatched(bool watched) override;

  [[nodiscard]] const ExplanationChoice& choice() const { return m_choice; }
  /// What is asked of the sample in front; absent while its inspection is awaited.
  [[nodiscard]] std::optional<SampleQuestion> questionNow() const;
  void choose(const ExplanationChoice& choice);

  /// Of the answer.
  [[nodiscard]] EnginePtr answerEngine() const { return answer() ? m_query.answered()->engine : nullptr; }
  /// A first answer to the newest question is awaited.
  [[nodiscard]] bool awaiting() const override { return m_query.awaiting() && m_query.answered() != m_query.asked(); }
  /// The answer is of another sequence, model or question than the present ones, or there is none yet.
  [[nodiscard]] bool outdated() const override { return awaiting() || SampleStudy::outdated(); }
  /// The newest question has its last answer: refined, or an error.
  [[nodiscard]] bool settled() const override { return error() || (answer() && answer()->refined && !outdated()); }

  /// Explains `samples` of the filtered samples in random order, 0: all of them. One that runs is cancelled first.
  void startEvaluation(std::size_t samples);
  void cancelEvaluation() { m_evaluations.cancel(); }
  /// Of the samples, the model and the location (prediction or target) as they are now.
  [[nodiscard]] const AggregateEvaluation& evaluation() const { return m_evaluations.now(); }
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
  struct EvaluationKey : FilteredSamples {
    ExplainedLocation location = ExplainedLocation::Prediction;

    bool operator==(const EvaluationKey&) const = default;
  };
  using Evaluations = SampleEvaluations<EvaluationKey, AggregateEvaluation, ExplanationSummary>;

  [[nodiscard]] std::optional<SampleQuestion> question() const override { return questionNow(); }
  void compute(const SampleQuestion& question) override;
  void updateFrom(Changes changes) override;
  void updateEvaluation();
  void showEvaluation();
  // explanations_keeping.cpp
  void verifyEvaluations();

  ExplanationChoice m_choice;
  Evaluations m_evaluations;
};

/// Places, days and features of one sample.
struct ShapleyAnswer {
  SampleQuestion question;
  std::vector<ShapleyExplanation> games;
};

/// The three games one after the other. Any thread. Errors: of explainByShapley(); cancelled.
[[nodiscard]] Result<ShapleyAnswer> playGames(const Explainer& explainer, const SampleQuestion& question,
                                              const CancelToken& cancel, const Progress& progress);

/// Announces Change::Shapley.
class ShapleyGames final : public SampleStudy<ShapleyAnswer, SampleQuestion> {
 public:
  /// Asks for what `explanations` asks for. Both must outlive this.
  ShapleyGames(Workspace& workspace, const Explanations& explanations);

 private:
  [[nodiscard]] std::optional<SampleQuestion> question() const override;
  void compute(const SampleQuestion& question) override;

  const Explanations& m_explanations;
};

}  // namespace sojourn::session
