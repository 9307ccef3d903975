// SPDX-License-Identifier: GPL-3.0-or-later
// Where the shapes of a scene come to lie, for all that paint or write them: whole pixels, cut hatches, placed letters.
#pragma once

#include <QImage>
#include <QList>
#include <QRectF>
#include <QString>
#include <algorithm>
#include <cmath>
#include <optional>

#include "views/present/scene/scene.h"

class QLineF;
class QPainter;

namespace sojourn::qt {

/// Where the pixels of a device lie in the coordinates of the content: at 125 % and scrolled they are no whole numbers.
struct PixelGrid {
  qreal scale = 1;     ///< device pixels a unit
  qreal x = 0, y = 0;  ///< the content's origin, in device pixels

  /// Of what a painter paints on now; not of a turned one.
  [[nodiscard]] static PixelGrid of(const QPainter& painter);
  [[nodiscard]] qreal snapX(qreal at) const { return (std::round(at * scale + x) - x) / scale; }
  [[nodiscard]] qreal snapY(qreal at) const { return (std::round(at * scale + y) - y) / scale; }
  /// As many whole device pixels as come nearest, at least one; in units.
  [[nodiscard]] qreal thickness(qreal width) const { return std::max(1.0, std::round(width * scale)) / scale; }
};

/// Edges on whole pixels; what is there at all stays at least one pixel. Hairlines are all of one thickness.
[[nodiscard]] QRectF snapped(present::Rect rect, const PixelGrid& grid = {});

/// Cut to the rectangle. The phase belongs to the canvas, so neighbouring hatches join into one.
[[nodiscard]] QList<QLineF> hatchLines(const present::HatchShape& hatch);

/// A horizontal or vertical line, not dashed, as a rectangle of whole pixels; nothing where it is another one.
[[nodiscard]] std::optional<QRectF> straightLine(const present::LineShape& line, const PixelGrid& grid = {});

/// The pixels of an image, which must outlive them; a null image where some are missing.
[[nodiscard]] QImage pixelsOf(const present::ImageShape& image);

/// The dots in an image of their own and where it lies, at `scale` pixels a unit; dots outside of `visible` are left
/// out, all where it is empty.
struct DotsImage {
  QImage image;
  QRectF area;
};
[[nodiscard]] DotsImage imageOfDots(const present::DotsShape& shape, qreal scale, const QRectF& visible);

/// A line of text as it stands in its rectangle.
struct PlacedText {
  QString text;   ///< elided where it does not fit
  qreal x = 0;    ///< left end
  qreal y = 0;    ///< base line
  qreal width = 0;
};
/// `area`: where it may stand, level (of text that runs upwards: turned already).
[[nodiscard]] PlacedText placedText(const present::TextShape& shape, const QRectF& area);
/// The line through text that is struck out.
[[nodiscard]] QRectF struckOut(const present::TextShape& shape, const PlacedText& placed);

}  // namespace sojourn::qt
