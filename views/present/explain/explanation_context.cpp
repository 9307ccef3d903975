// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/explanation_context.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "model/core/translation.h"
#include "views/present/explain/explain_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

/// The one of a list whose name it is; null where there is none.
template <class Item>
const Item* named(const std::vector<Item>& items, const std::string& name, std::string Item::*by) {
  const auto found = std::ranges::find(items, name, by);
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

std::optional<EmptyState> nothingExplained(const ExplanationContext& context) {
  if (context.failure) return context.failure;
  if (context.explained && context.sample.inspection && context.sample.model) return std::nullopt;
  if (!context.sample.model || !context.sample.inspection) return nothingInspected(context.sample);
  return EmptyState{.title = tr("Explaining this sample"),
                    .detail = tr("Passes without each of its visits, and the gradients of the model")};
}

bool awaitsFaithfulness(const ExplainedSample& explained) {
  return explained.inspection->sequence.visits.size() > 1 && !explained.explanation.scatterRemoved;
}

std::vector<ShownMethod> shownMethods(const ExplanationContext& context) {
  std::vector<ShownMethod> shown;
  for (const MethodExplanation& method : context.explained->explanation.methods)
    if (method.name != randomOrders)
      shown.push_back({.method = &method, .summary = summaryNamed(context.evaluation, method.name)});
  if (context.evaluation)
    std::ranges::stable_sort(shown, std::greater<>(), [&](const ShownMethod& one) {
      return one.summary ? summaryBy(*one.summary, context.removal).gain.mean : 0;
    });
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
  return named(explanation.controls, name, &MethodExplanation::name);
}

const MethodSummary* summaryNamed(const ExplanationSummary* evaluation, const std::string& name) {
  return evaluation ? named(evaluation->methods, name, &MethodSummary::name) : nullptr;
}

const MethodAgreement* seedsOf(const ExplanationContext& context, const std::string& method) {
  return context.seeds ? named(context.seeds->methods, method, &MethodAgreement::method) : nullptr;
}

const MethodRandomization* randomizationOf(const ExplanationContext& context, const std::string& method) {
  if (!context.randomization) return nullptr;
  const auto* found = named(context.randomization->methods, method, &MethodRandomization::method);
  return found && !found->taus.empty() ? found : nullptr;
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

bool methodSelected(const SampleContext& sample, const std::string& name) {
  const auto number = methodNumber(name);
  return number && (number == sample.selection.selected.method || number == sample.selection.hovered.method);
}

bool methodEmphasised(const SampleContext& sample, const std::string& name) {
  const Selection& selection = sample.selection;
  const auto& shown = selection.hovered.method ? selection.hovered.method : selection.selected.method;
  return shown && shown == methodNumber(name);
}

namespace {

struct Entry {
  std::string_view name, title, shortTitle, firstLine, secondLine, unit, meaning;
  bool control = false, addsUp = false;
};

constexpr std::array<Entry, 14> entries{{
    {"pointer_weight", "Pointer weight", "Pointer weight", "Pointer", "weight", "any place",
     "the pointer's attention to each visit, regardless of its place", false, true},
    {"copied_mass", "Copied mass", "Copied mass", "Copied", "mass", "share of P",
     "the exact probability that the output copies from each visit to the target", false, true},
    {"attention_rollout", "Attention rollout", "Rollout", "Attention", "rollout", "all layers",
     "attention followed through all layers, from the latest visit", false, true},
    {"value_weighted_attention", "Value-weighted attention", "Value-weighted", "Value-", "weighted", "last layer",
     "attention of the last layer, weighted by the size of the values it carries", false, false},
    {"gradient", "Gradient", "Gradient", "Gradient", "size", "of log P",
     "how steeply log P changes with each visit's embedding", false, false},
    {"gradient_x_input", "Gradient × input", "Grad. × input", "Gradient", "× input", "of log P",
     "the gradient times the embedding, with its sign", false, false},
    {"integrated_gradients", "Integrated gradients", "Integrated grad.", "Integrated", "gradients", "of log P",
     "the change of log P from the baseline to the sequence, distributed over embeddings and copies", false, true},
    {"integrated_gradients_embedding", "Integrated gradients, embeddings only", "IG, embeddings", "Integrated",
     "(embed.)", "no copies", "integrated gradients over the embeddings only, without the copy path", false, true},
    {"mask_one", "Mask one", "Mask one", "Mask", "one", "change of P", "what P loses when the visit is masked", false,
     false},
    {"leave_one_out", "Leave one out", "Leave one out", "Leave", "one out", "change of P",
     "what P loses when the visit is removed from the sequence", false, false},
    {"recency", "Recency", "Recency", "Recency", "", "control", "latest first: a control that needs no model", true,
     false},
    {"same_place", "Same place", "Same place", "Same", "place", "control",
     "visits to the target first, latest first: a control that needs no model", true, false},
    {"random", "Random orders", "Random", "Random", "orders", "control", "any order is as good as any other", true,
     false},
    {"copy_path_rollout", "Copy-path rollout", "Copy rollout", "Copy-path", "rollout", "all layers",
     "what the copied visits had read, through all layers", false, false},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> interventions{{
    {"position_bias_0", "Position bias to 0"},
    {"content_0", "Content to 0"},
    {"gate_0", "Gate to 0"},
    {"gate_1", "Gate to 1"},
    {"weights_uniform", "Uniform weights"},
    {"weights_permuted", "Permuted weights"},
    {"weights_without_top_1", "Without top visit"},
    {"weights_without_top_2", "Without top 2 visits"},
    {"weights_without_top_3", "Without top 3 visits"},
}};

/// Scores of P are of the difference of two P, those of log P of the logarithm of their ratio.
std::string_view unitOfDifference(std::string_view unit) {
  if (unit == "of log P") return "of log ratio";
  return unit.ends_with("of P") ? "difference" : unit;
}

}  // namespace

MethodLabels methodLabels(std::string_view name, bool ratherThan) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  if (found == entries.end()) {
    const std::string own(name);
    return {.title = own, .shortTitle = own, .firstLine = own, .secondLine = {}, .unit = {}, .meaning = own};
  }
  return {.title = tr(found->title),
          .shortTitle = tr(found->shortTitle),
          .firstLine = tr(found->firstLine),
          .secondLine = tr(found->secondLine),
          .unit = tr(ratherThan ? unitOfDifference(found->unit) : found->unit),
          .meaning = tr(found->meaning),
          .control = found->control,
          .addsUp = found->addsUp};
}

std::optional<std::size_t> methodNumber(std::string_view name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  return found == entries.end() ? std::nullopt : std::optional<std::size_t>(found - entries.begin());
}

Focus focusOnMethod(std::string_view name) {
  return {.visit = {}, .query = {}, .location = {}, .head = {}, .method = methodNumber(name)};
}

std::string interventionTitle(std::string_view name) {
  for (const auto& [known, title] : interventions)
    if (known == name) return tr(title);
  return std::string(name);
}

namespace {

/// Windows of the training data are no shorter (SPEC 1).
constexpr std::size_t shortestTrained = 3;

std::string longWeekday(std::int32_t weekday) {
  static constexpr std::array<const char*, 7> names{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                    "Friday", "Saturday", "Sunday"};
  return weekday >= 0 && weekday < 7 ? tr(names[static_cast<std::size_t>(weekday)]) : weekdayText(weekday);
}

std::string wholePercent(double share) {
  if (share > 0 && share < 0.005) return tr("less than 1 %");
  if (share >= 0.995 && share < 1) return tr("more than 99 %");
  return fixedText(100 * share, 0) + " %";
}

class Speaker {
 public:
  explicit Speaker(const ExplanationContext& context)
      : m_context(context), m_explanation(context.explained->explanation) {}

  ExplanationSentence say() {
    const auto& checks = m_context.explained->checks;
    const auto check = std::ranges::find(checks, m_context.removal, &RemovalCheck::removal);
    if (check == checks.end())
      return {.text =
                  tr("%1. The only visit cannot be removed, so there is nothing to compare.", {beginning(nullptr)})};
    ExplanationSentence sentence{.text = beginning(&*check) + "; " + withoutIt(*check) + ".",
                                 .proof = tr("Checked by a fresh forward pass")};
    if (m_context.removal == Removal::Removed && length() - 1 < shortestTrained)
      sentence.caveat = tr("without it, the window is shorter than any in training");
    else if (m_explanation.untrainedLength)
      sentence.caveat = tr("this window is shorter than any in training");
    return sentence;
  }

 private:
  [[nodiscard]] const SampleContext& sample() const { return m_context.sample; }
  [[nodiscard]] std::size_t length() const { return sample().inspection->sequence.visits.size(); }
  [[nodiscard]] std::string target() const { return placeText(sample(), m_explanation.target.location); }

  /// "Tuesday's Office"; where that day has several, "the Office of Tue 08:10".
  [[nodiscard]] std::string nameOf(std::size_t visit) const {
    const auto& visits = sample().inspection->sequence.visits;
    const Visit& meant = visits[visit];
    const auto sameDay = std::ranges::count_if(visits, [&](const Visit& other) {
      return other.location == meant.location &&
             shownStart(sample(), other).weekday == shownStart(sample(), meant).weekday;
    });
    const std::string place = placeText(sample(), meant.location);
    if (sameDay > 1) return tr("the %1 of %2", {place, whenText(sample(), meant)});
    return tr("%1\u2019s %2", {longWeekday(shownStart(sample(), meant).weekday), place});
  }

  /// What the decomposition says, exactly.
  [[nodiscard]] std::string beginning(const RemovalCheck* check) const {
    const Decomposition& parts = m_explanation.decomposition;
    const std::string p = tr("P(%1)", {target()});
    if (parts.copied.empty())
      return tr("%1 has no pointer, so all of %2 = %3 is generated",
                {sample().model->title, p, probability(m_explanation.probability)});
    const double whole = m_explanation.probability;
    const double copied = std::accumulate(parts.copied.begin(), parts.copied.end(), 0.0);
    if (copied <= 0 || whole <= 0)
      return tr("None of %1 = %2 is copied: %3 is not among the visits", {p, probability(whole), target()});
    if (!check) return tr("Copying from the only visit is %1 of %2", {wholePercent(copied / whole), p});
    return tr("Copying from %1 is %2 of %3",
              {nameOf(check->visit), wholePercent(parts.copied[check->visit] / whole), p});
  }

  /// What the forward pass said.
  [[nodiscard]] std::string withoutIt(const RemovalCheck& check) const {
    const Decomposition& parts = m_explanation.decomposition;
    const bool named = !parts.copied.empty() && parts.copied[check.visit] > 0;
    const std::string without =
        tr("with %1 %2, ", {named ? tr("it") : nameOf(check.visit), tr(removalText(check.removal))});
    const LocationId y = m_explanation.target.location;
    const LocationId firstBefore = sample().inspection->best().location;
    const std::string first = placeText(sample(), check.first);
    const std::string andFirst =
        check.first == firstBefore ? tr(", and %1 stays first", {first}) : tr(", and %1 comes first", {first});
    if (m_explanation.target.ratherThan)
      return tr("%1%2 is %3 instead of %4%5", {without, targetText(m_context), signedProbability(check.value),
                                               signedProbability(m_explanation.value), andFirst});
    const std::string now = probability(check.probability), before = probability(m_explanation.probability);
    if (check.first == y && firstBefore == y)
      return tr("%1%2 stays first (%3 instead of %4)", {without, first, now, before});
    if (check.first == y) return tr("%1%2 comes first (%3 instead of %4)", {without, first, now, before});
    if (firstBefore == y)
      return tr("%1%2 comes first (%3 against %4)", {without, first, probability(check.firstProbability), now});
    return tr("%1P(%2) is %3 instead of %4%5", {without, target(), now, before, andFirst});
  }

  const ExplanationContext& m_context;
  const Explanation& m_explanation;
};

}  // namespace

ExplanationSentence explanationSentence(const ExplanationContext& context) {
  if (nothingExplained(context)) return {};
  return Speaker(context).say();
}

}  // namespace sojourn::present
