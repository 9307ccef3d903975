// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "views/present/attention_parts.h"
#include "views/present/entropy.h"

namespace sojourn::present {
namespace {

constexpr Font labelFont{.size = 11.5F};
constexpr Font valueFont{.size = 11};
constexpr float headerHeight = 17;
constexpr float gap = 10;          // between thumbnails
constexpr float valueWidth = 30;   // "13.2" beside a thumbnail, with its distance
constexpr float valueHeight = 14;  // the same below it
constexpr float widestPitch = 94;
constexpr float smallestSide = 36;

std::string oneDecimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return std::isnan(value) ? "\u2013" : text;
}

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
        const float weight = *std::max_element(weights.data() + edges[x], weights.data() + end);
        // Of several rows behind one pixel the latest one is shown: it is the nearest to the query that predicts.
        (*colors)[y * side + x] = frame.colors.color(scale, query, weight);
      }
    }
  }
  return colors;
}

}  // namespace

AttentionGrid layoutGrid(const AttentionMaps& maps, float width, int cell) {
  AttentionGrid grid;
  const auto heads = static_cast<float>(std::max<std::size_t>(maps.heads, 1));
  const auto length = static_cast<float>(std::max<std::size_t>(maps.length, 1));
  grid.labelWidth = 57;
  grid.pitchX = std::floor(std::min(widestPitch, (width - grid.labelWidth) / heads));
  const auto fit = [&](float room) { return std::clamp(std::floor(room / length), 0.0F, static_cast<float>(cell)); };
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
  // The value may need more room than a thumbnail of few visits has.
  const float needed = grid.valueBelow ? std::max(grid.side, valueWidth) + gap : grid.side + valueWidth + gap;
  grid.pitchX = std::max(grid.pitchX, needed);
  grid.pitchY = std::max(grid.side, valueHeight) + gap + (grid.valueBelow ? valueHeight : 0);
  grid.size = {.width = grid.labelWidth + heads * grid.pitchX,
               .height = headerHeight + static_cast<float>(maps.layers) * grid.pitchY};
  return grid;
}

void paintGrid(PaintKit& kit, Scene& scene, const AttentionFrame& frame, const AttentionGrid& grid, Point topLeft) {
  const Theme& theme = kit.theme();
  const std::size_t length = frame.maps.length;
  const bool roomForWord = kit.width("Head 00", labelFont) <= grid.pitchX - 2;
  for (std::size_t head = 0; head < frame.maps.heads; ++head) {
    const float x = topLeft.x + grid.labelWidth + static_cast<float>(head) * grid.pitchX;
    kit.text({x - gap / 2, topLeft.y, grid.side + gap, 14}, (roomForWord && grid.side >= 30 ? "Head " : "") + std::to_string(head),
             theme.text2, labelFont, Align::Center);
  }
  for (std::size_t layer = 0; layer < frame.maps.layers; ++layer) {
    const float y = topLeft.y + headerHeight + static_cast<float>(layer) * grid.pitchY;
    kit.text({topLeft.x, y + grid.side / 2 - 8, grid.labelWidth - 8, 16}, "Layer " + std::to_string(layer), theme.text2,
             labelFont);
    for (std::size_t head = 0; head < frame.maps.heads; ++head) {
      const HeadRef ref{.layer = layer, .head = head};
      const Rect rect{topLeft.x + grid.labelWidth + static_cast<float>(head) * grid.pitchX, y, grid.side, grid.side};
      scene.shapes.emplace_back(ImageShape{.rect = rect,
                                           .columns = grid.pixels,
                                           .rows = grid.pixels,
                                           .pixels = thumbnail(frame, ref, grid.pixels, theme.panel)});
      if (frame.causal) hatchMasked(scene, {rect.x, rect.y}, grid.side / static_cast<float>(length), length, theme.mid);
      kit.frame(rect.inset(-1), theme.border);
      const bool chosen = ref == frame.head;
      const bool hovered = frame.selection.hovered.head == ref;
      if (chosen || hovered) kit.frame(rect.inset(-3), theme.accent, chosen ? 2 : 1, 2);

      const double effective = effectiveCount(frame.row(ref, length - 1));
      const std::string value = oneDecimal(effective);
      const Rect place = grid.valueBelow ? Rect{rect.x - gap / 2, rect.bottom() + 2, grid.side + gap, valueHeight}
                                         : Rect{rect.right() + 5, rect.bottom() - 14, valueWidth, 14};
      kit.text(place, value, chosen ? theme.text : theme.text2, {valueFont.size, chosen ? Weight::SemiBold : Weight::Regular},
               grid.valueBelow ? Align::Center : Align::Left);
      kit.hit({rect.x - gap / 2, rect.y - 2, grid.pitchX, grid.pitchY - 4}, Focus{.head = ref},
              "Layer " + std::to_string(layer) + ", head " + std::to_string(head) + ": " + value +
                  " effective visits of " + std::to_string(length) + " for the last query",
              value);
    }
  }
}

}  // namespace sojourn::present
