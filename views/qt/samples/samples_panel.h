// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples dock: filter line, totals, and the table of all sequences of the split.
#pragma once

#include <QWidget>
#include <cstddef>
#include <optional>

#include "views/present/scene/scene.h"
#include "views/session/explain/rank_stability.h"
#include "views/session/workspace/workspace.h"

class QLabel;
class QMenu;

namespace sojourn::qt {

class EmptyPanel;
class FilterEdit;
class SamplesModel;
class SamplesTableView;
class TotalsTable;

class SamplesPanel final : public QWidget {
  Q_OBJECT
 public:
  explicit SamplesPanel(session::Workspace& workspace, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);
  /// Marks the samples for which seeds were compared; `evaluations` must outlive this.
  void setEvaluations(const session::SeedEvaluations& evaluations);
  [[nodiscard]] FilterEdit* filter() const { return m_filter; }
  [[nodiscard]] SamplesTableView* table() const { return m_table; }
  [[nodiscard]] SamplesModel* model() const { return m_model; }
  /// "test, 358 of 3 502"
  [[nodiscard]] QString caption() const;

 Q_SIGNALS:
  void said(const QString& label);
  void actionRequested(const sojourn::present::Action& action);
  /// The context menu of a row is about to open; others add their entries.
  void menuWanted(QMenu* menu, sojourn::session::SampleIndex row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void sortBy(int section, Qt::SortOrder order);
  /// The header says by what the rows are sorted, also after a restart.
  void showSort();
  /// Why there are no rows, in the rows' place.
  void showEmpty();
  /// That the row of an edited sample is the record's.
  void showEdited();
  void showNote();
  /// The two columns of names share what the dock has; rows get a second line where a name does not fit one.
  void fitNames();
  void measureNames();
  /// No index and no rank loses a digit.
  void fitNumbers();
  void showStability();
  void showRow();
  void showMenu(QPoint onTable);
  void showOnly(double share);

  session::Workspace& m_workspace;
  const session::SeedEvaluations* m_evaluations = nullptr;
  FilterEdit* m_filter;
  QLabel* m_error;
  TotalsTable* m_totals;
  SamplesTableView* m_table;
  SamplesModel* m_model;
  QLabel *m_edited, *m_note;  ///< of the current sample
  std::optional<std::size_t> m_editedRow;
  EmptyPanel* m_empty;
  qreal m_widestName = 0;      ///< of the dataset's named places
  qreal m_widestWrapped = 0;   ///< of the same in two lines
  bool m_fitting = false;      ///< it is this class that changes the columns' widths
  bool m_widthsTaken = false;  ///< a name's column was set by hand
};

}  // namespace sojourn::qt
