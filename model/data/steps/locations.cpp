// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/steps/locations.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

#include "model/data/steps/sphere_tree.h"
#include "model/data/steps/staypoints.h"

namespace sojourn {
namespace {

/// DBSCAN over distinct positions, each with the number of staypoints there.
class DensityClusters {
 public:
  DensityClusters(std::span<const Coordinates> positions, std::span<const std::size_t> counts,
                  const PrepareSettings& settings)
      : m_tree(positions, counts, settings.metric, settings.eps),
        m_minSamples(static_cast<std::size_t>(settings.minSamples)),
        m_labels(positions.size(), noiseLabel),
        m_core(positions.size(), false) {}

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
      m_core[i] = m_tree.weightNear(i, m_minSamples) >= m_minSamples;
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
    m_waiting.assign(1, start);
    while (!m_waiting.empty() && !cancel.cancelled()) {
      const std::size_t i = m_waiting.back();
      m_waiting.pop_back();
      m_near.clear();
      m_tree.takeNear(i, m_near);
      for (const std::size_t j : m_near) {
        m_labels[j] = label;
        if (m_core[j] && j != start) m_waiting.push_back(j);
      }
    }
  }

  SphereTree m_tree;
  std::size_t m_minSamples;
  std::vector<std::int32_t> m_labels;
  std::vector<bool> m_core;
  std::int32_t m_next = 0;
  std::vector<std::size_t> m_waiting, m_near;
};

/// Labels one part of the staypoints; gives the next free label.
std::optional<std::int32_t> labelPart(std::span<const Coordinates> part, std::span<std::int32_t> labels,
                                      std::int32_t firstLabel, const PrepareSettings& settings,
                                      const Progress& progress, const CancelToken& cancel) {
  // Staypoints at the same position are one point of the search, so that many of them cost no more than one.
  std::vector<std::size_t> rows(part.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::ranges::sort(rows, {},
                    [part](std::size_t row) { return std::tuple(part[row].latitude, part[row].longitude, row); });
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
    const auto labelled =
        labelPart(staypoints.subspan(begin, end - begin), std::span(found.labels).subspan(begin, end - begin), next,
                  settings, progress, cancel);
    if (!labelled) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    next = *labelled;
  }
  found.centres = centresOf(staypoints, found.labels, next, settings.centre);
  return found;
}

}  // namespace sojourn
