// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/charts/dense_line.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "views/present/chart/dense_line.h"

namespace sojourn::imgui {
namespace {

/// The line in blocks and strokes of a draw list.
auto denseLineOn(ImDrawList& list, ImU32 color, float width) {
  const auto block = [&list, color](const present::Rect& rect) {
    // Not AddRectFilled, which softens its edges: those of two blocks side by side would show.
    list.PrimReserve(6, 4);
    list.PrimRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, color);
  };
  const auto path = [&list, color, width](std::span<const ImVec2> points) {
    list.AddPolyline(points.data(), static_cast<int>(points.size()), color, width);
  };
  return present::DenseLine<ImVec2, decltype(block), decltype(path)>(width, 1, false, block, path);
}

/// Which part of a stretch lies inside, as shares of it.
std::optional<std::pair<double, double>> shareInside(ImVec2 from, double dx, double dy, const PixelRect& visible) {
  double begin = 0, end = 1;
  const auto cut = [&](double way, double toLow, double toHigh) {
    if (way == 0) {
      if (toLow > 0 || toHigh < 0) end = -1;
      return;
    }
    begin = std::max(begin, std::min(toLow / way, toHigh / way));
    end = std::min(end, std::max(toLow / way, toHigh / way));
  };
  const auto apart = [](float a, float b) { return static_cast<double>(a) - static_cast<double>(b); };
  cut(dx, apart(visible.low.x, from.x), apart(visible.high.x, from.x));
  cut(dy, apart(visible.low.y, from.y), apart(visible.high.y, from.y));
  if (!(begin < end)) return std::nullopt;
  return std::pair(begin, end);
}

}  // namespace

void drawDenseLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width) {
  denseLineOn(list, color, width).paint(points);
}

void drawDenseDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash) {
  denseLineOn(list, color, width).paintDashes(points, dash);
}

void drawDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash,
                PixelRect visible) {
  const double length = static_cast<double>(dash), period = 2 * length;
  const double most = 2 + static_cast<double>(visible.high.x - visible.low.x + visible.high.y - visible.low.y) / period;
  double before = 0;  // of the way, since a dash has begun
  for (std::size_t k = 1; k < points.size(); ++k) {
    const ImVec2 from = points[k - 1];
    const double dx = static_cast<double>(points[k].x) - static_cast<double>(from.x);
    const double dy = static_cast<double>(points[k].y) - static_cast<double>(from.y);
    const double whole = std::hypot(dx, dy);
    if (!(whole > 0) || std::isinf(whole)) continue;
    if (const auto part = shareInside(from, dx, dy, visible)) {
      const double begin = part->first * whole, end = part->second * whole;
      const auto along = [&](double d) {
        return ImVec2{static_cast<float>(static_cast<double>(from.x) + dx * d / whole),
                      static_cast<float>(static_cast<double>(from.y) + dy * d / whole)};
      };
      const double first = std::floor((before + begin) / period) * period - before;
      const auto count = static_cast<int>(std::min(most, std::ceil((end - first) / period)));
      for (int i = 0; i < count; ++i) {
        const double dashBegin = std::max(first + i * period, begin),
                     dashEnd = std::min(first + i * period + length, end);
        if (dashBegin < dashEnd) list.AddLine(along(dashBegin), along(dashEnd), color, width);
      }
    }
    before = std::fmod(before + whole, period);
  }
}

}  // namespace sojourn::imgui
