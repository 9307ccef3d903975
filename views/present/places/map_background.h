// SPDX-License-Identifier: GPL-3.0-or-later
// What lies below a map: tiles, then lines and areas; the names of districts and the attribution go above it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/data/background/map_layer.h"
#include "model/formats/geo/mbtiles.h"
#include "views/present/places/map_frame.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

struct TilePicture {
  int columns = 0, rows = 0;
  std::shared_ptr<const std::vector<Color>> pixels;
};

struct MapBackground {
  std::vector<std::shared_ptr<const MapLayer>> layers;
  /// Null while a tile is awaited, or where there is none. Empty: no tiles.
  std::function<std::shared_ptr<const TilePicture>(const TileNumber&)> tile;
  int leastZoom = 0, mostZoom = 0;  ///< of the tiles
  std::string attribution;          ///< safe to draw

  [[nodiscard]] bool empty() const { return layers.empty() && !tile; }
};

/// Right after the ground is painted.
void paintBackground(SceneBuilder& builder, Scene& scene, const MapFrame& frame, const MapBackground& background);
/// After all other labels: where they leave room.
void paintDistrictNames(SceneBuilder& builder, const MapFrame& frame, const MapBackground& background,
                        LabelPlacer& labels);
/// At the lower right, `above` pixels above the end of the map.
void paintAttribution(SceneBuilder& builder, const MapFrame& frame, const MapBackground& background, float above,
                      LabelPlacer& labels);

/// A line cut to a rectangle: its pieces.
[[nodiscard]] std::vector<std::vector<Point>> clippedLine(const std::vector<Point>& line, const Rect& to);
/// A ring cut to a rectangle; empty where nothing of it is inside.
[[nodiscard]] std::vector<Point> clippedRing(std::vector<Point> ring, const Rect& to);

}  // namespace sojourn::present
