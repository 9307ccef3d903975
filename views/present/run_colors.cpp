// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/run_colors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sojourn::present {
namespace {

constexpr std::array<Color, 6> palette{Color{0x56, 0xB4, 0xE9}, Color{0xE6, 0x9F, 0x00}, Color{0x00, 0x9E, 0x73},
                                       Color{0xCC, 0x79, 0xA7}, Color{0xE8, 0x70, 0x3A}, Color{0xF0, 0xE4, 0x42}};

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

bool runDashed(std::size_t index) {
  return index / palette.size() % 2 == 1;
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
