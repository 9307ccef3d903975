// SPDX-License-Identifier: GPL-3.0-or-later
// The line icons of resources/icons/icons.json: painted as vectors in any colour, or as a QIcon that follows the theme.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

class QPainter;
class QRectF;

namespace sojourn::qt {

/// Paints an icon into `box`; an unknown name paints nothing.
void paintIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& color, qreal stroke = 1.4);

/// Its strokes as an SVG path in a box of 16 by 16; empty for an unknown name.
[[nodiscard]] QString iconPath(const QString& name);

/// An icon in the theme's text2 (text3 when disabled, text when active); it follows a change of theme by itself.
[[nodiscard]] QIcon lineIcon(const QString& name);

}  // namespace sojourn::qt
