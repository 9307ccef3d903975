// SPDX-License-Identifier: GPL-3.0-or-later
// The bar under the tool bar of What if: what the sample is compared with, and the change in one line.
#pragma once

#include <QWidget>

class QLabel;
class QMenu;

namespace sojourn::session {
class WhatIf;
class Workspace;
}  // namespace sojourn::session

namespace sojourn::qt {

class FittingLabel;
class WhatIfViews;

class ReferenceBar final : public QWidget {
  Q_OBJECT
 public:
  ReferenceBar(session::Workspace& workspace, session::WhatIf& whatIf, const WhatIfViews& views,
               QWidget* parent = nullptr);
  void refresh();
  /// Both lines as one, for a test and a screen reader.
  [[nodiscard]] QString text() const;
  [[nodiscard]] QMenu* choices() const { return m_choices; }

 Q_SIGNALS:
  void saveWanted();
  void sampleWanted();  ///< another sample shall be the reference: which?

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fillChoices();

  session::Workspace& m_workspace;
  session::WhatIf& m_whatIf;
  const WhatIfViews& m_views;
  QLabel* m_reference;
  FittingLabel* m_now;
  QMenu* m_choices;
};

}  // namespace sojourn::qt
