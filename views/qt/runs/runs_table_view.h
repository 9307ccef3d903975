// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the Runs dock, and its cells: check box, colour, state and the small curve.
#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

namespace sojourn::qt {

class RunsOrder;

class RunsDelegate final : public QStyledItemDelegate {
 public:
  /// px: where a name begins, how much further in a group's runs stand, an icon's room, the small curve's margins, what
  /// is free at the right of the last column.
  static constexpr int nameLeft = 44, indent = 16, iconRoom = 20, curveInset = 12, edge = 12;

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
  void paintName(QPainter* painter, const QRect& cell, const QModelIndex& index) const;
  void paintStanding(QPainter* painter, const QRect& cell, const QModelIndex& index) const;
  void paintCurve(QPainter* painter, const QRect& cell, const QModelIndex& index) const;

  /// Where a line's swatch and name begin: those of a group are right of its arrow, its runs below them.
  [[nodiscard]] int indentOf(const QModelIndex& index) const;

  RunsOrder& m_order;
};

class RunsTableView final : public QTableView {
 public:
  explicit RunsTableView(RunsOrder& order, QWidget* parent = nullptr);

  /// Shares the width out among the columns as what they hold now needs it.
  void fit();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  /// While the pointer is over the lines, none of them moves away under it.
  bool viewportEvent(QEvent* event) override;
  /// Left and Right fold and unfold the group of the current line.
  void keyPressEvent(QKeyEvent* event) override;

 private:
  [[nodiscard]] double titleWidth(int column) const;
  [[nodiscard]] int widest(int column, int least, int most) const;

  RunsOrder& m_order;
};

}  // namespace sojourn::qt
