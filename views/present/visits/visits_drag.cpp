// SPDX-License-Identifier: GPL-3.0-or-later
// Where a dragged visit would be dropped, and its outline meanwhile.
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/visits/visits_view.h"

namespace sojourn::present {
namespace {

constexpr Font timeFont{.size = 11, .weight = Weight::SemiBold};

/// "45 min", "1 h", "1 h 30", "2 d 3 h"
std::string wayText(std::int64_t minutes) {
  if (minutes < 60) return std::to_string(minutes) + " min";
  const std::int64_t days = minutes / minutesPerDay, hours = minutes % minutesPerDay / 60, rest = minutes % 60;
  std::string text = days > 0 ? std::to_string(days) + " d" : std::string();
  if (hours > 0) text += (text.empty() ? "" : " ") + std::to_string(hours) + " h";
  if (rest > 0) text += " " + std::to_string(rest) + (hours > 0 ? "" : " min");
  return text;
}

}  // namespace

std::int32_t draggedMinutes(const Drag& drag, float pixels, bool fine) {
  const std::int32_t step = fine ? 1 : dragStepMinutes;
  const float minutes = drag.pixelsPerMinute > 0 ? pixels / drag.pixelsPerMinute : 0;
  const auto steps =
      static_cast<std::int32_t>(std::lround(std::clamp(minutes, -20160.0F, 20160.0F) / static_cast<float>(step)));
  // Whole steps also at the ends.
  return std::clamp(steps, drag.least / step, drag.most / step) * step;
}

std::string draggedText(const Drag& drag, std::int32_t minutes, bool copy) {
  const ShownStart start = movedBy({.weekday = drag.weekday, .minute = drag.minute}, minutes);
  std::string text = weekdayText(start.weekday) + " " + clockText(start.minute);
  if (minutes != 0)
    text += ", " + wayText(std::abs(std::int64_t{minutes})) + (minutes < 0 ? tr(" earlier") : tr(" later"));
  if (copy) text += tr(", a copy");
  return text;
}

Drag onScene(const Drag& drag, const Scene& scene) {
  const auto found = std::ranges::find_if(scene.hits, [](const HitArea& hit) { return hit.drag.has_value(); });
  if (found == scene.hits.end() || drag.pixelsPerMinute <= 0) return drag;
  Drag moved = drag;
  moved.band = found->drag->band;
  moved.pixelsPerMinute = found->drag->pixelsPerMinute;
  // Both bands begin with the oldest day, and more days come in at the other end.
  const float scale = moved.pixelsPerMinute / drag.pixelsPerMinute;
  moved.block.x = moved.band.x + (drag.block.x - drag.band.x) * scale;
  moved.block.width = std::max(2.0F, drag.block.width * scale);
  moved.block.y = moved.band.y;
  return moved;
}

std::vector<Shape> draggedShapes(const Drag& drag, std::int32_t minutes, bool copy, const Canvas& canvas) {
  Scene scene;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = canvas.theme;
  const float width = std::min(drag.block.width, drag.band.width);
  const float x = std::clamp(drag.block.x + static_cast<float>(minutes) * drag.pixelsPerMinute, drag.band.x,
                             drag.band.right() - width);
  Color veil = theme.accent;
  veil.a = 60;
  const Rect ghost = Rect{x, drag.block.y, width, drag.block.height}.inset(-2);
  builder.frame(ghost, theme.accent, 2, 2, veil);
  const std::string text = draggedText(drag, minutes, copy);
  const float textWidth = builder.width(text, timeFont) + 12;
  // Over the day names, which are of no use while the time itself is shown.
  const float left = std::clamp(ghost.x, 0.0F, std::max(0.0F, canvas.size.width - textWidth));
  const Rect label{left, std::max(0.0F, ghost.y - 21), textWidth, 18};
  builder.box(label, theme.accent, 3);
  builder.text(label, text, theme.onAccent, timeFont, Align::Center);
  return std::move(scene.shapes);
}

}  // namespace sojourn::present
