// SPDX-License-Identifier: GPL-3.0-or-later
// Where the dots of a projection lie, their colours, and which of them is under the pointer. For
// views/present/embeddings only.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "views/present/embeddings/embedding_views.h"

namespace sojourn::present {

/// From a projection's own units to pixels: the same in both directions.
struct ProjectionFrame {
  Rect plot;
  double x = 0, y = 0;  ///< in the middle of the plot
  double scale = 1;     ///< pixels of a unit
  double zoom = 1;      ///< over what fits

  [[nodiscard]] Point at(const std::array<double, 2>& point) const {
    return {plot.x + plot.width / 2 + static_cast<float>((point[0] - x) * scale),
            plot.y + plot.height / 2 - static_cast<float>((point[1] - y) * scale)};
  }
  /// What lies there, in the projection's own units.
  [[nodiscard]] std::array<double, 2> pointAt(Point at) const;
  [[nodiscard]] ProjectionCamera panned(Point by) const;
  /// By so many steps of the wheel; what is at `fixed` stays there.
  [[nodiscard]] ProjectionCamera zoomed(double steps, Point fixed) const;
};

/// Shows all rows from `first` on, or the section of the camera.
[[nodiscard]] ProjectionFrame projectionFrame(const Projection& projection, const Rect& plot, std::size_t first,
                                              const std::optional<ProjectionCamera>& camera);

struct ProjectedDot {
  std::int32_t id = 0;  ///< location or user
  Point center;
};
/// The dots of each plot.
using FoundDots = std::array<std::pair<Rect, std::shared_ptr<const std::vector<ProjectedDot>>>, 2>;
/// Says what a dot is, and what a click on it does.
using DotLabels = std::function<void(std::int32_t id, HitArea& hit)>;

/// What it reads is copied: a scene outlives its input.
[[nodiscard]] DotLabels dotLabels(const EmbeddingsInput& input);
/// The dot that is nearest to the pointer, as far as one is near.
[[nodiscard]] std::optional<HitArea> dotAt(const FoundDots& found, const DotLabels& labels, Point at);

/// The colours of the dots.
class ProjectionColors {
 public:
  /// `input` must outlive this.
  ProjectionColors(const EmbeddingsInput& input, const Theme& theme);

  [[nodiscard]] Color at(std::size_t id) const;
  /// What the two ends of the scale mean; the first is empty where there is no scale.
  [[nodiscard]] const std::pair<std::string, std::string>& ends() const { return m_ends; }

 private:
  const EmbeddingsInput& m_input;
  const Theme& m_theme;
  bool m_fromHome;
  double m_most = 1;      ///< logarithm of 1 + stays
  double m_farthest = 1;  ///< kilometres from home
  std::pair<std::string, std::string> m_ends;
};

}  // namespace sojourn::present
