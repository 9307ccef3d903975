// SPDX-License-Identifier: GPL-3.0-or-later
// The foot of the Launch dock: the queue, what the form would launch, and the buttons for it.
#pragma once

#include <QWidget>

#include "views/session/launch/launch_plan.h"

class QLabel;
class QPushButton;

namespace sojourn::qt {

class QueueList;

class LaunchFoot final : public QWidget {
  Q_OBJECT
 public:
  /// `focusWhileDisabled` has the keyboard while the button cannot have it; it outlives this.
  explicit LaunchFoot(QWidget* focusWhileDisabled);

  struct State {
    const session::LaunchPlan& plan;
    const std::optional<session::DiskCheck>& fromDisk;
    const std::vector<session::RunPace>& paces;
    bool checking = false;       ///< the disk is asked about a later form than that of `fromDisk`
    bool busy = false;           ///< runs are being added to the queue
    bool errorHasField = false;  ///< the form shows the first error at its field
  };
  void show(const State& state);

  [[nodiscard]] QPushButton* queueButton() const { return m_queueButton; }
  [[nodiscard]] QueueList* queueList() const { return m_queueList; }
  [[nodiscard]] QLabel* summary() const { return m_summary; }

 Q_SIGNALS:
  void openWanted();
  void saveWanted();
  void queueWanted();

 private:
  void enableQueueButton(bool ready);

  QWidget* m_focusWhileDisabled;
  QueueList* m_queueList;
  QLabel* m_summary;
  QPushButton* m_queueButton;
  bool m_focusPending = false;  ///< the button gets the keyboard back once it is enabled again
};

}  // namespace sojourn::qt
