// SPDX-License-Identifier: GPL-3.0-or-later
// A dock with the program's own title bar around any panel.
#pragma once

#include <QDockWidget>

#include "views/qt/docks/dock_title_bar.h"

namespace sojourn::qt {

class ViewDock final : public QDockWidget {
  Q_OBJECT
 public:
  /// `id` names it in layouts, exports and help pages: "visits", "position_bias".
  ViewDock(const QString& id, const QString& title, QWidget* panel, QSize minimum, bool hasTable = true,
           bool hasExport = true);

  [[nodiscard]] QString id() const { return objectName(); }
  [[nodiscard]] DockTitleBar* bar() const { return m_bar; }
  /// Shows it, in front of its tabs, with the keyboard in it.
  void reveal();
  /// The menu entry that reveals it. (Qt's own toggleViewAction would close a dock that lies behind another tab.)
  [[nodiscard]] QAction* revealAction() const { return m_revealAction; }

 Q_SIGNALS:
  /// Before reveal() shows it.
  void revealing();
  void closed();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  DockTitleBar* m_bar;
  QAction* m_revealAction;
};

}  // namespace sojourn::qt
