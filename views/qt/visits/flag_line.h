// SPDX-License-Identifier: GPL-3.0-or-later
// The line under the visits of What if: what is not physically possible and its fix, or why an edit was refused.
#pragma once

#include <QFrame>

#include "views/session/what_if/what_if.h"

class QLabel;
class QPushButton;

namespace sojourn::qt {

class FlagLine final : public QFrame {
  Q_OBJECT
 public:
  explicit FlagLine(session::Workspace& workspace, session::WhatIf& whatIf, QWidget* parent = nullptr);
  /// The flag of the selected visit, else the first one; nothing is hidden away: the others are counted.
  void refresh();
  /// An edit that was not made; stands there until the next one.
  void refuse(const QString& why);
  void forgive() {
    if (!m_refusal.isEmpty()) refuse({});
  }
  [[nodiscard]] QString text() const { return m_full; }
  [[nodiscard]] QPushButton* button() const { return m_fix; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent*) override { fitText(); }

 private:
  [[nodiscard]] const SequenceFlag* shownFlag() const;
  /// As much of the words as there is room for; the tooltip has all.
  void fitText();

  session::Workspace& m_workspace;
  session::WhatIf& m_whatIf;
  QLabel* m_label;
  QPushButton* m_fix;
  QString m_refusal;
  QString m_full;  ///< what it says
};

}  // namespace sojourn::qt
