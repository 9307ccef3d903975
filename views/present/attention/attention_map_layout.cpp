// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "views/present/attention/attention_frame.h"

namespace sojourn::present {
namespace {

constexpr float widestName = 76;
constexpr float effectiveLabelled = 36;    // a bar with its number on it
constexpr float effectiveUnlabelled = 24;  // a bar alone
constexpr float dayLabel = 32;

float widest(const SceneBuilder& builder, const std::vector<VisitLabel>& labels, std::string VisitLabel::*part) {
  float width = 0;
  for (const VisitLabel& label : labels) width = std::max(width, builder.width(label.*part, attentionTickFont));
  return std::ceil(width);
}

}  // namespace

float AttentionMapLayout::rowY(std::size_t query, std::size_t length) const {
  const bool apart = length > 1 && query + 1 == length;
  return map.y + static_cast<float>(query) * cell + (apart ? lastRowGap : 0);
}

AttentionMapLayout layoutMap(const SceneBuilder& builder, const AttentionFrame& frame, Rect room, int zoomedCell) {
  const auto length = static_cast<float>(frame.maps.length);
  const float gap = frame.maps.length > 1 ? lastRowGap : 0;
  const auto cellFor = [&](float left, float top, float right) {
    if (zoomedCell > 0) return std::clamp(static_cast<float>(zoomedCell), smallestCell, largestCell);
    return std::floor(std::min((room.width - left - right) / length, (room.height - top - gap) / length));
  };
  const float widestPlace = widest(builder, frame.labels, &VisitLabel::place);
  const float names = 14 + std::min(widestPlace, widestName) + 8 + 5;
  const float labelTop = std::clamp(widestPlace, 50.0F, attentionNameHeight) + 6;
  const float spread = 6 + effectiveLabelled;

  AttentionMapLayout layout;
  layout.top = room.y;
  layout.rowLabelX = room.x;
  float labelLeft = names + widest(builder, frame.labels, &VisitLabel::time);
  layout.clock = cellFor(labelLeft, labelTop, spread) >= smallestLabelledCell;
  if (!layout.clock) labelLeft = names + widest(builder, frame.labels, &VisitLabel::weekday);
  layout.cell = std::min(cellFor(labelLeft, labelTop, spread), largestCell);
  layout.labelled = layout.cell >= smallestLabelledCell;
  float left = labelLeft;
  float top = labelTop;
  bool entropyColumn = false;
  if (layout.labelled) {
    // The entropy column costs at most a tenth of a cell, or one pixel: it says the same as the bars.
    const float withEntropy = std::min(cellFor(labelLeft, labelTop, spread + attentionEntropyWidth), largestCell);
    entropyColumn = withEntropy >= smallestLabelledCell && withEntropy >= std::min(layout.cell - 1, 0.9F * layout.cell);
    if (entropyColumn) layout.cell = withEntropy;
  } else {
    left = dayLabel + attentionDaySwatch + 5;
    top = 17 + attentionDaySwatch + 5;
    layout.cell = std::clamp(cellFor(left, top, 6 + effectiveUnlabelled), smallestCell, smallestLabelledCell - 1);
  }
  layout.map = {room.x + left, room.y + top, length * layout.cell, length * layout.cell + gap};
  layout.effectiveX = layout.map.right() + 6;
  layout.effectiveWidth = layout.labelled ? effectiveLabelled : effectiveUnlabelled;
  layout.right = layout.effectiveX + layout.effectiveWidth;
  if (entropyColumn) layout.entropyX = layout.right += attentionEntropyWidth;
  layout.bottom = layout.map.bottom() + 2;
  return layout;
}

void hatchMasked(Scene& scene, Point topLeft, float cell, std::size_t length, Color color) {
  if (length < 2) return;
  const float side = cell * static_cast<float>(length);
  const float step = 4 * std::sqrt(2.0F);
  // A line is x + y = c in the map's own coordinates. Going down along it x shrinks while the mask's left edge moves
  // right, so what lies in the mask is one stretch from the top: it ends at the first row it does not reach.
  const float first = cell + step / 2;
  const auto lines = static_cast<int>(std::ceil((2 * side - first) / step));
  for (int line = 0; line < lines; ++line) {
    const float c = first + static_cast<float>(line) * step;
    const float from = std::max(0.0F, c - side);
    float to = from;
    for (std::size_t row = 0; row + 1 < length; ++row) {
      const float bottom = static_cast<float>(row + 1) * cell;
      if (bottom <= from) continue;
      const float reach = std::min(bottom, c - bottom);  // x >= (row + 1) * cell, which is the mask's edge in this row
      to = std::max(to, reach);
      if (reach < bottom) break;
    }
    if (to - from < 0.5F) continue;
    scene.shapes.emplace_back(LineShape{
        .points = {{topLeft.x + c - from, topLeft.y + from}, {topLeft.x + c - to, topLeft.y + to}}, .color = color});
  }
}

}  // namespace sojourn::present
