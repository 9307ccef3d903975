// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/distance_errors.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "model/core/random.h"
#include "model/data/edit/sequence_flags.h"
#include "model/data/statistics/resampling.h"
#include "model/evaluate/user_sums.h"

namespace sojourn {
namespace {

std::vector<std::size_t> firstRows(const SequenceSet& set, std::size_t outcomes) {
  std::vector<std::size_t> rows(std::min(set.size(), outcomes));
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

/// Kilometres of samples in ascending order, equal ones of a user together: a draw of users takes each user's samples
/// so many times.
class SortedErrors {
 public:
  explicit SortedErrors(std::size_t users) : m_sums(users), m_counts(users) {}

  void add(double kilometres, std::size_t user) {
    m_runs.push_back({kilometres, user, 1});
    m_sums[user] += kilometres;
    ++m_counts[user];
  }
  void sort() {
    std::ranges::sort(m_runs, {}, [](const Run& run) { return std::pair(run.kilometres, run.user); });
    std::size_t kept = 0;
    for (const Run& run : m_runs) {
      if (kept > 0 && m_runs[kept - 1].kilometres == run.kilometres && m_runs[kept - 1].user == run.user)
        ++m_runs[kept - 1].samples;
      else
        m_runs[kept++] = run;
    }
    m_runs.resize(kept);
  }
  [[nodiscard]] std::size_t users() const {
    return m_counts.size() - static_cast<std::size_t>(std::ranges::count(m_counts, std::size_t{0}));
  }
  [[nodiscard]] std::size_t samples(std::span<const std::size_t> times) const {
    return std::transform_reduce(times.begin(), times.end(), m_counts.begin(), std::size_t{0});
  }
  /// There are samples.
  [[nodiscard]] double mean(std::span<const std::size_t> times) const {
    return std::transform_reduce(times.begin(), times.end(), m_sums.begin(), 0.0) / static_cast<double>(samples(times));
  }
  /// The mean of the middle two of an even number. There are samples.
  [[nodiscard]] double median(std::span<const std::size_t> times) const {
    const std::size_t n = samples(times), lower = (n - 1) / 2, upper = n / 2;
    std::size_t before = 0;
    double atLower = 0;
    for (const Run& run : m_runs) {
      const std::size_t after = before + times[run.user] * run.samples;
      if (before <= lower && lower < after) atLower = run.kilometres;
      if (upper < after) return (atLower + run.kilometres) / 2;
      before = after;
    }
    return atLower;
  }

 private:
  struct Run {
    double kilometres = 0;
    std::size_t user = 0, samples = 0;
  };
  std::vector<Run> m_runs;
  std::vector<double> m_sums;         ///< [users]
  std::vector<std::size_t> m_counts;  ///< [users]
};

/// The median and the mean of `errors`, less those of `others` where they are there (of the same samples).
void setFigures(DistanceFigure& median, DistanceFigure& mean, const SortedErrors& errors, const SortedErrors* others,
                std::size_t users, const DistanceIntervals& intervals, const CancelToken& cancel) {
  std::vector<std::size_t> times(users, 1);
  const auto medianNow = [&] { return errors.median(times) - (others ? others->median(times) : 0); };
  const auto meanNow = [&] { return errors.mean(times) - (others ? others->mean(times) : 0); };
  if (errors.samples(times) == 0) return;
  median.value = medianNow();
  mean.value = meanNow();
  if (errors.users() < fewestUsersOfInterval || intervals.resamples == 0) return;
  Random random(intervals.seed);
  std::vector<double> medians, means;
  for (std::size_t r = 0; r < intervals.resamples; ++r) {
    if (cancel.cancelled()) return;
    std::ranges::fill(times, 0);
    for (std::size_t u = 0; u < users; ++u) ++times[random.below(users)];
    if (errors.samples(times) == 0) continue;
    medians.push_back(medianNow());
    means.push_back(meanNow());
  }
  for (const auto& [drawn, figure] : {std::pair{&medians, &median}, std::pair{&means, &mean}}) {
    if (drawn->empty()) return;
    Estimate bounds;
    setPercentiles(*drawn, bounds);
    figure->low = bounds.low;
    figure->high = bounds.high;
  }
}

}  // namespace

std::optional<double> errorKilometres(const PlaceNames& places, LocationId predicted, LocationId target) {
  const auto from = places.coordinates(predicted), to = places.coordinates(target);
  if (!from || !to) return std::nullopt;
  return predicted == target ? 0 : distanceKilometres(*from, *to);
}

DistanceErrors distanceErrors(const SequenceSet& set, std::span<const Outcome> outcomes, const PlaceNames& places,
                              const DistanceIntervals& intervals, const CancelToken& cancel) {
  return distanceErrors(set, firstRows(set, outcomes.size()), outcomes, places, intervals, cancel);
}

DistanceErrors distanceErrors(const SequenceSet& set, std::span<const std::size_t> rows,
                              std::span<const Outcome> outcomes, const PlaceNames& places,
                              const DistanceIntervals& intervals, const CancelToken& cancel) {
  const UserGroups users(set, rows);
  SortedErrors all(users.size()), wrong(1);
  DistanceErrors errors;
  std::size_t near = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LocationId target = set.target(rows[i]);
    const auto kilometres = errorKilometres(places, outcomes[i].prediction, target);
    if (!kilometres) continue;
    ++errors.measured;
    all.add(*kilometres, users.of(set.user(rows[i])));
    if (outcomes[i].prediction == target) continue;
    ++errors.wrong;
    wrong.add(*kilometres, 0);
    if (*kilometres <= nearKilometres) ++near;
  }
  all.sort();
  wrong.sort();
  setFigures(errors.median, errors.mean, all, nullptr, users.size(), intervals, cancel);
  if (errors.wrong == 0) return errors;
  constexpr std::array<std::size_t, 1> once{1};
  errors.medianWrong = wrong.median(once);
  errors.meanWrong = wrong.mean(once);
  errors.nearShare = static_cast<double>(near) / static_cast<double>(errors.wrong);
  return errors;
}

DistanceDifferences distanceDifferences(const SequenceSet& set, std::span<const std::size_t> rows,
                                        std::span<const Outcome> a, std::span<const Outcome> b,
                                        const PlaceNames& places, const DistanceIntervals& intervals,
                                        const CancelToken& cancel) {
  const UserGroups users(set, rows);
  SortedErrors ofA(users.size()), ofB(users.size());
  DistanceDifferences differences;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LocationId target = set.target(rows[i]);
    const auto one = errorKilometres(places, a[i].prediction, target);
    const auto other = errorKilometres(places, b[i].prediction, target);
    if (!one || !other) continue;
    ++differences.n;
    ofA.add(*one, users.of(set.user(rows[i])));
    ofB.add(*other, users.of(set.user(rows[i])));
  }
  ofA.sort();
  ofB.sort();
  setFigures(differences.median, differences.mean, ofA, &ofB, users.size(), intervals, cancel);
  return differences;
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
