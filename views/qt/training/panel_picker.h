// SPDX-License-Identifier: GPL-3.0-or-later
// Which panels the Training curves show, and in which order: a list of boxes that can be moved.
#pragma once

#include <QDialog>
#include <vector>

#include "views/present/training/training_curves.h"

class QListWidget;

namespace sojourn::qt {

/// Stays open beside the window; every change counts at once.
class PanelPicker final : public QDialog {
  Q_OBJECT
 public:
  explicit PanelPicker(QWidget* parent = nullptr);

  /// The shown ones first, in their order, then the others: those of all runs, and the runs' own.
  void show(const std::vector<present::CurveMetric>& shown, std::vector<present::CurveMetric> own);
  [[nodiscard]] QListWidget* list() const { return m_list; }

 Q_SIGNALS:
  /// Never an empty list: the last box stays checked.
  void picked(const std::vector<sojourn::present::CurveMetric>& shown);

 protected:
  /// Alt+Up and Alt+Down in the list move its line.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const std::vector<present::CurveMetric>& shown);
  void move(int by);
  void pass();

  QListWidget* m_list;
  std::vector<present::CurveMetric> m_own;
};

}  // namespace sojourn::qt
