// SPDX-License-Identifier: GPL-3.0-or-later
// Back and Forward in the studio's window: menu entries, tool buttons, and the buttons at the side of a mouse.
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "views/qt/shell/studio_workspace.h"
#include "views/session/workspace/navigation_history.h"
#include "views/session/workspace/workspace.h"

class QAction;
class QWidget;

namespace sojourn::qt {

class Navigation final : public QObject {
  Q_OBJECT
 public:
  struct Shown {
    std::function<StudioWorkspace()> workspace;          ///< which one is on screen
    std::function<void(StudioWorkspace)> showWorkspace;  ///< shows another one
  };
  /// `workspace` must outlive this.
  Navigation(QWidget* window, session::Workspace& workspace, Shown shown);

  /// To be called whenever a sample, a dataset or a workspace has come on screen.
  void record();
  [[nodiscard]] QAction* back() const { return m_back; }
  [[nodiscard]] QAction* forward() const { return m_forward; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Pending {
    int by = 0;
    session::NavigationPlace place;
  };
  void go(int by);
  void open(const session::NavigationPlace& place);
  void showActions();
  [[nodiscard]] session::NavigationPlace placeNow() const;
  [[nodiscard]] bool isStep(const session::NavigationPlace& now) const;
  [[nodiscard]] QString textOf(const session::NavigationPlace& place) const;

  QWidget* m_window;
  session::Workspace& m_workspace;
  Shown m_shown;
  session::NavigationHistory m_history;
  std::optional<Pending> m_pending;  ///< a dataset is being opened for it
  bool m_going = false;              ///< what comes on screen is on the way to a place of the list
  QAction *m_back, *m_forward;
};

}  // namespace sojourn::qt
