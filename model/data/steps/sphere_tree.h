// SPDX-License-Identifier: GPL-3.0-or-later
// Positions on the sphere in a tree of boxes that answers how many lie within a radius of one of them, and hands out
// those that it has not handed out before.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "model/data/steps/prepare_settings.h"

namespace sojourn {

/// For one thread. Boxes that lie inside a circle are counted and handed out whole, so that many positions in a small
/// area cost no search over all pairs.
class SphereTree {
 public:
  /// `weights`: of each position, 1 or more. `radius` in metres; the distance is the haversine one, which decides for
  /// each position alone where a box crosses the circle. Memory: about 90 bytes a position.
  SphereTree(std::span<const Coordinates> positions, std::span<const std::size_t> weights, ClusterMetric metric,
             double radius);

  /// The weights within the radius of position `i`, itself included; `enough` or more where there are so many.
  [[nodiscard]] std::size_t weightNear(std::size_t i, std::size_t enough) const;
  /// Appends the positions within the radius of `i`, itself included, that no earlier call has handed out.
  void takeNear(std::size_t i, std::vector<std::size_t>& taken);

 private:
  using Vector = std::array<double, 3>;
  struct Node {
    Vector low{}, high{};
    std::size_t begin = 0, end = 0;  ///< in m_order
    std::size_t right = 0;           ///< the second child; the first follows its parent; 0: a leaf
    std::size_t weight = 0;
    std::size_t left = 0;  ///< positions that are not handed out
  };
  enum class Side { Outside, Crossing, Inside };

  void build(std::size_t begin, std::size_t end, std::span<const std::size_t> weights);
  [[nodiscard]] Side sideOf(const Node& node, const Vector& centre) const;
  [[nodiscard]] bool isNear(std::size_t i, std::size_t j) const;
  void count(std::size_t node, std::size_t i, std::size_t enough, std::size_t& found) const;
  void take(std::size_t node, std::size_t i, std::vector<std::size_t>& taken);

  std::vector<Vector> m_angles;  ///< a, b, cos a; a is the latitude but for ClusterMetric::LonLat
  std::vector<Vector> m_vectors;
  std::vector<std::size_t> m_weights;
  std::vector<std::size_t> m_order;
  std::vector<bool> m_taken;
  std::vector<Node> m_nodes;
  double m_limit = 0;                            ///< of the haversine
  double m_insideChord = 0, m_outsideChord = 0;  ///< squared; between them isNear() decides, for these round
};

}  // namespace sojourn
