// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples table for Qt: a window onto the workspace's rows that copies nothing, so a million rows cost nothing, and
// the view of it: a delegate that draws the marks, and which row a person chooses.
#pragma once

#include <QAbstractTableModel>
#include <QStyledItemDelegate>
#include <QTableView>

#include "views/qt/samples/sample_columns.h"

namespace sojourn::qt {

/// What SamplesDelegate asks of a cell, in the table of Samples and in that of Compare.
enum SampleRole {
  CellsRole = Qt::UserRole,  ///< a present::SampleCells
  QuietRole,                 ///< in the second colour
  RightRole,                 ///< of a mark
  NoteRole,                  ///< 2: the sample has a bookmark, 1: only a note or tags; of the first column
  EditedRole,                ///< the sample is in front and edited, the row shows the record; of the first column
  ChangeRole,                ///< the difference that colours the cell
};

/// One more, behind them, where seeds were compared on many samples: how many methods are unstable.
inline constexpr int seedsSection = static_cast<int>(shownSampleColumns.size());

[[nodiscard]] QVariant alignmentOf(present::SampleCells cells);

class SamplesModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  explicit SamplesModel(const session::Workspace& workspace, QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : m_rows; }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : seedsSection + (m_seeds ? 1 : 0);
  }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role = Qt::DisplayRole) const override;
  /// Other rows or another order.
  void reset();
  /// The same rows with other cells.
  void refreshCells() {
    if (m_rows > 0) Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
  }

  /// The column of seeds comes with its first sample and goes with its last. `stability` must outlive this.
  void setStability(const session::StabilityOfRows& stability);

  /// Of any section but that of seeds.
  [[nodiscard]] static session::SampleColumn column(int section) {
    return shownSampleColumns[static_cast<std::size_t>(section)].column;
  }
  [[nodiscard]] session::SampleIndex sampleAt(int row) const;

 private:
  [[nodiscard]] bool isEdited(session::SampleIndex sample) const {
    return m_workspace.edited() && m_workspace.row() == sample;
  }
  [[nodiscard]] QVariant noteData(session::SampleIndex sample, int role) const;
  [[nodiscard]] QVariant seedsData(session::SampleIndex sample, int role) const;

  const session::Workspace& m_workspace;
  const session::StabilityOfRows* m_stability = nullptr;
  bool m_seeds = false;  ///< their column is there
  int m_rows = 0;        ///< as last announced to the views, so that they never ask beyond it
};

/// Paints a cell by its roles; the current sample has the soft ground and a bar at the left.
class SamplesDelegate final : public QStyledItemDelegate {
 public:
  static constexpr int row = 24, tallRow = 32;  ///< with one line of a name, and with two

  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {40, 24}; }
};

class SamplesTableView final : public QTableView {
  Q_OBJECT
 public:
  explicit SamplesTableView(QWidget* parent = nullptr);
  [[nodiscard]] int hoveredRow() const { return m_hovered; }

 Q_SIGNALS:
  /// By mouse or by keys, never by a change of the model.
  void rowChosen(int row);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  /// A row is chosen whole, so Home and End go to the first and last row.
  QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  int m_hovered = -1;
  bool m_byPerson = false;
};

}  // namespace sojourn::qt
