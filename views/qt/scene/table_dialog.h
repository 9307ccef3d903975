// SPDX-License-Identifier: GPL-3.0-or-later
// "Show as table": the numbers behind a picture, unrounded, to read, copy and save.
#pragma once

#include <QAbstractTableModel>
#include <QDialog>

#include "views/present/scene/scene.h"

class QTableView;

namespace sojourn::qt {

class SceneTableModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  explicit SceneTableModel(present::Table table, QObject* parent = nullptr);
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role = Qt::DisplayRole) const override;
  [[nodiscard]] const present::Table& table() const { return m_table; }

 private:
  present::Table m_table;
};

/// Stays open beside the window and keeps what it showed when it was opened.
class TableDialog final : public QDialog {
  Q_OBJECT
 public:
  TableDialog(const QString& title, const QString& caption, present::Table table, QWidget* parent = nullptr);
  [[nodiscard]] QTableView* view() const { return m_view; }

 Q_SIGNALS:
  void saveWanted();

 private:
  void copySelection();

  SceneTableModel* m_model;
  QTableView* m_view;
};

}  // namespace sojourn::qt
