// SPDX-License-Identifier: GPL-3.0-or-later
// A locked, labelled scale from numbers to colours, and the bar that shows it.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Magnitudes run through cividis from `low` (the dark end) to `high`; diverging scales through the theme's diverging
/// map with the centre fixed in the middle of the two ends. Values beyond an end get the end's colour.
struct ColorScale {
  bool diverging = false;
  double low = 0;
  double high = 1;

  static void fields(auto& json, auto& scale) {
    json("diverging", scale.diverging);
    json("low", scale.low);
    json("high", scale.high);
  }
  /// One that a picture can be coloured by, whatever a file says.
  [[nodiscard]] bool isValid() const { return std::abs(low) <= 1e6 && std::abs(high) <= 1e6 && low < high; }

  bool operator==(const ColorScale&) const = default;
};

/// 256 colours of one map: what is looked up for every cell, so that 64 heads stay cheap.
class ColorRamp {
 public:
  [[nodiscard]] static const ColorRamp& magnitudes();
  [[nodiscard]] static const ColorRamp& diverging(const Theme& theme);
  [[nodiscard]] static const ColorRamp& of(const ColorScale& scale, const Theme& theme) {
    return scale.diverging ? diverging(theme) : magnitudes();
  }

  /// NaN is the grey of "no value"; a scale without width gives its low end.
  [[nodiscard]] Color at(double value, const ColorScale& scale) const;

 private:
  template <typename ColorAt>
  explicit ColorRamp(const ColorAt& colorAt);

  std::array<Color, 256> m_colors{};
};

/// The next number above (or equal) with two digits: 0.2143 -> 0.22. 0 for 0, NaN and infinities.
[[nodiscard]] double roundedUp(double value);
/// As short as its digits allow: "0", "0.22", "0.0035", "3.2".
[[nodiscard]] std::string scaleNumber(double value);

/// The scale as a strip from low to high with a border.
void paintColorBar(SceneBuilder& builder, Scene& scene, Rect rect, const ColorScale& scale);

}  // namespace sojourn::present
