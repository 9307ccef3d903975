// SPDX-License-Identifier: GPL-3.0-or-later
// The 40 px tool bar: workspaces, the sample's index, dataset and split, checkpoint, search.
#pragma once

#include <QToolBar>

#include "views/session/workspace/workspace.h"

class QLabel;
class QSpinBox;

namespace sojourn::qt {

class BarButton;

class TopBar final : public QToolBar {
  Q_OBJECT
 public:
  explicit TopBar(session::Workspace& workspace, QWidget* parent = nullptr);

  void follow(session::Changes changes);
  void setDatasetMenu(QMenu* menu);
  void setCheckpointMenu(QMenu* menu);
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

  session::Workspace& m_workspace;
  QAction* m_afterNavigation = nullptr;
  QAction* m_afterWorkspaces = nullptr;
  QList<QAction*> m_ofSample;  ///< index, its buttons, and the line after them
  QSpinBox* m_index;
  QLabel* m_count;
  QLabel* m_edited;  ///< that the sample in front is not as recorded
  BarButton* m_dataset;
  BarButton* m_checkpoint;
  BarButton* m_search;
};

}  // namespace sojourn::qt
