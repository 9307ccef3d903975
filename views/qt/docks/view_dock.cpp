// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/view_dock.h"

#include <QAction>
#include <QCloseEvent>

namespace sojourn::qt {

ViewDock::ViewDock(const QString& id, const QString& title, QWidget* panel, QSize minimum, bool hasTable,
                   bool hasExport)
    : QDockWidget(title), m_bar(nullptr), m_revealAction(new QAction(title, this)) {
  setObjectName(id);
  setAccessibleName(title);
  setFeatures(DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable);
  m_bar = new DockTitleBar(this, hasTable, hasExport);
  setTitleBarWidget(m_bar);
  panel->setMinimumSize(minimum);
  setWidget(panel);
  connect(m_revealAction, &QAction::triggered, this, &ViewDock::reveal);
}

void ViewDock::closeEvent(QCloseEvent* event) {
  QDockWidget::closeEvent(event);
  Q_EMIT closed();
}

void ViewDock::reveal() {
  Q_EMIT revealing();
  show();
  raise();
  widget()->setFocus(Qt::OtherFocusReason);
}

}  // namespace sojourn::qt
