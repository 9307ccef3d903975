// SPDX-License-Identifier: GPL-3.0-or-later
// The queue in the Launch dock: what waits in the queue of a folder and what failed there, each with a button.
#pragma once

#include <QWidget>

#include "views/session/launch/launch_queue.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace sojourn::qt {

/// Hidden while there is nothing to show. At most a few lines; the rest is counted.
class QueueList final : public QWidget {
  Q_OBJECT
 public:
  explicit QueueList(QWidget* parent = nullptr);
  void show(const session::QueueSnapshot& queue);

 Q_SIGNALS:
  /// The queue is not running, and should be started.
  void startWanted();
  void withdrawWanted(const QString& id);
  void dismissWanted(const QString& id);

 private:
  enum class Kind { Failed, CutShort, Waiting };
  struct Line {
    std::string id, run;
    QString why;
    Kind kind;
  };
  void addLine(const Line& of);

  QLabel* m_title;
  QPushButton* m_start;  ///< only while the queue is not running
  QVBoxLayout* m_lines;
};

}  // namespace sojourn::qt
