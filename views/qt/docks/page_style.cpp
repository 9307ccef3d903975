// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/page_style.h"

#include <QApplication>
#include <QEvent>
#include <QStyle>
#include <utility>

#include "views/qt/widgets/appearance.h"

namespace sojourn::qt {

PageStyle::PageStyle(QWidget& page) : QObject(&page), m_page(page) {
  connect(Appearance::instance(), &Appearance::aboutToChange, this, &PageStyle::takeFromHidden);
}

void PageStyle::takeFromHidden() {
  if (!m_page.isHidden()) return;
  m_incomplete = true;
  const QList<QWidget*> inside = m_page.findChildren<QWidget*>();
  for (QWidget* widget : inside) {
    // A floating dock stays on the screen; a style sheet of its own makes Qt keep a style for a widget alone.
    const bool own = widget->style() != QApplication::style();
    if (widget->isVisible() || own || !widget->testAttribute(Qt::WA_WState_Polished)) continue;
    QApplication::style()->unpolish(widget);
    // What QApplication asks before it gives a widget another style.
    widget->setAttribute(Qt::WA_WState_Polished, false);
  }
}

void PageStyle::complete() {
  if (!std::exchange(m_incomplete, false)) return;
  const QList<QWidget*> inside = m_page.findChildren<QWidget*>();
  QList<QWidget*> unstyled;
  for (QWidget* widget : inside) {
    if (widget->testAttribute(Qt::WA_WState_Polished)) continue;
    unstyled.append(widget);
    // The program's font, which reaches polished widgets only; parents first.
    if (!widget->testAttribute(Qt::WA_SetFont)) widget->setFont({});
  }
  // As QApplication does it: all are styled before the first hears of it.
  for (const QEvent::Type type : {QEvent::Polish, QEvent::StyleChange}) {
    for (QWidget* widget : std::as_const(unstyled)) {
      QEvent event(type);
      QCoreApplication::sendEvent(widget, &event);
    }
  }
  for (QWidget* widget : inside) {
    Appearance::scaleFont(*widget);
    widget->updateGeometry();
  }
}

}  // namespace sojourn::qt
