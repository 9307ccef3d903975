// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/counterfactual/feature_sweep.h"

#include <array>
#include <cmath>
#include <string>

#include "model/data/dataset/sequence.h"
#include "model/data/edit/sequence_flags.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

/// The sequence with one visit's weekday or days ago alone: a record that cannot be, so no edit but the whole makes it.
template <class Set>
ReplaceSequence unheardOf(Sequence sequence, std::size_t visit, const Set& set) {
  set(sequence.visits[visit]);
  std::vector<std::optional<std::size_t>> cameFrom;
  for (std::size_t i = 0; i < sequence.visits.size(); ++i) cameFrom.emplace_back(i);
  return {std::move(sequence), std::move(cameFrom)};
}

std::size_t trainedOn(const TrainingCounts& training, SweepFeature feature, std::int32_t value) {
  const auto index = static_cast<std::size_t>(value);
  const auto countIn = [&](const auto& counts) {
    const auto found = counts.find(value);
    return found == counts.end() ? 0 : found->second;
  };
  switch (feature) {
    case SweepFeature::Start:
      return training.start[index];
    case SweepFeature::Day:
    case SweepFeature::Recency:
      return training.daysAgo[index];
    case SweepFeature::Weekday:
      return training.weekday[index];
    case SweepFeature::Duration:
      return training.duration[index];
    case SweepFeature::Location:
      return countIn(training.location);
    case SweepFeature::User:
      return countIn(training.user);
  }
  return 0;
}

}  // namespace

std::size_t sweepValues(SweepFeature feature, const ModelSizes& sizes) {
  const auto fromOne = [](std::int64_t size) { return size > 1 ? static_cast<std::size_t>(size - 1) : 0; };
  const std::array<std::size_t, 7> values{
      96, mostDaysAgo + 1, 7, mostDaysAgo + 1, 97, fromOne(sizes.locations), fromOne(sizes.users)};
  return values[static_cast<std::size_t>(feature)];
}

std::int32_t firstSweepValue(SweepFeature feature) {
  return feature == SweepFeature::Location || feature == SweepFeature::User ? 1 : 0;
}

std::int32_t presentValue(const Sequence& sequence, std::size_t visit, SweepFeature feature) {
  const EncodedVisit now = encode(sequence.visits[visit]);
  const std::array<std::int32_t, 7> values{now.time,     now.recency,  now.weekday,  now.recency,
                                           now.duration, now.location, sequence.user};
  return values[static_cast<std::size_t>(feature)];
}

SequenceEdit sweepEdit(const Sequence& sequence, std::size_t visit, SweepFeature feature, std::int32_t value) {
  const Visit& now = sequence.visits[visit];
  switch (feature) {
    case SweepFeature::Start:
      return SetStart{{visit}, now.startMinute + (value - encode(now).time) * minutesPerTimeSlot, 0};
    case SweepFeature::Day:
      return SetDay{{visit}, value, 0};
    case SweepFeature::Weekday:
      return unheardOf(sequence, visit, [&](Visit& one) { one.weekday = value; });
    case SweepFeature::Recency:
      return unheardOf(sequence, visit, [&](Visit& one) { one.daysAgo = value; });
    case SweepFeature::Duration: {
      const double within = std::fmod(now.durationMinutes, minutesPerDurationBin);
      // The last bin holds one value only.
      return SetDuration{{visit}, std::min(value * double{minutesPerDurationBin} + within, longestStayMinutes)};
    }
    case SweepFeature::Location:
      return ReplaceLocation{{visit}, value};
    case SweepFeature::User:
      return SetUser{value};
  }
  return SetUser{sequence.user};
}

Result<FeatureSweep> sweep(const Engine& engine, const Sequence& sequence, const FeatureSweepRequest& request,
                           const TrainingCounts& training, const PlaceNames& places, const CancelToken& cancel,
                           const Progress& progress) {
  if (request.visit >= sequence.visits.size())
    return Error{ErrorKind::BadInput, "visit " + std::to_string(request.visit),
                 "is not there: the sequence has " + std::to_string(sequence.visits.size()), "choose another"};
  const std::size_t count = sweepValues(request.feature, engine.description().sizes);
  if (count == 0)
    return Error{ErrorKind::BadInput, engine.description().source, "reads nothing of this kind",
                 "sweep another feature"};

  FeatureSweep found{request.feature, request.visit, request.candidates, std::vector<FeatureSweepPoint>(count), {}, {}};
  const std::vector<SequenceFlag> recorded = flagsOf(sequence, places);
  const std::int32_t present = presentValue(sequence, request.visit, request.feature);
  std::vector<Sequence> edited;
  edited.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    FeatureSweepPoint& point = found.points[k];
    point.value = firstSweepValue(request.feature) + static_cast<std::int32_t>(k);
    point.trained = trainedOn(training, request.feature, point.value);
    if (point.value == present) {
      found.present = k;
      edited.push_back(sequence);
      continue;
    }
    auto after = applyEdit(sequence, sweepEdit(sequence, request.visit, request.feature, point.value));
    if (!after) return after.error();
    point.impossible = !newFlags(flagsOf(after->sequence, places), recorded, after->cameFrom).empty();
    edited.push_back(std::move(after->sequence));
  }
  auto answers = engine.answers(edited, request.candidates, cancel, progress);
  if (!answers) return answers.error();
  for (std::size_t k = 0; k < count; ++k) {
    const PredictionSummary& answer = answers->answers[k];
    found.points[k].first = answer.first;
    found.points[k].firstProbability = answer.firstProbability;
    found.points[k].gate = answer.gate;
    found.points[k].entropy = answer.entropy;
  }
  found.probabilities = std::move(answers->probabilities);
  return found;
}

}  // namespace sojourn
