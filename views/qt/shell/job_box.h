// SPDX-License-Identifier: GPL-3.0-or-later
// Over the old content while something is opened for more than a second: amount, rate, rest, and a way out.
#pragma once

#include <QFrame>

#include "views/session/workspace/workspace.h"

class QLabel;
class QProgressBar;

namespace sojourn::qt {

/// Stands in the middle of its parent; hides itself when there is nothing to wait for.
class JobBox final : public QFrame {
  Q_OBJECT
 public:
  JobBox(session::Workspace& workspace, QWidget* parent);
  void follow(session::Changes changes);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void center();

  session::Workspace& m_workspace;
  QLabel* m_title;
  QProgressBar* m_bar;
  QLabel* m_rate;
  session::JobId m_shown = 0;
};

}  // namespace sojourn::qt
