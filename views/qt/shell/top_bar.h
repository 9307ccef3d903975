// SPDX-License-Identifier: GPL-3.0-or-later
// The 40 px tool bar: workspaces, the sample's index, dataset and split, checkpoint, search.
#pragma once

#include <QToolBar>
#include <QToolButton>

#include "views/session/workspace/workspace.h"

class QLabel;
class QSpinBox;

namespace sojourn::qt {

/// A flat button of the bar: a workspace, a menu with icon and text, the search box.
class BarButton final : public QToolButton {
 public:
  enum class Kind {
    Workspace,  ///< filled with the accent while checked
    Menu,       ///< icon, text, a small arrow; compact: icon and arrow only
    Search,     ///< like a field, with the shortcut at the right
  };
  BarButton(Kind kind, const QString& iconName, QWidget* parent = nullptr);

  /// `brief` stands there where the whole has no room.
  void setLabel(const QString& text, const QString& brief = {});
  [[nodiscard]] QString label() const { return m_label; }
  /// A warning sign in place of the icon; its reason belongs in the tooltip.
  void setWarned(bool warned);
  void setHint(const QString& hint) { m_hint = hint; }
  /// Narrow windows show a menu's icon alone, its text are in the tooltip; of the search they show the shortcut.
  void setCompact(bool compact);

  [[nodiscard]] QSize sizeHint() const override;
  /// A menu's long name and the search box shrink before the tool bar hides anything.
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintMenu(QPainter& painter) const;
  /// The width of a menu's text, at most so many pixels of them, with the room around them.
  [[nodiscard]] int menuTextWidth(int most) const;

  Kind m_kind;
  QString m_iconName, m_label, m_brief, m_hint;
  bool m_compact = false, m_warned = false;
};

class TopBar final : public QToolBar {
  Q_OBJECT
 public:
  explicit TopBar(session::Workspace& workspace, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);
  void setDatasetMenu(QMenu* menu) { m_dataset->setMenu(menu); }
  void setCheckpointMenu(QMenu* menu) { m_checkpoint->setMenu(menu); }
  /// `action` is one of an exclusive group; the button shows and triggers it.
  void addWorkspace(QAction* action);
  /// Buttons for Back and Forward, before the workspaces.
  void addNavigation(QAction* back, QAction* forward);
  /// Whether the sample's index is there; a workspace without samples has none.
  void setSampleShown(bool shown);
  [[nodiscard]] QSpinBox* index() const { return m_index; }

 Q_SIGNALS:
  void searchWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Between the names of dataset and checkpoint and the search.
  void shareRoom();
  QString m_sharedFor;  ///< size and text that the room was shared out for
  /// Of the bar with everything as narrow as it can be.
  [[nodiscard]] int leastWidth() const;

  session::Workspace& m_workspace;
  QAction* m_afterNavigation = nullptr;
  QList<QAction*> m_navigation;  ///< its buttons, and the line after them
  QAction* m_afterWorkspaces = nullptr;
  QList<QAction*> m_ofSample;  ///< index, its buttons, and the line after them
  QAction* m_countAction = nullptr;
  QSpinBox* m_index;
  QLabel* m_count;
  QLabel* m_edited;  ///< that the sample in front is not as recorded
  BarButton* m_dataset;
  BarButton* m_checkpoint;
  BarButton* m_search;
  QList<BarButton*> m_workspaces;
};

}  // namespace sojourn::qt
