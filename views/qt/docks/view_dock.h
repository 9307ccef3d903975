// SPDX-License-Identifier: GPL-3.0-or-later
// A dock with the program's own title bar around any panel.
#pragma once

#include <QDockWidget>

class QToolButton;

namespace sojourn::qt {

/// The 28 px bar over a dock: name, scope, scale, and its buttons.
class DockTitleBar final : public QWidget {
  Q_OBJECT
 public:
  /// `hasTable`, `hasExport`: whether those buttons are there.
  DockTitleBar(QDockWidget* dock, bool hasTable, bool hasExport);

  void setCaption(const QString& caption, const QString& captionRight);
  [[nodiscard]] QString caption() const { return m_caption; }
  [[nodiscard]] QString captionRight() const { return m_captionRight; }
  /// A 2 px accent line on top of the dock that has the keyboard.
  void setCurrent(bool current);
  /// Half a line runs under the title while a new picture takes longer than 200 ms.
  void setWaiting(bool waiting);

  [[nodiscard]] QSize sizeHint() const override { return {200, QWidget::minimumHeight()}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {100, QWidget::minimumHeight()}; }
  static constexpr int height = 28;

 Q_SIGNALS:
  void tableWanted();
  void exportWanted();
  void menuWanted(QPoint globalPosition);
  void maximizeWanted();  ///< or everything back as it was

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  /// In a narrow bar the table and the export, which are in the menu too, give way to the scope.
  void placeButtons();
  QToolButton* addButton(const QString& iconName, const QString& name);

  QDockWidget* m_dock;
  QString m_caption, m_captionRight;
  QList<QToolButton*> m_buttons;  ///< right to left
  qreal m_captionEnd = 0;
  bool m_current = false, m_waiting = false;
};

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
