// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/compare_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "model/data/dataset/local_time.h"
#include "model/evaluate/distance_errors.h"
#include "model/evaluate/metric_differences.h"
#include "model/evaluate/metrics.h"
#include "model/evaluate/rule_baselines.h"

namespace sojourn {
namespace {

/// Part of a cut: its place in the order of parts, and its name.
using Part = std::pair<std::int64_t, std::string>;

/// The parts of numbers that begin at these bounds: "3 to 8", "26 and more".
Part partFrom(std::span<const std::int64_t> bounds, std::int64_t number) {
  const auto above = std::ranges::upper_bound(bounds, number);
  const std::int64_t first = above == bounds.begin() ? 0 : *(above - 1);
  if (above == bounds.end()) return {first, std::to_string(first) + " and more"};
  const std::int64_t last = *above - 1;
  return {first, first == last ? std::to_string(first) : std::to_string(first) + " to " + std::to_string(last)};
}

/// A property that samples are cut by.
struct Cut {
  const char* name;
  std::function<std::optional<Part>(std::size_t row)> partOf;  ///< nothing: of no part
};

/// Targets of the most samples, by their id.
std::set<LocationId> largestTargets(const SequenceSet& set, std::span<const std::size_t> rows) {
  constexpr std::size_t most = 20;
  std::map<LocationId, std::size_t> samples;
  for (const std::size_t row : rows) ++samples[set.target(row)];
  std::vector<std::pair<LocationId, std::size_t>> order(samples.begin(), samples.end());
  std::ranges::stable_sort(order, std::ranges::greater(), &std::pair<LocationId, std::size_t>::second);
  if (order.size() > most) order.resize(most);
  std::set<LocationId> largest;
  for (const auto& [target, n] : order) largest.insert(target);
  return largest;
}

std::vector<Cut> cutsOf(const ComparedSamples& samples) {
  const SequenceSet& set = samples.set;
  const auto rows = samples.rows;
  const std::int32_t zoneOffset = samples.zoneOffsetMinutes;
  const auto lastBegin = [&set, zoneOffset](std::size_t row) {
    return localStart(set.visit(row, set.length(row) - 1), zoneOffset);
  };
  static constexpr std::array<std::int64_t, 5> lengths{1, 3, 9, 15, 26};
  static constexpr std::array<std::int64_t, 4> counts{0, 1, 10, 100};
  static constexpr std::array<std::int64_t, 9> visitsAgo{1, 2, 3, 4, 6, 11, 21, 41, 81};
  static constexpr std::array weekdays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  std::vector<Cut> cuts{
      {"length", [&set](std::size_t row) { return partFrom(lengths, static_cast<std::int64_t>(set.length(row))); }},
      {"hour",
       [lastBegin](std::size_t row) {
         const std::int64_t hour = std::clamp(lastBegin(row).minute / 60, 0, 23);
         return Part{hour, std::to_string(hour)};
       }},
      {"weekday",
       [lastBegin](std::size_t row) {
         const auto day = static_cast<std::size_t>(std::clamp<int>(lastBegin(row).weekday, 0, 6));
         return Part{static_cast<std::int64_t>(day), weekdays[day]};
       }},
      {"user",
       [&set](std::size_t row) {
         return Part{set.user(row), std::to_string(set.user(row))};
       }},
      {"place",
       [&set, largest = largestTargets(set, rows)](std::size_t row) -> std::optional<Part> {
         if (!largest.contains(set.target(row))) return std::nullopt;
         return Part{set.target(row), std::to_string(set.target(row))};
       }},
      {"in_window",
       [&set](std::size_t row) {
         return set.targetInWindow(row) ? Part{1, "yes"} : Part{0, "no"};
       }},
      {"last_seen",
       [&set](std::size_t row) {
         const auto ago = static_cast<std::int64_t>(set.targetLastSeen(row));
         return ago == 0 ? Part{INT64_MAX, "never"} : partFrom(visitsAgo, ago);
       }},
      {"stays", [&set](std::size_t row) {
         return set.target(row) == set.locations(row).back() ? Part{1, "yes"} : Part{0, "no"};
       }}};
  if (const PlaceDistricts* districts = samples.districts)
    cuts.push_back({"district", [&set, districts](std::size_t row) -> std::optional<Part> {
                      const auto district = districts->of(set.target(row));
                      if (!district) return std::nullopt;
                      return Part{static_cast<std::int64_t>(*district), districts->names()[*district]};
                    }});
  if (!samples.train) return cuts;
  std::unordered_map<LocationId, std::int64_t> inTraining;
  for (const LocationId target : samples.train->targets()) ++inTraining[target];
  cuts.push_back({"target_count", [&set, inTraining = std::move(inTraining)](std::size_t row) {
                    const auto found = inTraining.find(set.target(row));
                    return partFrom(counts, found == inTraining.end() ? 0 : found->second);
                  }});
  return cuts;
}

double right(const Outcome& outcome) {
  return isCorrect(outcome) ? 1 : 0;
}

/// What all figures read.
struct Subject {
  const SequenceSet& set;
  std::span<const std::size_t> rows;
  std::span<const ModelAnswers> models;
  const PairedDifferenceOptions& options;

  [[nodiscard]] bool known(std::size_t sample) const { return set.target(rows[sample]) != unseenLocation; }
  /// Of the samples given, in points.
  [[nodiscard]] PairedDifference difference(std::size_t a, std::size_t b, double (*figure)(const Outcome&),
                                            std::span<const std::size_t> samples) const {
    std::vector<double> differences;
    std::vector<std::int32_t> users;
    for (const std::size_t sample : samples) {
      differences.push_back(100 * (figure(models[a].outcomes[sample]) - figure(models[b].outcomes[sample])));
      users.push_back(set.user(rows[sample]));
    }
    return pairedDifference(differences, users, options);
  }
};

PairAgreement agreementOf(const Subject& subject, std::size_t a, std::size_t b, std::span<const std::size_t> samples) {
  PairAgreement agreement;
  for (const std::size_t sample : samples) {
    const bool rightA = isCorrect(subject.models[a].outcomes[sample]);
    const bool rightB = isCorrect(subject.models[b].outcomes[sample]);
    ++(rightA ? rightB ? agreement.bothRight : agreement.onlyA : rightB ? agreement.onlyB : agreement.bothWrong);
  }
  return agreement;
}

std::vector<ComparisonSlice> slicesOf(const Subject& subject, const Cut& cut) {
  std::map<Part, std::vector<std::size_t>> parts;
  for (std::size_t i = 0; i < subject.rows.size(); ++i)
    if (const auto part = cut.partOf(subject.rows[i])) parts[*part].push_back(i);
  std::vector<ComparisonSlice> slices;
  for (const auto& [part, samples] : parts) {
    ComparisonSlice& slice = slices.emplace_back();
    slice.by = cut.name;
    slice.value = part.second;
    slice.n = samples.size();
    std::set<UserId> users;
    for (const std::size_t sample : samples) users.insert(subject.set.user(subject.rows[sample]));
    slice.users = users.size();
    for (std::size_t m = 0; m < subject.models.size(); ++m) {
      double correct = 0;
      for (const std::size_t sample : samples) correct += right(subject.models[m].outcomes[sample]);
      slice.accuracy.push_back(100 * correct / static_cast<double>(samples.size()));
      if (m > 0) slice.difference.push_back(subject.difference(0, m, right, samples));
    }
  }
  return slices;
}

void setDistances(ModelComparison& comparison, const Subject& subject, const PlaceNames& places,
                  const CancelToken& cancel) {
  const DistanceIntervals intervals{.resamples = subject.options.resamples, .seed = subject.options.seed};
  for (std::size_t m = 0; m < subject.models.size(); ++m) {
    const auto errors =
        distanceErrors(subject.set, subject.rows, subject.models[m].outcomes, places, intervals, cancel);
    if (errors.measured > 0) comparison.models[m].distance = errors;
  }
  for (ModelPair& pair : comparison.pairs) {
    const auto differences = distanceDifferences(subject.set, subject.rows, subject.models[pair.a].outcomes,
                                                 subject.models[pair.b].outcomes, places, intervals, cancel);
    if (differences.n > 0) pair.distance = differences;
  }
}

}  // namespace

void addToBin(std::span<CalibrationBin> bins, const Outcome& outcome) {
  const double share = std::clamp(static_cast<double>(outcome.probability), 0.0, 1.0);
  const auto bin = static_cast<std::size_t>(share * static_cast<double>(bins.size()));
  CalibrationBin& of = bins[std::min(bin, bins.size() - 1)];
  ++of.n;
  of.confidence += outcome.probability;
  of.accuracy += right(outcome);
}

std::vector<CalibrationBin> calibrationOf(std::span<const Outcome> outcomes) {
  std::vector<CalibrationBin> bins(calibrationBins);
  constexpr double width = 1.0 / calibrationBins;
  for (std::size_t b = 0; b < bins.size(); ++b) {
    bins[b].low = static_cast<double>(b) * width;
    bins[b].high = static_cast<double>(b + 1) * width;
  }
  for (const Outcome& outcome : outcomes) addToBin(bins, outcome);
  for (CalibrationBin& bin : bins)
    if (bin.n > 0) bin.confidence /= static_cast<double>(bin.n), bin.accuracy /= static_cast<double>(bin.n);
  return bins;
}

double calibrationError(std::span<const CalibrationBin> bins) {
  double n = 0, error = 0;
  for (const CalibrationBin& bin : bins) {
    n += static_cast<double>(bin.n);
    error += static_cast<double>(bin.n) * std::abs(bin.accuracy - bin.confidence);
  }
  return n > 0 ? error / n : 0;
}

Result<ModelComparison> compareModels(const ComparedSamples& samples, std::span<const ModelAnswers> models,
                                      const PairedDifferenceOptions& options, const CancelToken& cancel,
                                      const Progress& progress) {
  const SequenceSet& set = samples.set;
  const auto rows = samples.rows;
  if (models.size() < 2 || models.size() > 8)
    return Error{ErrorKind::BadInput, "", std::to_string(models.size()) + " models cannot be compared",
                 "choose two to eight"};
  for (const ModelAnswers& model : models)
    if (model.outcomes.size() != rows.size())
      return Error{ErrorKind::BadInput, model.name,
                   "holds " + std::to_string(model.outcomes.size()) + " predictions for " +
                       std::to_string(rows.size()) + " samples",
                   "predict each sample of the split once"};
  const Subject subject{set, rows, models, options};
  ModelComparison comparison;
  comparison.n = rows.size();
  std::set<UserId> users;
  std::vector<std::size_t> all, known;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    users.insert(set.user(rows[i]));
    all.push_back(i);
    if (subject.known(i)) known.push_back(i);
  }
  comparison.users = users.size();
  for (const ModelAnswers& model : models) {
    ComparisonModel& compared = comparison.models.emplace_back();
    compared.name = model.name;
    compared.kind = model.kind;
    compared.metrics = model.labelSmoothing ? metricsOf(set, rows, model.outcomes, *model.labelSmoothing)
                                            : rankMetricsOf(set, rows, model.outcomes);
    compared.ranks = model.ranks;
    if (model.ranks)
      for (Metrics* metrics : {&compared.metrics.all, &compared.metrics.known, &compared.metrics.unseen})
        keepFirstRanks(*metrics, *model.ranks);
    if (!model.probabilities) continue;
    compared.calibration = calibrationOf(model.outcomes);
    compared.ece = calibrationError(compared.calibration);
  }

  const std::vector<Cut> cuts = cutsOf(samples);
  // The slices take about as long as the draws.
  const std::size_t slicesFrom = std::max<std::size_t>(options.resamples, 1), steps = 2 * slicesFrom;
  const Error stopped{ErrorKind::Cancelled, "", "the comparison was stopped", ""};
  for (std::size_t a = 0; a < models.size(); ++a)
    for (std::size_t b = a + 1; b < models.size(); ++b)
      comparison.pairs.push_back({.a = a,
                                  .b = b,
                                  .all = agreementOf(subject, a, b, all),
                                  .known = agreementOf(subject, a, b, known),
                                  .differences = {}});
  const auto drawn = [&](std::size_t done, std::size_t) {
    if (progress) progress(done, steps);
  };
  if (!setMetricDifferences(comparison, set, rows, models, options, cancel, drawn)) return stopped;
  if (samples.places) setDistances(comparison, subject, *samples.places, cancel);
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    if (progress) progress(slicesFrom + slicesFrom * c / cuts.size(), steps);
    if (cancel.cancelled()) return stopped;
    std::ranges::move(slicesOf(subject, cuts[c]), std::back_inserter(comparison.slices));
  }

  std::vector<PairedDifference*> ofPairs, ofSlices;
  for (ModelPair& pair : comparison.pairs)
    for (MetricDifferences* one : {&pair.differences.all, &pair.differences.known, &pair.differences.unseen})
      for (PairedDifference* difference : {&one->accuracy, &one->accuracy5, &one->accuracy10, &one->mrr, &one->ndcg10})
        ofPairs.push_back(difference);
  for (ComparisonSlice& slice : comparison.slices)
    for (PairedDifference& difference : slice.difference) ofSlices.push_back(&difference);
  correctByHolm(ofPairs);
  correctByHolm(ofSlices);
  return comparison;
}

}  // namespace sojourn
