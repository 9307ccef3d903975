// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/cell_painter.h"

#include <algorithm>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

void paintCellGround(QPainter& painter, const QRect& cell, bool chosen, bool hovered, bool first) {
  const present::Theme& theme = Appearance::theme();
  painter.fillRect(cell, toColor(chosen ? theme.soft : hovered ? theme.hover : theme.panel));
  painter.fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), toColor(theme.line));
  if (chosen && first) painter.fillRect(QRect(cell.left(), cell.top(), 3, cell.height()), toColor(theme.accent));
}

void drawElided(QPainter& painter, const QRect& box, const QString& text, const present::Font& font,
                present::Color color, Qt::Alignment side, Qt::TextElideMode elide) {
  painter.setFont(toFont(font));
  painter.setPen(toColor(color));
  painter.drawText(box, static_cast<int>(side | Qt::AlignVCenter),
                   metrics(font).elidedText(text, elide, std::max(0, box.width())));
}

void paintSwatch(QPainter& painter, const QRect& box, const present::Swatch& swatch, present::Color edge) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(toColor(edge));
  painter.setBrush(swatch.color ? QBrush(toColor(*swatch.color)) : QBrush(Qt::NoBrush));
  if (swatch.hatched) painter.setBrush(QBrush(toColor(Appearance::theme().mid), Qt::BDiagPattern));
  painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
}

}  // namespace sojourn::qt
