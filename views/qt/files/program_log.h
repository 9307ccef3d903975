// SPDX-License-Identifier: GPL-3.0-or-later
// What the model program writes to its standard error, as it comes.
#pragma once

#include <QDialog>
#include <QTimer>
#include <cstdint>
#include <memory>

#include "views/session/workspace/workspace.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace sojourn::qt {

/// Stays open beside the window. Looks for new lines twice a second while it is seen, and draws only where there are
/// some.
class ProgramLog final : public QDialog {
  Q_OBJECT
 public:
  explicit ProgramLog(session::Workspace& workspace, QWidget* parent = nullptr);

  [[nodiscard]] QPlainTextEdit* lines() const { return m_lines; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void refresh();

  session::Workspace& m_workspace;
  session::Subscription m_subscription;
  QLabel* m_command;
  QPlainTextEdit* m_lines;
  QPushButton* m_restart;
  QTimer m_timer;
  std::shared_ptr<const LineLog> m_log;  ///< that is shown
  std::uint64_t m_count = 0;             ///< of its lines, when they were shown
};

}  // namespace sojourn::qt
