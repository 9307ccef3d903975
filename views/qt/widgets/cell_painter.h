// SPDX-License-Identifier: GPL-3.0-or-later
// What the delegates of the tables and lists paint alike: grounds, words, swatches.
#pragma once

#include <QPainter>

#include "views/present/scene/canvas.h"
#include "views/present/scene/place_colors.h"

namespace sojourn::qt {

/// A cell's ground with the line below it; the `first` cell of a chosen row has a bar at its left.
void paintCellGround(QPainter& painter, const QRect& cell, bool chosen, bool hovered, bool first);
/// One line of words, centred in the height, with an ellipsis where they do not fit.
void drawElided(QPainter& painter, const QRect& box, const QString& text, const present::Font& font,
                present::Color color, Qt::Alignment side = Qt::AlignLeft, Qt::TextElideMode elide = Qt::ElideRight);
/// A place's colour in a small box with that edge.
void paintSwatch(QPainter& painter, const QRect& box, const present::Swatch& swatch, present::Color edge);

}  // namespace sojourn::qt
