// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/locations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include <nanoflann.hpp>

#include "model/data/prepare/staypoints.h"

namespace sojourn {
namespace {

/// Positions on the unit sphere for the neighbour search. The squared chord between two of them is four times the
/// haversine, also where longitudes stand in the place of latitudes.
class SpherePoints {
 public:
  SpherePoints(std::span<const Coordinates> positions, ClusterMetric metric) {
    constexpr double radiansPerDegree = std::numbers::pi / 180;
    for (const Coordinates& where : positions) {
      double a = where.latitude * radiansPerDegree, b = where.longitude * radiansPerDegree;
      if (metric == ClusterMetric::LonLat) std::swap(a, b);
      m_angles.push_back({a, b, std::cos(a)});
      m_vectors.push_back({std::cos(a) * std::cos(b), std::cos(a) * std::sin(b), std::sin(a)});
    }
  }
  [[nodiscard]] double haversine(std::size_t i, std::size_t j) const {
    const auto& [a1, b1, cosine1] = m_angles[i];
    const auto& [a2, b2, cosine2] = m_angles[j];
    const double sineA = std::sin((a1 - a2) / 2), sineB = std::sin((b1 - b2) / 2);
    return sineA * sineA + cosine1 * cosine2 * sineB * sineB;
  }
  [[nodiscard]] const double* vector(std::size_t i) const { return m_vectors[i].data(); }

  // What nanoflann asks for.
  [[nodiscard]] std::size_t kdtree_get_point_count() const { return m_vectors.size(); }
  [[nodiscard]] double kdtree_get_pt(std::size_t i, std::size_t axis) const { return m_vectors[i][axis]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }

 private:
  std::vector<std::array<double, 3>> m_angles;  ///< a, b, cos a
  std::vector<std::array<double, 3>> m_vectors;
};

/// DBSCAN over distinct positions, each with the number of staypoints there.
class DensityClusters {
 public:
  DensityClusters(std::span<const Coordinates> positions, std::span<const std::size_t> counts,
                  const PrepareSettings& settings)
      : m_points(positions, settings.metric),
        m_tree(3, m_points, nanoflann::KDTreeSingleIndexAdaptorParams(16)),
        m_counts(counts),
        m_minSamples(static_cast<std::size_t>(settings.minSamples)) {
    const double half = std::min(settings.eps / (2 * earthRadius), std::numbers::pi / 2);
    m_limit = std::sin(half) * std::sin(half);
    // The tree compares with "<" and rounds: its radius is wider, and haversine() decides.
    const double chord = 2 * std::sin(half) * (1 + 1e-6) + 1e-14;
    m_squaredChord = chord * chord;
    m_labels.assign(positions.size(), noiseLabel);
    m_core.assign(positions.size(), false);
  }

  /// `order` are positions by the first staypoint there. False where it was cancelled.
  bool run(std::span<const std::size_t> order, std::int32_t firstLabel, const Progress& progress,
           const CancelToken& cancel) {
    std::size_t done = 0;
    const auto stop = [&] {
      if (++done % 1024 == 0 && progress) progress(done, 2 * m_labels.size());
      return cancel.cancelled();
    };
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
      if (stop()) return false;
      std::size_t reached = 0;
      for (const std::size_t j : neighbours(i)) reached += m_counts[j];
      m_core[i] = reached >= m_minSamples;
    }
    m_next = firstLabel;
    for (const std::size_t i : order) {
      if (stop()) return false;
      if (m_core[i] && m_labels[i] == noiseLabel) grow(i, m_next++, cancel);
    }
    return !cancel.cancelled();
  }
  [[nodiscard]] std::int32_t label(std::size_t i) const { return m_labels[i]; }
  [[nodiscard]] std::int32_t nextLabel() const { return m_next; }

 private:
  /// Labels rise, so that a border position that has one already keeps the lowest.
  void grow(std::size_t start, std::int32_t label, const CancelToken& cancel) {
    m_labels[start] = label;
    m_waiting.assign(1, start);
    while (!m_waiting.empty() && !cancel.cancelled()) {
      const std::size_t i = m_waiting.back();
      m_waiting.pop_back();
      for (const std::size_t j : neighbours(i)) {
        if (m_labels[j] != noiseLabel) continue;
        m_labels[j] = label;
        if (m_core[j]) m_waiting.push_back(j);
      }
    }
  }

  /// With itself; valid until the next call.
  std::span<const std::size_t> neighbours(std::size_t i) {
    m_found.clear();
    m_tree.radiusSearch(m_points.vector(i), m_squaredChord, m_found, nanoflann::SearchParams(32, 0, false));
    m_near.clear();
    for (const auto& [j, squaredChord] : m_found)
      if (m_points.haversine(i, j) <= m_limit) m_near.push_back(j);
    return m_near;
  }

  using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, SpherePoints>, SpherePoints, 3,
                                                   std::size_t>;
  SpherePoints m_points;
  Tree m_tree;
  std::span<const std::size_t> m_counts;
  std::size_t m_minSamples;
  double m_limit = 0, m_squaredChord = 0;
  std::vector<std::int32_t> m_labels;
  std::vector<bool> m_core;
  std::int32_t m_next = 0;
  std::vector<std::size_t> m_waiting, m_near;
  std::vector<std::pair<std::size_t, double>> m_found;
};

/// Labels one part of the staypoints; gives the next free label.
std::optional<std::int32_t> labelPart(std::span<const Coordinates> part, std::span<std::int32_t> labels,
                                      std::int32_t firstLabel, const PrepareSettings& settings,
                                      const Progress& progress, const CancelToken& cancel) {
  // Staypoints at the same position are one point of the search, so that many of them cost no more than one.
  std::vector<std::size_t> rows(part.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::ranges::sort(rows, {}, [part](std::size_t row) {
    return std::tuple(part[row].latitude, part[row].longitude, row);
  });
  std::vector<Coordinates> positions;
  std::vector<std::size_t> counts, firstRows, positionOf(part.size());
  for (const std::size_t row : rows) {
    if (positions.empty() || positions.back().latitude != part[row].latitude ||
        positions.back().longitude != part[row].longitude) {
      positions.push_back(part[row]);
      counts.push_back(0);
      firstRows.push_back(row);
    }
    ++counts.back();
    positionOf[row] = positions.size() - 1;
  }
  std::vector<std::size_t> order(positions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return firstRows[i]; });

  DensityClusters clusters(positions, counts, settings);
  if (!clusters.run(order, firstLabel, progress, cancel)) return std::nullopt;
  for (std::size_t row = 0; row < part.size(); ++row) labels[row] = clusters.label(positionOf[row]);
  return clusters.nextLabel();
}

/// The rows of each label together, in their order.
std::vector<Coordinates> centresOf(std::span<const Coordinates> staypoints, std::span<const std::int32_t> labels,
                                   std::int32_t count, CentreRule rule) {
  std::vector<std::size_t> begins(static_cast<std::size_t>(count) + 1);
  for (const std::int32_t label : labels)
    if (label != noiseLabel) ++begins[static_cast<std::size_t>(label) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<Coordinates> grouped(begins.back());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  for (std::size_t row = 0; row < labels.size(); ++row)
    if (labels[row] != noiseLabel) grouped[next[static_cast<std::size_t>(labels[row])]++] = staypoints[row];
  std::vector<Coordinates> centres;
  for (std::size_t label = 0; label + 1 < begins.size(); ++label)
    centres.push_back(centreOf(std::span(grouped).subspan(begins[label], begins[label + 1] - begins[label]), rule));
  return centres;
}

}  // namespace

Result<Locations> findLocations(std::span<const Coordinates> staypoints, std::span<const std::uint32_t> users,
                                const PrepareSettings& settings, const Progress& progress, const CancelToken& cancel) {
  Locations found;
  found.labels.assign(staypoints.size(), noiseLabel);
  std::int32_t next = 0;
  for (std::size_t begin = 0, end = 0; begin < staypoints.size(); begin = end) {
    end = staypoints.size();
    if (settings.scope == ClusterScope::User)
      for (end = begin + 1; end < staypoints.size() && users[end] == users[begin];) ++end;
    const auto labelled = labelPart(staypoints.subspan(begin, end - begin),
                                    std::span(found.labels).subspan(begin, end - begin), next, settings, progress,
                                    cancel);
    if (!labelled) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    next = *labelled;
  }
  found.centres = centresOf(staypoints, found.labels, next, settings.centre);
  return found;
}

}  // namespace sojourn
