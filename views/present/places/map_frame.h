// SPDX-License-Identifier: GPL-3.0-or-later
// The section of the world that a map shows: Web Mercator, with its grid of degrees and its scale.
//
// Mercator and not an equirectangular projection about the data's middle: it keeps shapes and directions at every
// latitude, needs no centre that would differ between datasets, and is what raster tiles are made in. Its scale holds
// at the latitude of the map's centre; within a city it is the same to a thousandth.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/dataset/place_names.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {

/// On the Mercator square: 0 to 1 from west to east and from north (85.05 degrees) to south.
struct MercatorPoint {
  double x = 0, y = 0;
};
[[nodiscard]] MercatorPoint mercator(Coordinates where);
[[nodiscard]] Coordinates fromMercator(MercatorPoint at);

class MapFrame {
 public:
  MapFrame(const MapCamera& camera, Rect area);
  /// Shows all of these, with a margin of `inset` pixels, and at least some 800 m.
  [[nodiscard]] static MapCamera fitting(std::span<const Coordinates> places, Rect area, float inset);

  [[nodiscard]] Point toScreen(MercatorPoint at) const;
  [[nodiscard]] Point toScreen(Coordinates where) const { return toScreen(mercator(where)); }
  [[nodiscard]] Coordinates toPlace(Point at) const;
  [[nodiscard]] const MapCamera& camera() const { return m_camera; }
  [[nodiscard]] const Rect& area() const { return m_area; }
  /// The section after the map was panned by so many pixels.
  [[nodiscard]] MapCamera panned(float dx, float dy) const;
  /// Enlarged `factor` times; what is at `fixed` stays there.
  [[nodiscard]] MapCamera zoomed(double factor, Point fixed) const;
  /// After a step of the mouse; nothing where it moves none.
  [[nodiscard]] std::optional<Action> moved(const Motion& motion) const;

 private:
  MapCamera m_camera;
  Rect m_area;
  MercatorPoint m_center;
  double m_pixels = 1;  ///< that the whole square is wide
};

/// Lines of equal degrees.
struct GridLine {
  double degrees = 0;
  float at = 0;       ///< pixels: x of a meridian, y of a parallel
  std::string label;  ///< "116.32° E"
};
/// Meridians or parallels, at least `apart` pixels from each other.
[[nodiscard]] std::vector<GridLine> meridians(const MapFrame& frame, float apart);
[[nodiscard]] std::vector<GridLine> parallels(const MapFrame& frame, float apart);

/// The longest round distance that is no wider than `most` pixels.
struct ScaleBar {
  double metres = 0;
  float width = 0;
  std::string label;  ///< "2 km", "500 m"
};
[[nodiscard]] ScaleBar scaleBar(const MapFrame& frame, float most);

/// "350 m", "7.3 km", "1 240 km".
[[nodiscard]] std::string distanceText(double kilometres);

/// Places words beside marks so that they cover neither marks nor other words.
class LabelPlacer {
 public:
  explicit LabelPlacer(Rect bounds);

  void keepFree(Rect rect) { m_taken.push_back(rect); }
  /// Of the places that are free, the one that covers the fewest of these is taken.
  void avoid(Point dot);
  /// Below the mark, above, right or left of it; nothing where no place is free.
  [[nodiscard]] std::optional<Rect> place(Point mark, float radius, Size text);

 private:
  [[nodiscard]] std::size_t dotsBelow(const Rect& rect) const;

  Rect m_bounds;
  std::size_t m_columns = 0;
  std::vector<std::size_t> m_dots;  ///< [rows * columns] how many are in each square of the bounds
  std::vector<Rect> m_taken;
};

}  // namespace sojourn::present
