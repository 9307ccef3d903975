// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/monitor/run_wall.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/translation.h"

namespace sojourn::present {
namespace {

constexpr float gap = 6;
constexpr float widest = 2 * tileSize.width;

std::string stateOf(const RunTile& tile) {
  return tile.verdict.empty() ? tile.word : tile.word + ": " + tile.verdict;
}

Table tableOf(const std::vector<RunTile>& tiles) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Table table;
  table.columns = {"run",       "state", "reason",      "epoch", "epochs", "latest validation loss",
                   "lowest validation loss", "latest Acc@1", "latest Acc@1 known", "best Acc@1", "left",  "speed",
                   "speed against its kind", "last event"};
  for (const RunTile& tile : tiles) {
    const bool any = !tile.points.empty();
    table.rows.push_back({tile.name, stateOf(tile), tile.reason, static_cast<double>(tile.epoch),
                          tile.epochs > 0 ? static_cast<double>(tile.epochs) : none, tile.lossNow,
                          tile.best ? tile.points[*tile.best].loss : none, any ? tile.points.back().accuracyAll : none,
                          any ? tile.points.back().accuracyKnown : none,
                          tile.best ? tile.points[*tile.best].accuracyAll : none, tile.rest, tile.speed,
                          tile.speedRatio.value_or(none), tile.age});
  }
  return table;
}

}  // namespace

std::vector<TileCount> countsOf(const std::vector<RunTile>& tilesBySeverity) {
  std::vector<TileCount> counts;
  for (const RunTile& tile : tilesBySeverity) {
    const std::string word = stateOf(tile);
    const auto found = std::ranges::find(counts, word, &TileCount::word);
    if (found != counts.end())
      ++found->count;
    else
      counts.push_back({word, tile.icon, tile.severity, 1});
  }
  return counts;
}

std::size_t tileColumns(float width) {
  const float room = width + gap;
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::max(0.0F, room) / (tileSize.width + gap)));
}

Scene runWallScene(const RunWall& wall, const Canvas& canvas) {
  Scene scene;
  scene.size = canvas.size;
  SceneBuilder builder(scene, canvas);
  const std::size_t columns = tileColumns(canvas.size.width);
  const float gaps = gap * static_cast<float>(columns - 1);
  const float width =
      std::clamp(std::floor((canvas.size.width - gaps) / static_cast<float>(columns)), tileSize.width, widest);
  const TileAxes axes = axesOf(wall.tiles);
  for (std::size_t i = 0; i < wall.tiles.size(); ++i) {
    const Rect area{static_cast<float>(i % columns) * (width + gap),
                    static_cast<float>(i / columns) * (tileSize.height + gap), width, tileSize.height};
    paintTile(builder, scene, area, wall.tiles[i], axes, wall.tiles[i].id == wall.selected);
  }
  const std::size_t rows = (wall.tiles.size() + columns - 1) / columns;
  scene.contentSize = {canvas.size.width,
                       std::max(canvas.size.height, static_cast<float>(rows) * (tileSize.height + gap))};
  scene.captionRight = wall.caption;
  scene.summary = std::to_string(wall.tiles.size()) + (wall.tiles.size() == 1 ? tr(" run") : tr(" runs"));
  const char* between = ": ";
  for (const TileCount& count : countsOf(wall.tiles)) {
    scene.summary += between + std::to_string(count.count) + " " + count.word;
    between = ", ";
  }
  scene.table = tableOf(wall.tiles);
  return scene;
}

}  // namespace sojourn::present
