// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/eliding_combo.h"

#include <QAbstractItemView>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>

namespace sojourn::qt {

void ElidingCombo::showPopup() {
  const int beside = view()->verticalScrollBar()->sizeHint().width() + 2 * view()->frameWidth();
  view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + beside));
  QComboBox::showPopup();
}

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
