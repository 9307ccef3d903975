// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/eliding_combo.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace sojourn::qt {

void ElidingCombo::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  painter.setPen(palette().color(QPalette::Text));
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  const int width = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
  constexpr int padding = 4;  // of the label within its field
  option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, width - padding);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace sojourn::qt
