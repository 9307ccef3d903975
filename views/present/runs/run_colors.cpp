// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/runs/run_colors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sojourn::present {
namespace {

/// Okabe and Ito's but for blue and black, which a dark ground swallows, and others between them.
constexpr std::array<Color, 12> palette{Color{0x56, 0xB4, 0xE9}, Color{0xE6, 0x9F, 0x00}, Color{0x00, 0x9E, 0x73},
                                        Color{0xCC, 0x79, 0xA7}, Color{0xE8, 0x70, 0x3A}, Color{0xF0, 0xE4, 0x42},
                                        Color{0x6B, 0x7F, 0xF0}, Color{0x9A, 0xC4, 0x3C}, Color{0xB0, 0x74, 0xE8},
                                        Color{0x3C, 0xC6, 0xC0}, Color{0xB0, 0x80, 0x50}, Color{0xEE, 0x5C, 0x74}};

double luminance(Color color) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

}  // namespace

Color runColor(std::size_t index) {
  return palette[index % palette.size()];
}

Color referenceLineColor() {
  return {0x8E, 0x98, 0xA4};
}

double contrast(Color a, Color b) {
  const double one = luminance(a) + 0.05;
  const double other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

Color runTextColor(const Theme& theme, Color color) {
  constexpr double readable = 4.5;
  constexpr int steps = 20;
  for (int i = 0; i < steps; ++i) {
    const Color tried = mix(color, theme.text, static_cast<float>(i) / steps);
    if (contrast(tried, theme.panel) >= readable) return tried;
  }
  return theme.text;
}

}  // namespace sojourn::present
