// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/fitting_label.h"

#include <QEvent>

namespace sojourn::qt {

FittingLabel::FittingLabel(QWidget* parent) : QLabel(parent) {
  setMinimumWidth(0);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void FittingLabel::setChoices(const QStringList& choices) {
  if (choices == m_choices) return;
  m_choices = choices;
  choose();
}

QSize FittingLabel::sizeHint() const {
  const QSize hint = QLabel::sizeHint();
  return text().isEmpty() ? QSize(0, hint.height()) : hint;
}

void FittingLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  choose();
}

void FittingLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::FontChange) choose();
}

void FittingLabel::choose() {
  for (const QString& choice : m_choices) {
    if (text() != choice) setText(choice);
    if (sizeHint().width() <= width()) return;
  }
  clear();
}

}  // namespace sojourn::qt
