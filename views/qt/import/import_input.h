// SPDX-License-Identifier: GPL-3.0-or-later
// What was read: the format and why it is that one, counts, warnings, and the users, of whom some can be excluded.
#pragma once

#include <QWidget>

#include "views/session/import/import_study.h"

class QComboBox;
class QLabel;
class QTableWidget;
class QTableWidgetItem;

namespace sojourn::qt {

class ImportInputPanel final : public QWidget {
  Q_OBJECT
 public:
  /// `study` must outlive this.
  explicit ImportInputPanel(session::ImportStudy& study, QWidget* parent = nullptr);

  void refresh();

 private:
  void showUsers();
  void showFiles();
  void userChanged(const QTableWidgetItem* item);
  void resizeEvent(QResizeEvent* event) override;

  session::ImportStudy& m_study;
  QComboBox* m_format;
  QComboBox* m_dates;
  QWidget* m_datesRow;  ///< of tables
  QLabel* m_reason;
  QLabel* m_counts;
  QLabel* m_problems;
  QTableWidget* m_users;
  bool m_keptBefore = false;  ///< the box of the row that is pressed
  bool m_ofFiles = false;     ///< users have files of their own
};

}  // namespace sojourn::qt
