// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes runs: asks, makes sure that no trainer works there, and moves their folders to the desktop's trash.
#pragma once

#include <QObject>
#include <functional>
#include <thread>
#include <vector>

#include "model/core/result.h"
#include "views/session/runs/run_library.h"

class QWidget;

namespace sojourn::qt {

/// Never unlinks anything itself: what the trash does not take stays where it is. Files are looked at and moved on a
/// thread of its own, one request at a time.
class RunRemoval final : public QObject {
  Q_OBJECT
 public:
  /// `parent` owns the questions. moveToTrash() answers whether it has; QFile's unless a test has another.
  RunRemoval(session::RunLibrary& library, QWidget* parent);
  ~RunRemoval() override;

  std::function<bool(const QString& path)> moveToTrash;

  /// Asks and moves what may be moved; imported logs are closed, where they were opened by themselves.
  void remove(const std::vector<session::FollowedRunPtr>& runs);

 Q_SIGNALS:
  void failed(const sojourn::Error& error);
  /// A source was closed.
  void sourcesChanged();
  /// So many runs are in the trash.
  void removed(int count);

 private:
  struct Facts;
  /// `task` on the thread, then `done` with what it returned, here.
  template <typename Task, typename Done>
  void work(Task task, Done done);
  void ask(const std::vector<Facts>& facts);
  void move(const std::vector<session::FollowedRunPtr>& runs);
  [[nodiscard]] Status moveOne(const session::FollowedRun& run) const;

  session::RunLibrary& m_library;
  QWidget* m_parent;
  std::thread m_thread;
  bool m_working = false;  ///< something is being looked at or moved
};

}  // namespace sojourn::qt
