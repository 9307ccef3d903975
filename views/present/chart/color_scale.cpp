// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/color_scale.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "model/core/text.h"

namespace sojourn::present {

template <typename ColorAt>
ColorRamp::ColorRamp(const ColorAt& colorAt) {
  for (std::size_t i = 0; i < m_colors.size(); ++i) m_colors[i] = colorAt(static_cast<float>(i));
}

const ColorRamp& ColorRamp::magnitudes() {
  static const ColorRamp ramp([](float i) { return cividis(i / 255.0F); });
  return ramp;
}

const ColorRamp& ColorRamp::diverging(const Theme& theme) {
  static const ColorRamp light([](float i) { return divergingColor(Theme::light(), i / 127.5F - 1.0F); });
  static const ColorRamp dark([](float i) { return divergingColor(Theme::darkTheme(), i / 127.5F - 1.0F); });
  return theme.dark ? dark : light;
}

Color ColorRamp::at(double value, const ColorScale& scale) const {
  if (std::isnan(value)) return cividis(std::nanf(""));
  const double width = scale.high - scale.low;
  if (!(width > 0)) return m_colors.front();
  const double t = std::clamp((value - scale.low) / width, 0.0, 1.0);
  return m_colors[static_cast<std::size_t>(std::lround(t * 255))];
}

double roundedUp(double value) {
  if (!std::isfinite(value) || value <= 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  // A float32 that means 0.6 lies a hair above it and must not become 0.61.
  return std::ceil(value / unit - 1e-4) * unit;
}

std::string scaleNumber(double value) {
  const double size = std::fabs(value);
  return (value < 0 ? "\u2212" : "") + (size >= 100 ? fixedNumber(size, 0) : shortNumber(size, 2));
}

void paintColorBar(SceneBuilder& builder, Scene& scene, Rect rect, const ColorScale& scale) {
  const ColorRamp& ramp = ColorRamp::of(scale, builder.theme());
  const int columns = std::max(2, static_cast<int>(rect.width));
  auto pixels = std::make_shared<std::vector<Color>>();
  pixels->reserve(static_cast<std::size_t>(columns));
  const ColorScale unit{.diverging = scale.diverging, .low = 0, .high = static_cast<double>(columns - 1)};
  for (int i = 0; i < columns; ++i) pixels->push_back(ramp.at(i, unit));
  scene.shapes.emplace_back(ImageShape{.rect = rect, .columns = columns, .rows = 1, .pixels = std::move(pixels)});
  builder.frame(rect.inset(-1), builder.theme().border);
}

}  // namespace sojourn::present
