// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/explanation_sentence.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
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
    const RemovalCheck* check = checked();
    ExplanationSentence sentence;
    if (!check) {
      sentence.text = tr("%1. The only visit cannot be removed, so there is nothing to compare.", {beginning(nullptr)});
      return sentence;
    }
    sentence.text = beginning(check) + "; " + withoutIt(*check) + ".";
    sentence.proof = tr("Checked by a fresh forward pass");
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

  [[nodiscard]] const RemovalCheck* checked() const {
    for (const RemovalCheck& check : m_context.explained->checks)
      if (check.removal == m_context.removal) return &check;
    return nullptr;
  }

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
    const std::string model = sample().model->title;
    const std::string p = tr("P(%1)", {target()});
    if (parts.copied.empty())
      return tr("%1 has no pointer, so all of %2 = %3 is generated",
                {model, p, probability(m_explanation.probability)});
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
    if (m_explanation.target.ratherThan)
      return tr(
          "%1%2 is %3 instead of %4%5",
          {without, targetText(m_context), signedProbability(check.value), signedProbability(m_explanation.value),
           check.first == firstBefore ? tr(", and %1 stays first", {first}) : tr(", and %1 comes first", {first})});
    const std::string now = probability(check.probability), before = probability(m_explanation.probability);
    if (check.first == y && firstBefore == y)
      return tr("%1%2 stays first (%3 instead of %4)", {without, first, now, before});
    if (check.first == y) return tr("%1%2 comes first (%3 instead of %4)", {without, first, now, before});
    if (firstBefore == y)
      return tr("%1%2 comes first (%3 against %4)", {without, first, probability(check.firstProbability), now});
    return tr("%1P(%2) is %3 instead of %4%5",
              {without, target(), now, before,
               check.first == firstBefore ? tr(", and %1 stays first", {first}) : tr(", and %1 comes first", {first})});
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
