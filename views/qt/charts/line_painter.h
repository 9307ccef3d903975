// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of many points, painted in the fastest way that looks right.
#pragma once

#include <QPen>
#include <QPolygonF>

#include "views/present/scene/scene.h"

class QPainter;

namespace sojourn::qt {

/// A dash and a gap of dashed lines, in units.
inline constexpr qreal dashOfLines = 3;

/// Flat ends, round corners.
[[nodiscard]] QPen linePen(present::Color color, qreal width, bool dashed);

/// Two points at least. A file gets the line as one path.
void paintLine(QPainter& painter, const QPolygonF& path, const QPen& pen, bool vectorTarget);

}  // namespace sojourn::qt
