// SPDX-License-Identifier: GPL-3.0-or-later
// The table of visits: rows that are chosen together, cells that open where they stand.
#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

namespace sojourn::qt {

class VisitsModel;

class VisitsDelegate final : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit VisitsDelegate(VisitsModel& model, QObject* parent) : QStyledItemDelegate(parent), m_model(model) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// A choice of days for the day, a line for the rest.
  [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

 private:
  VisitsModel& m_model;
};

/// Enter, F2, a double click or typing opens a cell; that of the place asks for one.
class VisitsTableView final : public QTableView {
  Q_OBJECT
 public:
  explicit VisitsTableView(VisitsModel& model, QWidget* parent = nullptr);
  /// A widget that covers a cell: where popups hang.
  [[nodiscard]] QWidget* anchor(const QModelIndex& index);

 Q_SIGNALS:
  void placeWanted(const QModelIndex& index);

 protected:
  bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* m_anchor;
};

}  // namespace sojourn::qt
