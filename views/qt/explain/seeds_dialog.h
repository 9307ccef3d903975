// SPDX-License-Identifier: GPL-3.0-or-later
// Which checkpoints of other seeds the explanations are compared with.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include "views/session/explain/rank_stability.h"

namespace sojourn::qt {

/// Shows the models as they are loaded; closes without asking for anything.
class SeedsDialog final : public QDialog {
  Q_OBJECT
 public:
  /// Both must outlive this.
  SeedsDialog(session::Workspace& workspace, session::RankStability& rankStability, QWidget* parent = nullptr);

  [[nodiscard]] QListWidget* list() const { return m_list; }
  [[nodiscard]] QPushButton* addButton() const { return m_add; }
  [[nodiscard]] QPushButton* removeButton() const { return m_remove; }

 private:
  void fill();
  void add();
  void removeChosen();

  session::Workspace& m_workspace;
  session::RankStability& m_rankStability;
  QListWidget* m_list;
  QLabel* m_note;
  QPushButton *m_add, *m_remove;
  session::Subscription m_subscription;
};

}  // namespace sojourn::qt
