// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the Samples dock: a delegate that draws the marks, and which row a person chooses.
#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

namespace sojourn::qt {

class SamplesModel;

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
