// SPDX-License-Identifier: GPL-3.0-or-later
// What all views of the Explain workspace are made from, and what methods of explanation are called.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/results/explanation.h"
#include "model/results/explanation_summary.h"
#include "model/results/selection.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {

/// Pointers are borrowed and valid during one call of a presenter.
struct ExplanationContext {
  /// Of the explained sample, which may be an older one than the inspected for a moment; nothing is selected in it
  /// then.
  SampleContext sample;
  const ExplainedSample* explained = nullptr;      ///< null: not answered yet
  const ExplanationSummary* evaluation = nullptr;  ///< of the methods over many samples; null: not measured yet
  bool evaluating = false;                         ///< an evaluation is running
  std::size_t filtered = 0;                        ///< samples that an evaluation could take
  std::string filteredText;                        ///< "594 filtered of 3 502 test samples"
  bool evaluationOfTarget = false;                 ///< the evaluation explains the targets, else the predictions
  bool evaluationWithoutContrast = false;  ///< the sample is explained rather than another place, the evaluation is not
  Removal removal = Removal::Masked;       ///< the operator that is drawn
  const ModelAgreement* seeds = nullptr;   ///< of this sample and target by several models; null: not compared
  const ParameterRandomizationTest* randomization =
      nullptr;                             ///< of this sample and target with random weights; null: not checked
  std::optional<EmptyState> failure = {};  ///< why this sample has no explanation
};

/// The control method that is the mean over random orders.
inline constexpr const char* randomOrders = "random";
/// How many samples an evaluation may take, as offered.
inline constexpr std::array<std::size_t, 3> evaluatedSampleCounts{80, 200, 500};

/// How faithful the methods are comes after their scores: the sample has a long window.
[[nodiscard]] bool awaitsFaithfulness(const ExplainedSample& explained);

/// Why there is no picture of the explained sample, if there is none.
[[nodiscard]] std::optional<EmptyState> nothingExplained(const ExplanationContext& context);

/// One method in the order in which all views show them.
struct ShownMethod {
  const MethodExplanation* method = nullptr;
  const MethodSummary* summary = nullptr;  ///< null without an evaluation
};

/// All methods with an opinion (random orders have none): by insertion minus deletion area over the evaluated samples
/// with the shown operator, best first; in the default order before an evaluation. Never by one sample's luck.
[[nodiscard]] std::vector<ShownMethod> shownMethods(const ExplanationContext& context);

/// Whether a method beats random orders over the evaluated samples: the interval of its lead lies above 0. True as long
/// as that is not known, also where there are too few users for an interval.
[[nodiscard]] bool beatsRandom(const MethodSummary* summary, Removal removal);

[[nodiscard]] const std::optional<Faithfulness>& faithfulnessBy(const MethodExplanation& method, Removal removal);
[[nodiscard]] const OperatorSummary& summaryBy(const MethodSummary& method, Removal removal);
[[nodiscard]] const std::optional<RandomScatter>& scatterBy(const Explanation& explanation, Removal removal);
/// Insertion less deletion area.
[[nodiscard]] double gainOf(const Faithfulness& faithfulness);
/// Null where the explanation has none of that name.
[[nodiscard]] const MethodExplanation* controlNamed(const Explanation& explanation, const std::string& name);
[[nodiscard]] const MethodSummary* summaryNamed(const ExplanationSummary* evaluation, const std::string& name);

/// Null where that was not compared or not checked, or the method is not among those that were.
[[nodiscard]] const MethodAgreement* seedsOf(const ExplanationContext& context, const std::string& method);
[[nodiscard]] const MethodRandomization* randomizationOf(const ExplanationContext& context, const std::string& method);

/// "masked", "removed".
[[nodiscard]] const char* removalText(Removal removal);
/// "P(Office)", "P(Office) − P(Home)".
[[nodiscard]] std::string targetText(const SampleContext& sample, const ExplanationTarget& target);
[[nodiscard]] std::string targetText(const ExplanationContext& context);
/// "80 of 594 filtered of 3 502 test samples, random; predictions explained": what an evaluation is of, and before how
/// many it was stopped; empty without one.
[[nodiscard]] std::string evaluationText(const ExplanationContext& context);
/// "order: insertion - deletion on 80 samples, masked": why the columns have this order.
[[nodiscard]] std::string orderText(const ExplanationContext& context);

/// Whether a method is pointed at or selected.
[[nodiscard]] bool methodSelected(const SampleContext& sample, const std::string& name);
/// Whether a method is pointed at, or selected while none is pointed at.
[[nodiscard]] bool methodEmphasised(const SampleContext& sample, const std::string& name);

struct MethodLabels {
  std::string title;                  ///< "Value-weighted attention"
  std::string shortTitle;             ///< "Value-weighted"
  std::string firstLine, secondLine;  ///< the title of a narrow column
  std::string unit;                   ///< what the scores are, in a word or three: "share of P"
  std::string meaning;                ///< one sentence
  bool control = false;               ///< needs no model, and is hard to beat
  bool addsUp = false;                ///< the sum of its scores means something
};

/// Of the method with that name in files; the name itself where it is none of those that are known. `ratherThan`: where
/// one place is explained rather than another.
[[nodiscard]] MethodLabels methodLabels(std::string_view name, bool ratherThan = false);

/// What Focus::method counts by: the same for every model; absent for a method that is not known.
[[nodiscard]] std::optional<std::size_t> methodNumber(std::string_view name);
/// Pointing at it selects the method.
[[nodiscard]] Focus focusOnMethod(std::string_view name);

/// Of interventions behind the encoder: "Gate to 0"; the name itself where it is not known.
[[nodiscard]] std::string interventionTitle(std::string_view name);

}  // namespace sojourn::present
