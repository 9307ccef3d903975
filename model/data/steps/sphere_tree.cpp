// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/steps/sphere_tree.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "model/data/steps/staypoints.h"

namespace sojourn {
namespace {

constexpr std::size_t leafSize = 16;

double squared(double value) {
  return value * value;
}

}  // namespace

SphereTree::SphereTree(std::span<const Coordinates> positions, std::span<const std::size_t> weights,
                       ClusterMetric metric, double radius)
    : m_weights(weights.begin(), weights.end()), m_order(positions.size()), m_taken(positions.size()) {
  constexpr double radiansPerDegree = std::numbers::pi / 180;
  for (const Coordinates& where : positions) {
    double a = where.latitude * radiansPerDegree, b = where.longitude * radiansPerDegree;
    if (metric == ClusterMetric::LonLat) std::swap(a, b);
    m_angles.push_back({a, b, std::cos(a)});
    m_vectors.push_back({std::cos(a) * std::cos(b), std::cos(a) * std::sin(b), std::sin(a)});
  }
  const double half = std::min(radius / (2 * earthRadius), std::numbers::pi / 2);
  m_limit = squared(std::sin(half));
  const double chord = 2 * std::sin(half);
  m_insideChord = squared(std::max(chord * (1 - 1e-6) - 1e-14, 0.0));
  m_outsideChord = squared(chord * (1 + 1e-6) + 1e-14);
  std::iota(m_order.begin(), m_order.end(), std::size_t{0});
  if (!positions.empty()) build(0, positions.size(), weights);
}

void SphereTree::build(std::size_t begin, std::size_t end, std::span<const std::size_t> weights) {
  const std::size_t at = m_nodes.size();
  Node node{.low = m_vectors[m_order[begin]], .high = m_vectors[m_order[begin]], .begin = begin, .end = end};
  node.left = end - begin;
  for (std::size_t k = begin; k < end; ++k) {
    const Vector& vector = m_vectors[m_order[k]];
    node.weight += weights[m_order[k]];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      node.low[axis] = std::min(node.low[axis], vector[axis]);
      node.high[axis] = std::max(node.high[axis], vector[axis]);
    }
  }
  m_nodes.push_back(node);
  if (end - begin <= leafSize) return;
  std::size_t widest = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (node.high[axis] - node.low[axis] > node.high[widest] - node.low[widest]) widest = axis;
  const std::size_t middle = begin + (end - begin) / 2;
  const auto iterator = [this](std::size_t k) { return m_order.begin() + static_cast<std::ptrdiff_t>(k); };
  std::nth_element(iterator(begin), iterator(middle), iterator(end), [this, widest](std::size_t i, std::size_t j) {
    return m_vectors[i][widest] < m_vectors[j][widest];
  });
  build(begin, middle, weights);
  m_nodes[at].right = m_nodes.size();
  build(middle, end, weights);
}

SphereTree::Side SphereTree::sideOf(const Node& node, const Vector& centre) const {
  double nearest = 0, farthest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double below = node.low[axis] - centre[axis], above = centre[axis] - node.high[axis];
    nearest += squared(std::max({below, above, 0.0}));
    farthest += squared(std::max(std::abs(below), std::abs(above)));
  }
  if (nearest > m_outsideChord) return Side::Outside;
  return farthest < m_insideChord ? Side::Inside : Side::Crossing;
}

/// The squared chord is four times the haversine, also where longitudes stand in the place of latitudes.
bool SphereTree::isNear(std::size_t i, std::size_t j) const {
  const auto& [a1, b1, cosine1] = m_angles[i];
  const auto& [a2, b2, cosine2] = m_angles[j];
  return squared(std::sin((a1 - a2) / 2)) + cosine1 * cosine2 * squared(std::sin((b1 - b2) / 2)) <= m_limit;
}

std::size_t SphereTree::weightNear(std::size_t i, std::size_t enough) const {
  std::size_t found = 0;
  count(0, i, enough, found);
  return found;
}

void SphereTree::count(std::size_t node, std::size_t i, std::size_t enough, std::size_t& found) const {
  const Node& box = m_nodes[node];
  const Side side = found < enough ? sideOf(box, m_vectors[i]) : Side::Outside;
  if (side == Side::Outside) return;
  if (side == Side::Inside) {
    found += box.weight;
  } else if (box.right != 0) {
    count(node + 1, i, enough, found);
    count(box.right, i, enough, found);
  } else {
    for (std::size_t k = box.begin; k < box.end && found < enough; ++k)
      if (isNear(i, m_order[k])) found += m_weights[m_order[k]];
  }
}

void SphereTree::takeNear(std::size_t i, std::vector<std::size_t>& taken) {
  take(0, i, taken);
}

void SphereTree::take(std::size_t node, std::size_t i, std::vector<std::size_t>& taken) {
  Node& box = m_nodes[node];
  if (box.left == 0) return;
  const Side side = sideOf(box, m_vectors[i]);
  if (side == Side::Outside) return;
  const std::size_t before = taken.size();
  if (side == Side::Crossing && box.right != 0) {
    take(node + 1, i, taken);
    take(box.right, i, taken);
  } else {
    for (std::size_t k = box.begin; k < box.end; ++k) {
      const std::size_t j = m_order[k];
      if (m_taken[j] || (side == Side::Crossing && !isNear(i, j))) continue;
      m_taken[j] = true;
      taken.push_back(j);
    }
  }
  box.left -= taken.size() - before;
}

}  // namespace sojourn
