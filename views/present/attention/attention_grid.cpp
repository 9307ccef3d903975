// SPDX-License-Identifier: GPL-3.0-or-later
// The small attention maps of all layers and heads.
#include <algorithm>
#include <cmath>
#include <memory>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"

namespace sojourn::present {
namespace {

constexpr float headerHeight = 17;
constexpr float gap = 10;          // between thumbnails
constexpr float valueWidth = 27;   // "13.2" beside a thumbnail, with its distance
constexpr float valueHeight = 14;  // the same below it
constexpr float roomyPitch = 94;   // columns stand this far apart where thumbnails are small
constexpr float gridLabelWidth = 57;
constexpr float foldedWidth = 34, foldedHeight = 18, foldedGap = 4;

/// Colours of a thumbnail. Where a pixel stands for several cells it shows the one read most: a mean would hide it.
std::shared_ptr<const std::vector<Color>> thumbnail(const AttentionFrame& frame, HeadRef head, int pixels,
                                                    Color masked) {
  const std::size_t length = frame.maps.length;
  const auto side = static_cast<std::size_t>(pixels);
  auto colors = std::make_shared<std::vector<Color>>(side * side, masked);
  std::vector<std::size_t> edges(side + 1);
  for (std::size_t i = 0; i <= side; ++i) edges[i] = i * length / side;
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t query = edges[y]; query < edges[y + 1]; ++query) {
      const ColorScale scale = frame.colors.scale(head, query);
      const auto weights = frame.row(head, query);
      for (std::size_t x = 0; x < side && edges[x] < weights.size(); ++x) {
        const std::size_t end = std::min(edges[x + 1], weights.size());
        // Columns that cannot be compared are left out, as the large map hatches them.
        if (frame.change && side == length && frame.change->absent(x)) continue;
        const auto least = [&](float a, float b) { return frame.change ? std::fabs(a) < std::fabs(b) : a < b; };
        const float weight = *std::max_element(weights.data() + edges[x], weights.data() + end, least);
        // Of several rows behind one pixel the latest one is shown: it is the nearest to the query that predicts.
        (*colors)[y * side + x] = frame.colors.color(scale, query, weight);
      }
    }
  }
  return colors;
}

void hitHead(SceneBuilder& builder, const AttentionFrame& frame, HeadRef head, Rect rect, const std::string& number) {
  const std::string meaning =
      frame.change ? tr(" of a row's attention moved, on average")
                   : tr(" effective visits of %1 for the last query", {std::to_string(frame.maps.length)});
  builder.hit(rect, {.visit = {}, .query = {}, .location = {}, .head = head},
              tr("%1: %2%3", {attentionHeadName(head), number, meaning}), number);
}

/// The number that stands for a head: how many visits its last query really reads, or how much its rows moved.
double headNumber(const AttentionFrame& frame, HeadRef head) {
  return frame.change ? frame.change->movedPerRow(head) : effectiveCount(frame.row(head, frame.maps.length - 1));
}

/// Whether a head is chosen or hovered, `around` px outside it. Returns the font of its number.
Font paintChosen(SceneBuilder& builder, const AttentionFrame& frame, HeadRef head, Rect rect, float around) {
  const bool chosen = head == frame.head;
  if (chosen || frame.selection.hovered.head == head)
    builder.frame(rect.inset(-around), builder.theme().accent, chosen ? 2 : 1, 2);
  return {11, chosen ? Weight::SemiBold : Weight::Regular};
}

/// One head: its pixels, the hatch of its mask, whether it is chosen, and how many visits its last query really reads.
void paintThumbnail(SceneBuilder& builder, Scene& scene, const AttentionFrame& frame, const AttentionGrid& grid,
                    HeadRef head, Rect rect) {
  const Theme& theme = builder.theme();
  const std::size_t length = frame.maps.length;
  scene.shapes.emplace_back(ImageShape{.rect = rect,
                                       .columns = grid.pixels,
                                       .rows = grid.pixels,
                                       .pixels = thumbnail(frame, head, grid.pixels, theme.panel)});
  if (frame.causal) hatchMasked(scene, {rect.x, rect.y}, grid.side / static_cast<float>(length), length, theme.mid);
  builder.frame(rect.inset(-1), theme.border);
  const Font font = paintChosen(builder, frame, head, rect, 3);
  const std::string value = spreadNumber(frame, headNumber(frame, head));
  const Rect place = grid.valueBelow ? Rect{rect.x - gap / 2, rect.bottom() + 2, grid.side + gap, valueHeight}
                                     : Rect{rect.right() + 5, rect.bottom() - 14, valueWidth, 14};
  builder.text(place, value, head == frame.head ? theme.text : theme.text2, font,
               grid.valueBelow ? Align::Center : Align::Left);
  hitHead(builder, frame, head,
          {rect.x - gap / 2, rect.y - 2, grid.pitchX, grid.side + (grid.valueBelow ? valueHeight : 0) + 4}, value);
}

/// A head that stands folded: its effective visits as a number on a bar, as beside the large map's rows.
void paintHeadButton(SceneBuilder& builder, const AttentionFrame& frame, HeadRef head, Rect rect) {
  const Theme& theme = builder.theme();
  const double number = headNumber(frame, head);
  builder.box(rect, theme.track, 2);
  const double share = frame.change ? number : number / static_cast<double>(frame.maps.length);
  builder.box({rect.x, rect.y, rect.width * toUnit(share), rect.height}, theme.pale, 2);
  const Font font = paintChosen(builder, frame, head, rect, 1);
  const std::string value = spreadNumber(frame, number);
  builder.text(rect, value, theme.text, font, Align::Center);
  hitHead(builder, frame, head, rect.inset(-foldedGap / 2), value);
}

/// At most so many heads beside each other; the heads of a layer wrap evenly. Returns how many rows a layer takes.
std::size_t wrapHeads(AttentionGrid& grid, std::size_t heads, float most) {
  const auto perRow = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1.0F, most)), 1, heads);
  const std::size_t rows = (heads + perRow - 1) / perRow;
  grid.perRow = (heads + rows - 1) / rows;
  grid.ownHeads = grid.perRow < heads;
  return rows;
}

Size sizeOf(const AttentionGrid& grid, std::size_t rows) {
  return {.width = gridLabelWidth + static_cast<float>(grid.perRow) * grid.pitchX,
          .height = (grid.ownHeads ? 0 : headerHeight) + static_cast<float>(rows) * grid.pitchY};
}

constexpr float widestName = 76;
constexpr float effectiveLabelled = 36;    // a bar with its number on it
constexpr float effectiveUnlabelled = 24;  // a bar alone
constexpr float dayLabel = 32;

float widest(const SceneBuilder& builder, const std::vector<VisitLabel>& labels, std::string VisitLabel::*part) {
  float width = 0;
  for (const VisitLabel& label : labels) width = std::max(width, builder.width(label.*part, smallFont));
  return std::ceil(width);
}

}  // namespace

std::string spreadNumber(const AttentionFrame& frame, double value) {
  return fixedText(value, frame.change ? 2 : 1);
}

AttentionGrid layoutFoldedGrid(const AttentionMaps& maps, float width) {
  AttentionGrid grid;
  grid.folded = true;
  grid.pitchX = foldedWidth + foldedGap;
  grid.pitchY = foldedHeight + foldedGap;
  grid.side = foldedWidth;
  const std::size_t heads = std::max<std::size_t>(maps.heads, 1);
  const std::size_t rows = wrapHeads(grid, heads, (width - gridLabelWidth) / grid.pitchX);
  if (grid.ownHeads) grid.pitchY += headerHeight;
  grid.size = sizeOf(grid, maps.layers * rows);
  grid.size.height += 4;
  return grid;
}

AttentionGrid layoutGrid(const AttentionMaps& maps, float width, int cell) {
  AttentionGrid grid;
  const std::size_t heads = std::max<std::size_t>(maps.heads, 1);
  const auto length = static_cast<float>(std::max<std::size_t>(maps.length, 1));
  const float room = width - gridLabelWidth;
  const float leastPitch = std::max(std::min(smallestSide, length), valueWidth) + gap;
  const std::size_t rows = wrapHeads(grid, heads, room / leastPitch);
  const float widestPitch =
      std::max(roomyPitch, static_cast<float>(std::max(largestCellOfThumbnail, cell)) * length + valueWidth + gap);
  grid.pitchX = std::floor(std::min(widestPitch, room / static_cast<float>(grid.perRow)));
  const auto fit = [&](float side) { return std::clamp(std::floor(side / length), 0.0F, static_cast<float>(cell)); };
  const float below = fit(grid.pitchX - gap);
  const float beside = fit(grid.pitchX - gap - valueWidth);
  grid.valueBelow = beside < below;
  const float pixelsPerCell = std::max(beside, below);
  if (pixelsPerCell >= 1) {
    grid.side = pixelsPerCell * length;
    grid.pixels = static_cast<int>(length);
  } else {
    grid.side = std::max(std::min(smallestSide, length), std::floor(grid.pitchX - gap));
    grid.pixels = static_cast<int>(grid.side);
    grid.valueBelow = true;
  }
  grid.pitchY = std::max(grid.side, grid.valueBelow ? 0 : valueHeight) + gap + (grid.valueBelow ? valueHeight : 0) +
                (grid.ownHeads ? headerHeight : 0);
  grid.size = sizeOf(grid, maps.layers * rows);
  return grid;
}

void paintGrid(SceneBuilder& builder, Scene& scene, const AttentionFrame& frame, const AttentionGrid& grid,
               Point topLeft) {
  const Theme& theme = builder.theme();
  const float word = builder.width(tr("Head 00"), mediumFont);
  const bool roomForWord = word <= grid.pitchX - 2 && grid.side >= 30;
  const float height = grid.folded ? foldedHeight : grid.side;
  const float title = std::max(grid.side + (grid.folded ? foldedGap : gap), roomForWord ? word : 0);
  const std::size_t rows = (frame.maps.heads + grid.perRow - 1) / grid.perRow;
  for (std::size_t layer = 0; layer < frame.maps.layers; ++layer) {
    for (std::size_t head = 0; head < frame.maps.heads; ++head) {
      const float x = topLeft.x + gridLabelWidth + static_cast<float>(head % grid.perRow) * grid.pitchX;
      const std::size_t row = layer * rows + head / grid.perRow;
      const float y = topLeft.y + headerHeight + static_cast<float>(row) * grid.pitchY;
      if (grid.ownHeads || layer == 0)
        builder.text({x + (grid.side - title) / 2, y - headerHeight, title, 14},
                     (roomForWord ? tr("Head ") : "") + std::to_string(head), theme.text2, mediumFont, Align::Center);
      if (head == 0)
        builder.text({topLeft.x, y + height / 2 - 8, gridLabelWidth - 8, 16}, tr("Layer %1", {std::to_string(layer)}),
                     theme.text2, mediumFont);
      const HeadRef ref{.layer = layer, .head = head};
      if (grid.folded)
        paintHeadButton(builder, frame, ref, {x, y, grid.side, height});
      else
        paintThumbnail(builder, scene, frame, grid, ref, {x, y, grid.side, height});
    }
  }
}

float AttentionMapLayout::rowY(std::size_t query, std::size_t length) const {
  const bool apart = length > 1 && query + 1 == length;
  return map.y + static_cast<float>(query) * cell + (apart ? lastRowGap : 0);
}

AttentionMapLayout layoutMap(const SceneBuilder& builder, const AttentionFrame& frame, Rect room, int zoomedCell) {
  const auto length = static_cast<float>(frame.maps.length);
  const float lastGap = frame.maps.length > 1 ? lastRowGap : 0;
  const auto cellFor = [&](float left, float top, float right) {
    if (zoomedCell > 0) return std::clamp(static_cast<float>(zoomedCell), smallestCell, largestCell);
    return std::floor(std::min((room.width - left - right) / length, (room.height - top - lastGap) / length));
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
  layout.map = {room.x + left, room.y + top, length * layout.cell, length * layout.cell + lastGap};
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
