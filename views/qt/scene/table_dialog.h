// SPDX-License-Identifier: GPL-3.0-or-later
// "Show as table": the numbers behind a picture, unrounded, to read, copy and save.
#pragma once

#include <QDialog>

#include "views/present/scene/scene.h"

class QTableView;

namespace sojourn::qt {

/// Stays open beside the window and keeps what it showed when it was opened.
class TableDialog final : public QDialog {
  Q_OBJECT
 public:
  TableDialog(const QString& title, const QString& caption, present::Table table, QWidget* parent = nullptr);
  [[nodiscard]] QTableView* view() const { return m_view; }

 Q_SIGNALS:
  void saveWanted();

 private:
  void copySelection();

  present::Table m_table;
  QTableView* m_view;
};

}  // namespace sojourn::qt
