// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples table for Qt: a window onto the workspace's rows that copies nothing, so a million rows cost nothing, and
// the view of it: a delegate that draws the marks, and which row a person chooses.
#pragma once

#include <QAbstractTableModel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <array>

#include "views/present/scene/scene.h"
#include "views/session/explain/rank_stability.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

/// The columns in the order they are shown; the first seven fit the dock, the rest come by scrolling.
inline constexpr std::array shownSampleColumns{
    session::SampleColumn::Index,  session::SampleColumn::Length,     session::SampleColumn::Correct,
    session::SampleColumn::Target, session::SampleColumn::Prediction, session::SampleColumn::TargetProbability,
    session::SampleColumn::Rank,   session::SampleColumn::Gate,       session::SampleColumn::InHistory,
    session::SampleColumn::Unseen, session::SampleColumn::User,       session::SampleColumn::CopyShare,
    session::SampleColumn::Error};

/// Of the first column: whether the sample has a bookmark (2), or only a note or tags (1).
inline constexpr int noteRole = Qt::UserRole + 7;

/// One more, behind them, where seeds were compared on many samples: how many methods are unstable.
inline constexpr int seedsSection = static_cast<int>(shownSampleColumns.size());

class SamplesModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  explicit SamplesModel(const session::Workspace& workspace, QObject* parent = nullptr);

  /// Whether the row's sample is the one in front and edited: the row then shows the record.
  static constexpr int editedRole = Qt::UserRole;

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
    return shownSampleColumns[static_cast<std::size_t>(section)];
  }
  [[nodiscard]] session::SampleIndex sampleAt(int row) const;
  /// The text of a cell; empty where the pass has not come by yet.
  [[nodiscard]] QString cellText(session::SampleIndex sample, session::SampleColumn column) const;

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

/// All shown rows with their numbers, bookmarks, notes and tags, for CSV; where seeds were compared over the samples,
/// with what that found of each.
[[nodiscard]] present::Table samplesTable(const session::Workspace& workspace,
                                          const session::StabilityOfRows& stability);

/// Paints a cell with the theme's tokens; the current sample has the soft ground and a bar at the left.
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
  void mousePressEvent(QMouseEvent* event) override;

 private:
  int m_hovered = -1;
  bool m_byPerson = false;
};

}  // namespace sojourn::qt
