// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/monitor/run_wall.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/monitor/run_tile.h"

namespace sojourn::present {
namespace {

/// What the values of one tile reach.
struct Reach {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] bool any() const { return low <= high; }
};

/// Per cent that a tile's accuracies may lie below those of the tile in the middle.
constexpr double leastAccuracies = 20;

/// From the best value of all to the worst, but the worst end of the tile in the middle is passed by no more than
/// `room` times what lies between it and the best. `fallback` where there are no values.
std::pair<double, double> rangeOf(const std::vector<Reach>& tiles, bool lowIsBest, double room,
                                  std::pair<double, double> fallback) {
  Reach all;
  std::vector<double> ends;
  for (const Reach& tile : tiles) {
    if (!tile.any()) continue;
    all.add(tile.low);
    all.add(tile.high);
    ends.push_back(lowIsBest ? tile.high : tile.low);
  }
  if (!all.any()) return fallback;
  const double middle = middleEnd(std::move(ends), lowIsBest ? all.low : all.high);
  if (lowIsBest) all.high = std::min(all.high, middle + std::max(room * (middle - all.low), std::fabs(middle) / 4));
  if (!lowIsBest) all.low = std::max(all.low, middle - std::max(room * (all.high - middle), leastAccuracies));
  const double margin = std::max(1e-9 + 1e-3 * std::fabs(all.high), 0.04 * (all.high - all.low));
  return {all.low - margin, all.high + margin};
}

/// The longest run that is not more than four times as long as the one in the middle.
double sharedEpochs(const std::vector<RunTile>& tiles) {
  constexpr double least = 13;
  constexpr double most = 4;
  std::vector<double> lengths;
  for (const RunTile& tile : tiles)
    if (!tile.points.empty()) lengths.push_back(tile.length());
  if (lengths.empty()) return least;
  std::ranges::sort(lengths);
  const double limit = std::max(least, most * lengths[(lengths.size() - 1) / 2]);
  return std::max(least, *(std::ranges::upper_bound(lengths, limit) - 1));
}

}  // namespace

TileAxes axesOf(const std::vector<RunTile>& tiles) {
  TileAxes axes;
  axes.epochs = sharedEpochs(tiles);
  std::vector<Reach> losses(tiles.size()), accuracies(tiles.size());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    // Before its first validation a run is known by its training loss alone.
    if (tiles[i].points.empty())
      for (const TileStep& step : tiles[i].train) losses[i].add(step.loss);
    for (const TilePoint& point : tiles[i].points) {
      losses[i].add(point.loss);
      accuracies[i].add(point.accuracyAll);
      accuracies[i].add(point.accuracyKnown);
    }
  }
  std::tie(axes.lowLoss, axes.highLoss) = rangeOf(losses, true, 2, {0, 1});
  std::tie(axes.lowAccuracy, axes.highAccuracy) = rangeOf(accuracies, false, 0.5, {0, 100});
  return axes;
}

namespace {

constexpr float gap = 6;
/// How much larger tiles become where there is room.
constexpr float widest = 3 * tileSize.width, highest = 2 * tileSize.height;

std::string stateOf(const RunTile& tile) {
  return tile.verdict.empty() ? tile.word : tile.word + ": " + tile.verdict;
}

Table tableOf(const std::vector<RunTile>& tiles) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Table table;
  table.columns = {"run",
                   "state",
                   "reason",
                   "epoch",
                   "epochs",
                   "latest validation loss",
                   "lowest validation loss",
                   "latest Acc@1",
                   "latest Acc@1 known",
                   "best Acc@1",
                   "left",
                   "speed",
                   "speed against its kind",
                   "last event"};
  for (const RunTile& tile : tiles) {
    const TilePoint* last = tile.points.empty() ? nullptr : &tile.points.back();
    const TilePoint* best = tile.best ? &tile.points[*tile.best] : nullptr;
    table.add(tile.name, stateOf(tile), tile.reason, tile.epoch,
              tile.epochs > 0 ? static_cast<double>(tile.epochs) : none, tile.lossNow, best ? best->loss : none,
              last ? last->accuracyAll : none, last ? last->accuracyKnown : none, best ? best->accuracyAll : none,
              tile.rest, tile.speed, tile.speedRatio, tile.age);
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
  const std::size_t columns = std::min(tileColumns(canvas.size.width), std::max<std::size_t>(1, wall.tiles.size()));
  const float gaps = gap * static_cast<float>(columns - 1);
  const float width =
      std::clamp(std::floor((canvas.size.width - gaps) / static_cast<float>(columns)), tileSize.width, widest);
  const std::size_t lines = (wall.tiles.size() + columns - 1) / columns;
  const auto rows = static_cast<float>(lines);
  const float height =
      std::clamp(std::floor(canvas.size.height / std::max(1.0F, rows) - gap), tileSize.height, highest);
  std::map<std::string, std::vector<RunTile>> byDataset;
  for (const RunTile& tile : wall.tiles) byDataset[tile.dataset].push_back(tile);
  std::map<std::string, TileAxes> axes;
  for (const auto& [dataset, tiles] : byDataset) axes[dataset] = axesOf(tiles);
  for (std::size_t i = 0; i < wall.tiles.size(); ++i) {
    const std::size_t row = i / columns;
    const Rect area{static_cast<float>(i % columns) * (width + gap), static_cast<float>(row) * (height + gap), width,
                    height};
    paintTile(builder, scene, area, wall.tiles[i], axes[wall.tiles[i].dataset], wall.tiles[i].id == wall.selected);
  }
  scene.contentSize = {canvas.size.width, std::max(canvas.size.height, rows * (height + gap))};
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
