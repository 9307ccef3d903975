// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence and at most one button in the place of a picture: nothing loaded yet, or a part the model lacks.
#pragma once

#include <QWidget>

#include "views/present/scene/scene.h"

class QLabel;
class QPushButton;

namespace sojourn::qt {

class EmptyPanel final : public QWidget {
  Q_OBJECT
 public:
  explicit EmptyPanel(QWidget* parent = nullptr);
  void show(const present::EmptyState& state);

 Q_SIGNALS:
  void acted(const sojourn::present::Action& action);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QLabel* m_title;
  QLabel* m_detail;
  QPushButton* m_button;
  present::Action m_action;
};

}  // namespace sojourn::qt
