// SPDX-License-Identifier: GPL-3.0-or-later
// The colour tokens of the product, light and dark, and the palettes for data.
#pragma once

#include <array>

#include "views/present/scene/scene.h"

namespace sojourn::present {

/// One field a token of the visual rules; nobody writes a colour by hand elsewhere.
struct Theme {
  bool dark = false;
  Color window, panel, title;           // behind docks, dock body, bars
  Color hover, field, track;            // row hover, inputs, empty part of a bar
  Color border, line, grid;             // control edges, separators, chart grid
  Color text, text2, text3;             // text, captions and axes, disabled and index
  Color accent, onAccent, soft;         // selection, focus, primary button
  Color solid, mid, pale;               // data without a category; baselines; bands
  Color ok, warn, err;                  // states, always with an icon and a word
  Color warnGround, errGround;          // banners, flagged cards
  Color less, more;                     // negative, positive numbers and bars
  std::array<Color, 5> diverging;       // fixed centre at 0

  [[nodiscard]] static const Theme& light();
  [[nodiscard]] static const Theme& darkTheme();
};

/// Okabe-Ito without blue and vermillion, which mean less and more: green, purple, sky, orange, yellow.
inline constexpr std::array<Color, 5> placePalette{
    Color{0x00, 0x9E, 0x73}, Color{0xCC, 0x79, 0xA7}, Color{0x56, 0xB4, 0xE9}, Color{0xE6, 0x9F, 0x00}, Color{0xF0, 0xE4, 0x42}};

/// 22 % darker, the edge of a swatch.
[[nodiscard]] Color edgeOf(Color color);
[[nodiscard]] Color mix(Color a, Color b, float t);

/// cividis at t in 0..1 (clamped; NaN gives the middle grey of "no value"); 0 is always the dark end.
[[nodiscard]] Color cividis(float t);
/// t in -1..1 through the theme's diverging map, 0 the centre.
[[nodiscard]] Color divergingColor(const Theme& theme, float t);

}  // namespace sojourn::present
