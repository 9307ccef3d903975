// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/what_if/what_if_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "model/data/dataset/sequence.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

std::string editsText(std::size_t edits) {
  return edits == 0 ? std::string() : countText(edits, "edit", "edits");
}

std::string changeText(const SampleContext& context) {
  if (!hasReference(context)) return {};
  const Inspection& before = *context.reference->inspection;
  const Inspection& now = *context.inspection;
  std::string text;
  const auto add = [&](const std::string& what, double from, double to) {
    text += tr("%1%2 %3 to %4", {text.empty() ? "" : ", ", what, probability(from), probability(to)});
  };
  const auto addPlace = [&](LocationId location) {
    const RankedCandidate was = candidateOf(before, location), is = candidateOf(now, location);
    if (was.candidate && is.candidate)
      add(placeText(context, location), was.candidate->probability, is.candidate->probability);
  };
  addPlace(before.best().location);
  if (now.best().location != before.best().location) addPlace(now.best().location);
  if (before.gate && now.gate) add(tr("gate"), *before.gate, *now.gate);
  return text;
}

namespace {

std::string halfHoursText(std::int32_t bins) {
  const std::string hours = std::to_string(bins / 2) + " h";
  return bins % 2 == 0 ? hours : hours + " 30";
}

/// The largest step between neighbours; nothing where values have no order or nothing moves.
std::string jumpSentence(const SampleContext& context, const FeatureSweep& sweep, std::span<const std::size_t> lines,
                         SweepUnit unit) {
  if (!isOrderedSweep(sweep.feature)) return "";
  float most = 0;
  std::size_t whose = 0;
  const std::vector<std::size_t> order = shownSweepOrder(context, sweep);
  for (const std::size_t c : lines)
    for (std::size_t k = 1; k < order.size(); ++k)
      if (const float jump = std::fabs(sweep.at(order[k], c) - sweep.at(order[k - 1], c)); jump > most) {
        most = jump;
        whose = c;
      }
  if (most < 0.005F) return "";
  return tr("P(%1) jumps by up to %2 from one %3 to the next.",
            {placeText(context, sweep.candidates[whose]), fixedText(double{most}, 2), tr(unit.one)});
}

}  // namespace

SweepUnit sweepUnit(SweepFeature feature) {
  static constexpr std::array<SweepUnit, 7> units{{{"quarter hour", "quarter hours"},
                                                   {"day", "days"},
                                                   {"weekday", "weekdays"},
                                                   {"day", "days"},
                                                   {"half hour", "half hours"},
                                                   {"place", "places"},
                                                   {"user", "users"}}};
  return units[static_cast<std::size_t>(feature)];
}

bool isOrderedSweep(SweepFeature feature) {
  return feature != SweepFeature::Location && feature != SweepFeature::User;
}

ShownStart shownSweepStart(const SampleContext& context, const FeatureSweep& sweep, std::int32_t value) {
  Visit visit = context.inspection->sequence.visits[sweep.visit];
  if (sweep.feature == SweepFeature::Start) visit.startMinute = value * minutesPerTimeSlot;
  if (sweep.feature == SweepFeature::Weekday) visit.weekday = value;
  if (sweep.feature == SweepFeature::Day)
    visit.weekday = static_cast<std::int32_t>(wrapped(visit.weekday + visit.daysAgo - value, 7));
  if (sweep.feature == SweepFeature::Day || sweep.feature == SweepFeature::Recency) visit.daysAgo = value;
  return shownStart(context, visit);
}

std::vector<std::size_t> shownSweepOrder(const SampleContext& context, const FeatureSweep& sweep) {
  std::vector<std::size_t> order(sweep.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto shown = [&](std::size_t point) {
    const ShownStart start = shownSweepStart(context, sweep, sweep.points[point].value);
    return sweep.feature == SweepFeature::Start ? start.minute : start.weekday;
  };
  if (sweep.feature == SweepFeature::Start || sweep.feature == SweepFeature::Weekday)
    std::ranges::stable_sort(order, {}, shown);
  return order;
}

std::string sweepValueText(const SampleContext& context, const FeatureSweep& sweep, std::int32_t value) {
  const ShownStart shown = shownSweepStart(context, sweep, value);
  switch (sweep.feature) {
    case SweepFeature::Start:
      return tr("%1 to %2", {clockText(shown.minute), clockText(shown.minute + minutesPerTimeSlot)});
    case SweepFeature::Day:
      return weekdayText(shown.weekday) + ", " + daysAgoText(shown.daysAgo);
    case SweepFeature::Weekday:
      return tr("%1 only", {weekdayText(shown.weekday)});
    case SweepFeature::Recency:
      return tr("%1 only", {daysAgoText(shown.daysAgo)});
    case SweepFeature::Duration:
      return tr("%1 to %2", {halfHoursText(value), halfHoursText(value + 1)});
    case SweepFeature::Location:
      return placeText(context, value);
    case SweepFeature::User:
      return tr("user %1", {std::to_string(value)});
  }
  return "";
}

std::string shortSweepValue(const SampleContext& context, const FeatureSweep& sweep, std::int32_t value) {
  if (sweep.feature == SweepFeature::Start) {
    Visit moved = context.inspection->sequence.visits[sweep.visit];
    moved.startMinute += (value - encode(moved).time) * minutesPerTimeSlot;
    return clockText(shownStart(context, moved).minute);
  }
  if (sweep.feature == SweepFeature::Duration) return halfHoursText(value);
  return sweepValueText(context, sweep, value);
}

std::vector<std::string> sweepSentences(const SampleContext& context, const FeatureSweep& sweep,
                                        std::span<const std::size_t> lines) {
  const SweepUnit unit = sweepUnit(sweep.feature);
  std::vector<std::string> said;
  std::vector<std::pair<std::size_t, LocationId>> firsts;
  for (const FeatureSweepPoint& point : sweep.points) {
    const auto known = std::ranges::find(firsts, point.first, &std::pair<std::size_t, LocationId>::second);
    auto& count = known == firsts.end() ? firsts.emplace_back(0, point.first) : *known;
    ++count.first;
  }
  std::ranges::stable_sort(firsts, std::greater<>(), &std::pair<std::size_t, LocationId>::first);
  const std::string winner = placeText(context, firsts.front().second);
  const std::string all = countText(sweep.points.size(), unit.one, unit.many);
  if (firsts.size() == 1) {
    said.push_back(tr("%1 is first in all %2.", {winner, all}));
  } else {
    std::string sentence = tr("%1 is first in %2 of %3", {winner, grouped(firsts.front().first), all});
    if (isOrderedSweep(sweep.feature)) {
      std::size_t changes = 0;
      const std::vector<std::size_t> order = shownSweepOrder(context, sweep);
      for (std::size_t k = 1; k < order.size(); ++k)
        changes += sweep.points[order[k]].first != sweep.points[order[k - 1]].first ? 1 : 0;
      sentence += tr(", and the first place changes %1.", {countText(changes, "time", "times")});
    } else {
      sentence += tr("; %1 first elsewhere.", {countText(firsts.size() - 1, "other is", "others are")});
    }
    said.push_back(std::move(sentence));
  }
  if (const std::string jump = jumpSentence(context, sweep, lines, unit); !jump.empty()) said.push_back(jump);
  const auto impossible = std::ranges::count(sweep.points, true, &FeatureSweepPoint::impossible);
  if (impossible > 0) said.push_back(tr("Grey: %1 not physically possible.", {std::to_string(impossible)}));
  return said;
}

}  // namespace sojourn::present
