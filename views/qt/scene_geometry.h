// SPDX-License-Identifier: GPL-3.0-or-later
// Where the shapes of a scene come to lie, for all that paint or write them: whole pixels, cut hatches, placed letters.
#pragma once

#include <QList>
#include <QRectF>
#include <QString>
#include <optional>

#include "views/present/scene.h"

class QLineF;

namespace sojourn::qt {

/// Edges on whole pixels; what is there at all stays at least one pixel.
[[nodiscard]] QRectF snapped(present::Rect rect);

/// Cut to the rectangle. The phase belongs to the canvas, so neighbouring hatches join into one.
[[nodiscard]] QList<QLineF> hatchLines(const present::HatchShape& hatch);

/// A horizontal or vertical line, not dashed, as a rectangle of whole pixels; nothing where it is another one.
[[nodiscard]] std::optional<QRectF> straightLine(const present::LineShape& line);

/// A line of text as it stands in its rectangle.
struct PlacedText {
  QString words;  ///< elided where it does not fit
  qreal x = 0;    ///< left end
  qreal y = 0;    ///< base line
  qreal width = 0;
};
/// `area`: where it may stand, level (of text that runs upwards: turned already).
[[nodiscard]] PlacedText placedText(const present::TextShape& shape, const QRectF& area);
/// The line through text that is struck out.
[[nodiscard]] QRectF struckOut(const present::TextShape& shape, const PlacedText& placed);

}  // namespace sojourn::qt
