// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the Attribution view share: columns, their scales, where they stand.
#pragma once

#include <string>
#include <vector>

#include "views/present/explain/attribution_view.h"
#include "views/present/explain/method_labels.h"
#include "views/present/samples/visit_label.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// One method's column.
struct AttributionColumn {
  ShownMethod shown;
  MethodLabels words;
  bool faded = false;        ///< does not beat random orders over the evaluated samples
  bool isSigned = false;     ///< has scores below 0
  double low = 0, high = 1;  ///< ends of its scale; 0 is within
  int decimals = 2;
  std::vector<bool> topThree;  ///< [L]
  float left = 0, right = 0;
};

inline constexpr Font attributionText{.size = 12, .weight = Weight::Regular};
inline constexpr Font attributionBold{.size = 12, .weight = Weight::SemiBold};
inline constexpr Font attributionSmall{.size = 11, .weight = Weight::Regular};

/// Columns of all methods, not placed yet.
[[nodiscard]] std::vector<AttributionColumn> attributionColumns(const ExplanationContext& context);

/// A score as its column writes it.
[[nodiscard]] std::string scoreText(const AttributionColumn& column, double score);

/// The heads: titles, strips, figures. Returns their height for that many shown columns.
class AttributionHead {
 public:
  AttributionHead(const ExplanationContext& context, SceneBuilder& builder, Scene& scene, float labelsRight);
  [[nodiscard]] static float height(const ExplanationContext& context);
  void paint(const std::vector<AttributionColumn>& columns, std::size_t first, std::size_t count);

 private:
  void paintLabels(float y);
  void paintPager(std::size_t all, std::size_t first, std::size_t count);
  void paintColumn(const AttributionColumn& column);
  void paintStrip(const AttributionColumn& column, float y);
  /// Whether the ranking stays with other seeds, and whether it goes with random weights, where that is known.
  void paintRankStability(const AttributionColumn& column, float y);
  /// A tau with a mark where it speaks against the method.
  void paintTau(const AttributionColumn& column, float y, double tau, bool against);
  /// Two figures side by side: masked, removed; the shown operator's in ink.
  void paintPair(const AttributionColumn& column, float y, double masked, double removed, bool maskedPoor,
                 bool removedPoor);
  [[nodiscard]] std::string label(const AttributionColumn& column) const;

  const ExplanationContext& m_context;
  SceneBuilder& m_builder;
  Scene& m_scene;
  float m_labelsRight;
  const MethodExplanation* m_random;
  double m_low = -1, m_high = 1;  ///< of the strips
};

}  // namespace sojourn::present
