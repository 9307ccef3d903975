// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples table of Compare: the filter line, and a row a sample with the mark of every model.
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <optional>

#include "views/present/scene/scene.h"
#include "views/session/compare/model_comparisons.h"

class QLabel;

namespace sojourn::qt {

class FilterEdit;
class SamplesTableView;

/// Columns: index, length, a mark of each model, target, P of the first place's target of the pair, the first less the
/// second.
class ComparedSamplesModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  ComparedSamplesModel(const session::Workspace& workspace, const session::ModelComparisons& comparisons,
                       QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : m_rows; }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : m_models + 4;
  }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role = Qt::DisplayRole) const override;
  void reset();
  void refreshCells() {
    if (m_rows > 0) Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
  }
  [[nodiscard]] session::SampleIndex sampleAt(int row) const;
  [[nodiscard]] bool isMark(int section) const { return section >= 2 && section < m_models + 2; }

 private:
  /// What a section says of the sample itself, whatever the models.
  [[nodiscard]] std::optional<session::SampleColumn> recordColumn(int section) const;

  const session::Workspace& m_workspace;
  const session::ModelComparisons& m_comparisons;
  int m_rows = 0, m_models = 0;
};

class ComparedSamples final : public QWidget {
  Q_OBJECT
 public:
  /// Both must outlive this.
  ComparedSamples(session::Workspace& workspace, const session::ModelComparisons& comparisons,
                  QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);
  [[nodiscard]] FilterEdit* filter() const { return m_filter; }
  [[nodiscard]] SamplesTableView* table() const { return m_table; }
  [[nodiscard]] QString caption() const;
  /// A line a sample with rank and P of each model.
  [[nodiscard]] present::ViewContent scene() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showRow();
  void fitColumns();
  void fitTarget();

  session::Workspace& m_workspace;
  const session::ModelComparisons& m_comparisons;
  FilterEdit* m_filter;
  QLabel* m_error;
  SamplesTableView* m_table;
  ComparedSamplesModel* m_model;
};

}  // namespace sojourn::qt
