// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Explain workspace, and what they say in one sentence.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "model/results/explanation.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct AttributionOptions {
  std::size_t firstColumn = 0;  ///< where not all columns fit: the first that is shown (ShowMethodsFrom)
};

/// Attribution: what every method says about each visit, under how faithful it is. Rows are visits, oldest first;
/// columns are methods in the order of shownMethods(). Heads and sums stay put when rows
/// scroll. Controls show their heads only. Actions: ShowMethodsFrom, StartEvaluation.
[[nodiscard]] ViewContent attributionContent(const ExplanationContext& context, const AttributionOptions& options,
                                             const Canvas& canvas);

/// Decomposition: P taken apart exactly, and what masking each visit does to it, directly and by way of others. Rows
/// are visits, oldest first. Copied masses and what is generated add up to P; of the effects total = direct +
/// indirect. All four columns share one scale round zero.
[[nodiscard]] ViewContent effectsContent(const ExplanationContext& context, const Canvas& canvas);

/// Interventions: what the output would be if only the pointer or the gate were different. Nothing is encoded again:
/// bars round zero for the change of P, P as it would be, and which place would come first.
[[nodiscard]] ViewContent interventionsContent(const ExplanationContext& context, const Canvas& canvas);

/// Deletion and insertion: how P falls and rises as each method's visits go and come. One curve a method, named at its
/// end; random orders as a band of one standard deviation. The method that is pointed at or selected is thick.
[[nodiscard]] ViewContent faithfulnessCurvesContent(const ExplanationContext& context, const Canvas& canvas);

/// Agreement: Kendall's tau-b between what every two methods say of the same visits. A triangle in the order of
/// shownMethods(); what chance would give at this length is greyed.
[[nodiscard]] ViewContent agreementContent(const ExplanationContext& context, const Canvas& canvas);

/// Aggregate faithfulness: how faithful each method is on many samples, and how well it finds planted causes. Means
/// with 95 % intervals from resampling users; the grey band is what random orders reach. Actions:
/// StartEvaluation, CancelEvaluation.
[[nodiscard]] ViewContent aggregateFaithfulnessContent(const ExplanationContext& context, const Canvas& canvas);

/// The comparison of seeds over the filtered samples.
struct AggregateStability {
  const RankStabilitySummary* summary = nullptr;  ///< null: not measured yet
  std::size_t asked = 0;                          ///< samples; more than the summary's while it runs or was stopped
  std::size_t models = 0;
  bool running = false;
  bool possible = false;     ///< there are models to compare, and samples
  std::size_t filtered = 0;  ///< samples that could be taken
  std::string filteredText = {};
};

struct RankStabilityInput {
  ExplanationContext context;     ///< with its seeds and its parameter randomization test, as far as they are known
  std::size_t others = 0;         ///< models beside the open one that were chosen
  bool comparing = false;         ///< they are being loaded, or compared
  bool checking = false;          ///< random weights are being checked
  std::string seedsFailure = {};  ///< why there is no comparison; empty: none failed
  std::string randomizationFailure = {};
  AggregateStability over = {};
};

/// Stability and sanity checks: whether the ranking of each method stays the same for models of other seeds, as it
/// should, and with randomized weights, as it should not. Three blocks, side by side where there is room, rows are
/// methods: tau-b between the models, the share of the filtered samples where the method is unstable (a dot with its 95
/// % interval from resampling users), and tau-b with the original stage by stage of the model at random. Actions:
/// AskSeeds, TestRandomization, CancelRandomization, StartSeedEvaluation, CancelSeedEvaluation.
[[nodiscard]] ViewContent rankStabilityContent(const RankStabilityInput& input, const Canvas& canvas);

/// Pointers are borrowed and valid during one call of the presenter.
struct ShapleyInput {
  SampleContext sample;  ///< of the games, which may be an older sample for a moment
  ExplanationTarget target = {};
  std::span<const ShapleyExplanation> games = {};  ///< empty: not answered yet
  bool stopped = false;                            ///< somebody cancelled what there is none of
  std::string failure = {};                        ///< why there are none; empty: none failed
};

/// Shapley: what each place, day and feature adds to the probability, averaged over all orders in which they may come.
/// One block a game, side by side where there is room: a row a player with its signed value on a scale that all share,
/// below them the sum. A click selects the player's visits (SelectVisits).
[[nodiscard]] ViewContent shapleyContent(const ShapleyInput& input, const Canvas& canvas);

struct ExplanationSentence {
  std::string text = {};    ///< names its operator; empty while there is nothing to say
  std::string proof = {};   ///< "Checked by a fresh forward pass"; empty where nothing was checked
  std::string caveat = {};  ///< what weakens it: a window shorter than any the model was trained on
};

/// What can be said of a prediction because a forward pass has confirmed it, of the shown operator. Says only what the
/// decomposition adds up to exactly and what the check of one removal gave.
[[nodiscard]] ExplanationSentence explanationSentence(const ExplanationContext& context);

}  // namespace sojourn::present
