// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/distance_errors.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "model/data/edit/sequence_flags.h"

namespace sojourn {
namespace {

constexpr double unmeasured = std::numeric_limits<double>::quiet_NaN();

/// The mean of the middle two of an even number.
double medianDistance(std::vector<double> values) {
  if (values.empty()) return unmeasured;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double meanDistance(const std::vector<double>& values) {
  if (values.empty()) return unmeasured;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

std::optional<double> errorKilometres(const PlaceNames& places, LocationId predicted, LocationId target) {
  const auto from = places.coordinates(predicted), to = places.coordinates(target);
  if (!from || !to) return std::nullopt;
  return predicted == target ? 0 : distanceKilometres(*from, *to);
}

DistanceErrors distanceErrors(const SequenceSet& set, std::span<const Outcome> outcomes, const PlaceNames& places) {
  std::vector<std::size_t> rows(std::min(set.size(), outcomes.size()));
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return distanceErrors(set, rows, outcomes, places);
}

DistanceErrors distanceErrors(const SequenceSet& set, std::span<const std::size_t> rows,
                              std::span<const Outcome> outcomes, const PlaceNames& places) {
  std::vector<double> all, wrong;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LocationId target = set.target(rows[i]);
    const auto kilometres = errorKilometres(places, outcomes[i].prediction, target);
    if (!kilometres) continue;
    all.push_back(*kilometres);
    if (outcomes[i].prediction != target) wrong.push_back(*kilometres);
  }
  const auto near = std::ranges::count_if(wrong, [](double kilometres) { return kilometres <= nearKilometres; });
  return {.measured = all.size(),
          .wrong = wrong.size(),
          .median = medianDistance(all),
          .mean = meanDistance(all),
          .medianWrong = medianDistance(wrong),
          .meanWrong = meanDistance(wrong),
          .nearShare = wrong.empty() ? unmeasured : static_cast<double>(near) / static_cast<double>(wrong.size())};
}

std::optional<double> probabilityNear(const Inspection& inspection, const PlaceNames& places, LocationId target,
                                      double kilometres) {
  const auto center = places.coordinates(target);
  if (!center) return std::nullopt;
  double sum = 0;
  for (const Candidate& candidate : inspection.ranking) {
    const auto where = places.coordinates(candidate.location);
    if (where && distanceKilometres(*where, *center) <= kilometres) sum += static_cast<double>(candidate.probability);
  }
  return sum;
}

}  // namespace sojourn
