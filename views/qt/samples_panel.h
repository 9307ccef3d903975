// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples dock: filter line, totals, and the table of all sequences of the split.
#pragma once

#include <QWidget>

#include "views/session/seed_surveys.h"
#include "views/session/workspace.h"

class QLabel;

namespace sojourn::qt {

class FilterEdit;
class SamplesModel;
class SamplesTableView;
class TotalsTable;

class SamplesPanel final : public QWidget {
  Q_OBJECT
 public:
  explicit SamplesPanel(session::Workspace& workspace, QWidget* parent = nullptr);

  void follow(session::Changes changes);
  /// Marks the samples for which seeds were compared; `surveys` must outlive this.
  void setSurveys(const session::SeedSurveys& surveys);
  [[nodiscard]] FilterEdit* filter() const { return m_filter; }
  [[nodiscard]] SamplesTableView* table() const { return m_table; }
  [[nodiscard]] SamplesModel* model() const { return m_model; }
  /// "test, 358 of 3 502"
  [[nodiscard]] QString caption() const;

 Q_SIGNALS:
  void said(const QString& label);

 private:
  void sortBy(int section, Qt::SortOrder order);
  void showStability();
  void resetRows();
  void showRow();
  void showMenu(QPoint onTable);
  void showOnly(double share);
  void showError();

  session::Workspace& m_workspace;
  const session::SeedSurveys* m_surveys = nullptr;
  FilterEdit* m_filter;
  QLabel* m_error;
  TotalsTable* m_totals;
  SamplesTableView* m_table;
  SamplesModel* m_model;
};

}  // namespace sojourn::qt
