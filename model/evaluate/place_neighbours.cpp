// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/place_neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

#include "model/core/random.h"
#include "model/data/edit/sequence_flags.h"
#include "model/data/statistics/resampling.h"
#include "model/data/statistics/statistics.h"

namespace sojourn {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t nearestOfSummary = 5;
constexpr std::size_t mostChanceQueries = 2000;
constexpr std::size_t mostPairs = 2'000'000;
constexpr double minutesOfClock = 24 * 60;

/// The rows of the candidates.
RowMatrix rowsOf(const RowMatrix& rows, std::span<const LocationId> candidates) {
  RowMatrix chosen{.width = rows.width};
  chosen.values.reserve(candidates.size() * rows.width);
  for (const LocationId candidate : candidates) {
    const auto row = rows.row(static_cast<std::size_t>(candidate));
    chosen.values.insert(chosen.values.end(), row.begin(), row.end());
  }
  return chosen;
}

/// A row of zeros stays.
void scaleToUnit(RowMatrix& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<double> row = std::span(rows.values).subspan(i * rows.width, rows.width);
    const double length = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
    if (length > 0)
      for (double& value : row) value /= length;
  }
}

double product(std::span<const double> a, std::span<const double> b) {
  // Four sums, so that the processor need not wait for each.
  std::array<double, 4> sums{};
  std::size_t k = 0;
  for (; k + 4 <= a.size(); k += 4)
    for (std::size_t j = 0; j < 4; ++j) sums[j] += a[k + j] * b[k + j];
  for (; k < a.size(); ++k) sums[0] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double medianOf(std::vector<double>& values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return unknown;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double kilometresApart(LocationId a, LocationId b, const PlaceNames& places) {
  const auto from = places.coordinates(a), to = places.coordinates(b);
  return from && to ? distanceKilometres(*from, *to) : unknown;
}

struct NearRow {
  std::size_t row = 0;
  double cosine = 0;
};

/// The rows nearest to one of length 1, nearest first, ties by the smaller one; without the row `except`.
std::vector<NearRow> nearestRows(const RowMatrix& unit, std::span<const double> to, std::size_t except,
                                 std::size_t count) {
  std::vector<NearRow> nearest;
  for (std::size_t j = 0; j < unit.size(); ++j) {
    if (j == except) continue;
    const double cosine = product(to, unit.row(j));
    if (nearest.size() == count && !(cosine > nearest.back().cosine)) continue;
    if (nearest.size() == count) nearest.pop_back();
    const auto before = std::ranges::find_if(nearest, [&](const NearRow& one) { return cosine > one.cosine; });
    nearest.insert(before, {j, cosine});
  }
  return nearest;
}

/// The median over rows of the best cosine, after each dimension was shuffled.
double bestByChance(const RowMatrix& rows, const CancelToken& cancel) {
  const std::size_t n = rows.size(), d = rows.width, queries = std::min(n, mostChanceQueries);
  const std::size_t rounds = std::max<std::size_t>(1, mostChanceQueries / n);
  Random random(0);
  RowMatrix shuffled = rows;
  std::vector<double> column(n), best;
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t i = 0; i < n; ++i) column[i] = rows.values[i * d + k];
      random.shuffle(std::span(column));
      for (std::size_t i = 0; i < n; ++i) shuffled.values[i * d + k] = column[i];
    }
    scaleToUnit(shuffled);
    for (std::size_t i = 0; i < queries && !cancel.cancelled(); ++i)
      best.push_back(nearestRows(shuffled, shuffled.row(i), i, 1).front().cosine);
  }
  return medianOf(best);
}

}  // namespace

std::size_t TrainingPlaces::sharedUsers(LocationId a, LocationId b) const {
  const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
  if (first >= users.size() || second >= users.size()) return 0;
  std::vector<UserId> both;
  std::ranges::set_intersection(users[first], users[second], std::back_inserter(both));
  return both.size();
}

TrainingPlaces trainingPlaces(const SequenceSet& training, std::size_t locations) {
  TrainingPlaces use{.stays = std::vector<std::size_t>(locations),
                     .users = std::vector<std::vector<UserId>>(locations),
                     .mainUser = std::vector<UserId>(locations),
                     .minute = std::vector<double>(locations, unknown)};
  std::vector<std::array<double, 2>> clock(locations);
  std::vector<std::map<UserId, std::size_t>> byUser(locations);
  for (std::size_t row = 0; row < training.size(); ++row) {
    const Visit visit = lastVisit(training, row);
    const auto at = static_cast<std::size_t>(visit.location);
    if (visit.location < 0 || at >= locations) continue;
    ++use.stays[at];
    ++byUser[at][training.user(row)];
    const double angle = 2 * std::numbers::pi * visit.startMinute / minutesOfClock;
    clock[at][0] += std::cos(angle);
    clock[at][1] += std::sin(angle);
  }
  constexpr double evenlySpread = 1e-6;
  for (std::size_t at = 0; at < locations; ++at) {
    std::size_t most = 0;
    for (const auto& [user, stays] : byUser[at]) {
      use.users[at].push_back(user);
      if (stays <= most) continue;
      most = stays;
      use.mainUser[at] = user;
    }
    if (std::hypot(clock[at][0], clock[at][1]) <= evenlySpread) continue;
    const double angle = std::atan2(clock[at][1], clock[at][0]);
    use.minute[at] = (angle < 0 ? angle + 2 * std::numbers::pi : angle) / (2 * std::numbers::pi) * minutesOfClock;
  }
  return use;
}

std::vector<LocationId> frequentLocations(std::size_t rows, const TrainingPlaces& use) {
  std::vector<LocationId> frequent;
  const auto end = static_cast<LocationId>(std::min(rows, use.stays.size()));
  for (LocationId at = unseenLocation + 1; at < end; ++at)
    if (use.staysAt(at) >= fewestStaysOfNeighbours) frequent.push_back(at);
  return frequent;
}

NeighbourIndex::NeighbourIndex(const EmbeddingTable& table, std::vector<LocationId> candidates)
    : m_candidates(std::move(candidates)), m_unit(rowsOf(table.rows, m_candidates)) {
  scaleToUnit(m_unit);
}

std::vector<PlaceNeighbour> NeighbourIndex::nearest(const EmbeddingTable& table, LocationId place,
                                                    const TrainingPlaces& use, const PlaceNames& places,
                                                    std::size_t count) const {
  if (place < 0 || static_cast<std::size_t>(place) >= table.rows.size()) return {};
  RowMatrix own = rowsOf(table.rows, std::span(&place, 1));
  scaleToUnit(own);
  const auto found = std::ranges::lower_bound(m_candidates, place);
  const bool isCandidate = found != m_candidates.end() && *found == place;
  const auto except = isCandidate ? static_cast<std::size_t>(found - m_candidates.begin()) : m_candidates.size();
  std::vector<PlaceNeighbour> neighbours;
  for (const NearRow& near : nearestRows(m_unit, own.row(0), except, count)) {
    const LocationId location = m_candidates[near.row];
    neighbours.push_back({.location = location,
                          .cosine = near.cosine,
                          .kilometres = kilometresApart(place, location, places),
                          .sharedUsers = use.sharedUsers(place, location),
                          .stays = use.staysAt(location)});
  }
  return neighbours;
}

std::optional<NeighbourSummary> NeighbourIndex::summary(const EmbeddingTable& table, const TrainingPlaces& use,
                                                        const PlaceNames& places, const CancelToken& cancel) const {
  const std::size_t n = m_candidates.size();
  NeighbourSummary summary{.places = n,
                           .withPosition = 0,
                           .medianKilometres = unknown,
                           .sharedUserShare = unknown,
                           .medianBestCosine = unknown,
                           .medianBestByChance = unknown};
  if (n < 2) return summary;
  std::vector<double> kilometres, best;
  std::size_t pairs = 0, sharing = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (cancel.cancelled()) return std::nullopt;
    summary.withPosition += places.coordinates(m_candidates[i]) ? 1 : 0;
    const std::vector<NearRow> nearest = nearestRows(m_unit, m_unit.row(i), i, nearestOfSummary);
    best.push_back(nearest.front().cosine);
    for (const NearRow& near : nearest) {
      ++pairs;
      sharing += use.sharedUsers(m_candidates[i], m_candidates[near.row]) > 0 ? 1 : 0;
      kilometres.push_back(kilometresApart(m_candidates[i], m_candidates[near.row], places));
    }
  }
  summary.medianKilometres = medianOf(kilometres);
  summary.sharedUserShare = static_cast<double>(sharing) / static_cast<double>(pairs);
  summary.medianBestCosine = medianOf(best);
  summary.medianBestByChance = bestByChance(rowsOf(table.rows, m_candidates), cancel);
  if (cancel.cancelled()) return std::nullopt;
  return summary;
}

NeighbourSummary anyTwoPlaces(std::span<const LocationId> candidates, const TrainingPlaces& use,
                              const PlaceNames& places, const CancelToken& cancel) {
  const std::size_t n = candidates.size();
  std::vector<double> kilometres;
  std::size_t pairs = 0, sharing = 0;
  const auto add = [&](LocationId a, LocationId b) {
    ++pairs;
    sharing += use.sharedUsers(a, b) > 0 ? 1 : 0;
    kilometres.push_back(kilometresApart(a, b, places));
  };
  if (n > 1 && n * (n - 1) / 2 > mostPairs) {
    Random random(0);
    while (pairs < mostPairs && !cancel.cancelled()) {
      const std::size_t a = random.below(n), b = random.below(n);
      if (a != b) add(candidates[a], candidates[b]);
    }
  } else {
    for (std::size_t i = 0; i < n && !cancel.cancelled(); ++i)
      for (std::size_t j = 0; j < i; ++j) add(candidates[i], candidates[j]);
  }
  return {.places = n,
          .withPosition = static_cast<std::size_t>(
              std::ranges::count_if(candidates, [&](LocationId one) { return places.coordinates(one).has_value(); })),
          .medianKilometres = medianOf(kilometres),
          .sharedUserShare = pairs > 0 ? static_cast<double>(sharing) / static_cast<double>(pairs) : unknown,
          .medianBestCosine = unknown,
          .medianBestByChance = unknown};
}

CycleTest nextToNext(const RowMatrix& rows) {
  const std::size_t n = rows.size(), d = rows.width;
  if (n < 3) return {unknown, unknown, unknown};
  RowMatrix centred = rows;
  for (std::size_t k = 0; k < d; ++k) {
    double mean = 0;
    for (std::size_t i = 0; i < n; ++i) mean += rows.values[i * d + k] / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) centred.values[i * d + k] -= mean;
  }
  scaleToUnit(centred);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto mean = [&] {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += product(centred.row(order[i]), centred.row(order[(i + 1) % n]));
    return sum / static_cast<double>(n);
  };
  CycleTest test{.cosine = mean()};
  constexpr std::size_t orders = 2000;
  Random random(0);
  std::vector<double> shuffled;
  for (std::size_t s = 0; s < orders; ++s) {
    random.shuffle(std::span(order));
    shuffled.push_back(mean());
  }
  Estimate range;
  setPercentiles(shuffled, range);
  test.low = range.low;
  test.high = range.high;
  return test;
}

std::optional<std::vector<EmbeddingStudy>> studyEmbeddings(std::vector<EmbeddingTable> tables,
                                                           const TrainingPlaces& use, const PlaceNames& places,
                                                           const CancelToken& cancel, const Progress& progress) {
  std::vector<EmbeddingStudy> studies;
  for (EmbeddingTable& table : tables) {
    if (cancel.cancelled()) return std::nullopt;
    if (progress) progress(studies.size(), tables.size());
    EmbeddingStudy study{.table = std::move(table)};
    study.components = principalComponents(study.table.rows, study.table.firstRow());
    if (study.table.ofPlaces()) {
      const NeighbourIndex index(study.table, frequentLocations(study.table.rows.size(), use));
      study.neighbours = index.summary(study.table, use, places, cancel);
      if (!study.neighbours) return std::nullopt;
    } else if (study.table.kind != EmbeddingKind::Users) {
      study.cycle = nextToNext(study.table.rows);
    }
    studies.push_back(std::move(study));
  }
  return studies;
}

Projection tsneOf(const EmbeddingTable& table, const TrainingPlaces& use, std::uint64_t seed, const CancelToken& cancel,
                  const Progress& progress) {
  std::vector<std::size_t> chosen;
  for (std::size_t row = table.firstRow(); row < table.rows.size(); ++row) chosen.push_back(row);
  if (chosen.size() > mostTsneRows) {
    if (table.ofPlaces())
      std::ranges::stable_sort(chosen, std::greater{},
                               [&](std::size_t row) { return use.staysAt(static_cast<LocationId>(row)); });
    chosen.resize(mostTsneRows);
  }
  RowMatrix rows{.width = table.rows.width};
  for (const std::size_t row : chosen) {
    const auto values = table.rows.row(row);
    rows.values.insert(rows.values.end(), values.begin(), values.end());
  }
  Projection of = tsne(rows, {.seed = seed}, cancel, progress);
  if (of.points.size() != chosen.size()) return of;
  std::vector<std::array<double, 2>> points(table.rows.size(), {unknown, unknown});
  for (std::size_t i = 0; i < chosen.size(); ++i) points[chosen[i]] = of.points[i];
  of.points = std::move(points);
  return of;
}

}  // namespace sojourn
