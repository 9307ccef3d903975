// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/explanation_context.h"

#include <algorithm>

#include "model/core/translation.h"
#include "views/present/explain/method_labels.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

double gainOverSet(const ShownMethod& shown, Removal removal) {
  return shown.summary ? summaryBy(*shown.summary, removal).gain.mean : 0;
}

}  // namespace

std::optional<EmptyState> nothingExplained(const ExplanationContext& context) {
  if (context.failure) return context.failure;
  if (context.explained && context.sample.inspection && context.sample.model) return std::nullopt;
  if (!context.sample.model || !context.sample.inspection) return nothingInspected(context.sample);
  return EmptyState{.title = tr("Explaining this sample"),
                    .detail = tr("The first result takes a fraction of a second")};
}

std::vector<ShownMethod> shownMethods(const ExplanationContext& context) {
  std::vector<ShownMethod> shown;
  for (const MethodExplanation& method : context.explained->explanation.methods)
    if (method.name != randomOrders)
      shown.push_back({.method = &method, .summary = summaryNamed(context.evaluation, method.name)});
  if (context.evaluation)
    std::ranges::stable_sort(shown, std::greater<>(),
                             [&](const ShownMethod& one) { return gainOverSet(one, context.removal); });
  return shown;
}

bool beatsRandom(const MethodSummary* summary, Removal removal) {
  if (!summary) return true;
  const Estimate& lead = summaryBy(*summary, removal).overRandom;
  return !lead.hasInterval() || lead.low > 0;
}

const std::optional<Faithfulness>& faithfulnessBy(const MethodExplanation& method, Removal removal) {
  return removal == Removal::Masked ? method.masked : method.removed;
}

const OperatorSummary& summaryBy(const MethodSummary& method, Removal removal) {
  return removal == Removal::Masked ? method.masked : method.removed;
}

const std::optional<RandomScatter>& scatterBy(const Explanation& explanation, Removal removal) {
  return removal == Removal::Masked ? explanation.scatterMasked : explanation.scatterRemoved;
}

double gainOf(const Faithfulness& faithfulness) {
  return faithfulness.insertionAuc - faithfulness.deletionAuc;
}

const MethodExplanation* controlNamed(const Explanation& explanation, const std::string& name) {
  const auto found = std::ranges::find(explanation.controls, name, &MethodExplanation::name);
  return found == explanation.controls.end() ? nullptr : &*found;
}

const MethodSummary* summaryNamed(const ExplanationSummary* evaluation, const std::string& name) {
  if (!evaluation) return nullptr;
  const auto found = std::ranges::find(evaluation->methods, name, &MethodSummary::name);
  return found == evaluation->methods.end() ? nullptr : &*found;
}

const MethodAgreement* seedsOf(const ExplanationContext& context, const std::string& method) {
  if (!context.seeds) return nullptr;
  const auto found = std::ranges::find(context.seeds->methods, method, &MethodAgreement::method);
  return found == context.seeds->methods.end() ? nullptr : &*found;
}

const MethodRandomization* randomizationOf(const ExplanationContext& context, const std::string& method) {
  if (!context.randomization) return nullptr;
  const auto found = std::ranges::find(context.randomization->methods, method, &MethodRandomization::method);
  return found == context.randomization->methods.end() || found->taus.empty() ? nullptr : &*found;
}

const char* removalText(Removal removal) {
  return removal == Removal::Masked ? "masked" : "removed";
}

std::string targetText(const SampleContext& sample, const ExplanationTarget& target) {
  std::string text = tr("P(%1)", {placeText(sample, target.location)});
  if (target.ratherThan) text += tr(" \u2212 P(%1)", {placeText(sample, *target.ratherThan)});
  return text;
}

std::string targetText(const ExplanationContext& context) {
  return targetText(context.sample, context.explained->explanation.target);
}

std::string evaluationText(const ExplanationContext& context) {
  if (!context.evaluation) return "";
  const bool stopped = !context.evaluating && context.evaluation->samples < context.evaluation->asked;
  return tr("%1 of %2, random%3%4%5",
            {grouped(context.evaluation->samples), context.filteredText,
             stopped ? tr(", stopped before %1", {grouped(context.evaluation->asked)}) : "",
             context.evaluationOfTarget ? tr("; targets explained") : tr("; predictions explained"),
             context.evaluationWithoutContrast ? tr(", without contrast") : ""});
}

std::string orderText(const ExplanationContext& context) {
  if (!context.evaluation) return tr("default order until you evaluate on many samples");
  return tr("order: insertion \u2212 deletion on %1, %2",
            {countText(context.evaluation->samples, "sample", "samples"), tr(removalText(context.removal))});
}

bool methodEmphasised(const SampleContext& sample, const std::string& name) {
  const Selection& selection = sample.selection;
  const auto& shown = selection.hovered.method ? selection.hovered.method : selection.locked.method;
  return shown && shown == methodNumber(name);
}

}  // namespace sojourn::present
