// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the cells of the Runs dock's table: check box, colour, state and the small curve.
#pragma once

#include <QStyledItemDelegate>

namespace sojourn::qt {

class RunsOrder;

class RunsDelegate final : public QStyledItemDelegate {
 public:
  /// px: where a name begins, how much further in a group's runs stand, an icon's room, the small curve's column and
  /// its margins, what is free at the right of the last column.
  static constexpr int nameLeft = 44, indent = 16, iconRoom = 20, curveColumn = 120, curveInset = 12, edge = 12;

  explicit RunsDelegate(RunsOrder& order, QObject* parent) : QStyledItemDelegate(parent), m_order(order) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {40, 24}; }
  /// Where the check box of a cell is, and the arrow that folds a group.
  [[nodiscard]] static QRect checkBox(const QRect& cell);
  [[nodiscard]] static QRect foldArrow(const QRect& cell);
  /// Only once an editor: a line changes every second while its run is trained, and typing goes on.
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const override;

 protected:
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 private:
  void paintName(QPainter* painter, const QRect& cell, const QModelIndex& index, bool current) const;
  void paintStanding(QPainter* painter, const QRect& cell, const QModelIndex& index) const;
  void paintCurve(QPainter* painter, const QRect& cell, const QModelIndex& index) const;

  /// Where a line's swatch and name begin: those of a group are right of its arrow, its runs below them.
  [[nodiscard]] int indentOf(const QModelIndex& index) const;

  RunsOrder& m_order;
};

}  // namespace sojourn::qt
