// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/theme.h"

#include <algorithm>
#include <cmath>

namespace sojourn::present {
namespace {

constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>(hex >> 8U), static_cast<std::uint8_t>(hex)};
}

constexpr Theme makeLight() {
  return {.dark = false,
          .window = rgb(0xE4E7EB), .panel = rgb(0xFFFFFF), .title = rgb(0xF1F3F5),
          .hover = rgb(0xEDEFF2), .field = rgb(0xFFFFFF), .track = rgb(0xEEF0F3),
          .border = rgb(0xCDD2D9), .line = rgb(0xE3E6EA), .grid = rgb(0xECEEF1),
          .text = rgb(0x1B2027), .text2 = rgb(0x545C67), .text3 = rgb(0x626B76),
          .accent = rgb(0x4B42C4), .onAccent = rgb(0xFFFFFF), .soft = rgb(0xECEBFA),
          .solid = rgb(0x47525F), .mid = rgb(0x838E9A), .pale = rgb(0xC9CFD6),
          .ok = rgb(0x1A7A48), .warn = rgb(0x8A5700), .err = rgb(0xB3261E),
          .warnGround = rgb(0xFFF4DC), .errGround = rgb(0xFDECEA),
          .less = rgb(0x0B66B0), .more = rgb(0xB34E00),
          .diverging = {rgb(0x005A8E), rgb(0x5BA4CF), rgb(0xFFFFFF), rgb(0xF0985A), rgb(0xB04A00)}};
}

constexpr Theme makeDark() {
  return {.dark = true,
          .window = rgb(0x121518), .panel = rgb(0x1C2025), .title = rgb(0x24292F),
          .hover = rgb(0x2B3138), .field = rgb(0x14171B), .track = rgb(0x262B31),
          .border = rgb(0x3A414A), .line = rgb(0x2C3239), .grid = rgb(0x272C33),
          .text = rgb(0xE6E9ED), .text2 = rgb(0xA9B2BD), .text3 = rgb(0x8E98A4),
          .accent = rgb(0xA8A0FF), .onAccent = rgb(0x15122E), .soft = rgb(0x2F2C52),
          .solid = rgb(0xB4BDC8), .mid = rgb(0x7C8793), .pale = rgb(0x4A525C),
          .ok = rgb(0x5CC98C), .warn = rgb(0xF0B54A), .err = rgb(0xFF8A80),
          .warnGround = rgb(0x3A2E12), .errGround = rgb(0x3F1D1B),
          .less = rgb(0x6DB3F2), .more = rgb(0xF2A65A),
          .diverging = {rgb(0x7CC0FF), rgb(0x2C6CA8), rgb(0x22272D), rgb(0xA45A12), rgb(0xFFB56B)}};
}

// cividis (Nunez, Anderton, Renslow 2018) at 33 even steps; straight lines between them stay within 6 of 255.
constexpr std::array<Color, 33> cividisStops{
    rgb(0x00224E), rgb(0x00285B), rgb(0x002E6A), rgb(0x053371), rgb(0x1A386F), rgb(0x273E6E), rgb(0x32436D), rgb(0x3B496C),
    rgb(0x434E6C), rgb(0x4B546C), rgb(0x535A6D), rgb(0x5A5F6E), rgb(0x61656F), rgb(0x686A71), rgb(0x6F7073), rgb(0x767676),
    rgb(0x7D7C78), rgb(0x838179), rgb(0x8B8778), rgb(0x928D78), rgb(0x9A9376), rgb(0xA29975), rgb(0xAAA073), rgb(0xB3A670),
    rgb(0xBBAD6D), rgb(0xC3B369), rgb(0xCCBA64), rgb(0xD4C15F), rgb(0xDDC858), rgb(0xE6D051), rgb(0xEFD748), rgb(0xF8DF3C),
    rgb(0xFEE838)};

std::uint8_t blend(std::uint8_t a, std::uint8_t b, float t) {
  return static_cast<std::uint8_t>(std::lround(static_cast<float>(a) + (static_cast<float>(b) - static_cast<float>(a)) * t));
}

template <std::size_t N>
Color along(const std::array<Color, N>& stops, float t) {
  const float at = std::clamp(t, 0.0F, 1.0F) * static_cast<float>(N - 1);
  const auto low = std::min(static_cast<std::size_t>(at), N - 2);
  return mix(stops[low], stops[low + 1], at - static_cast<float>(low));
}

}  // namespace

const Theme& Theme::light() {
  static constexpr Theme theme = makeLight();
  return theme;
}

const Theme& Theme::darkTheme() {
  static constexpr Theme theme = makeDark();
  return theme;
}

Color mix(Color a, Color b, float t) {
  return {blend(a.r, b.r, t), blend(a.g, b.g, t), blend(a.b, b.b, t), blend(a.a, b.a, t)};
}

Color edgeOf(Color color) { return mix(color, Color{0, 0, 0, color.a}, 0.22F); }

Color cividis(float t) {
  if (std::isnan(t)) return {0x80, 0x80, 0x80};
  return along(cividisStops, t);
}

Color divergingColor(const Theme& theme, float t) {
  if (std::isnan(t)) return {0x80, 0x80, 0x80};
  return along(theme.diverging, (t + 1) / 2);
}

}  // namespace sojourn::present
