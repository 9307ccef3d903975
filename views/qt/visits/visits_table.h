// SPDX-License-Identifier: GPL-3.0-or-later
// The visits of the current sample as a table: rows that are chosen together, and what each cell takes as an edit.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QTableView>
#include <vector>

#include "model/data/dataset/sequence.h"

class QComboBox;

namespace sojourn::qt {

class CurrentSample;
class VisitEditor;

enum class VisitColumn { Place, Day, Start, Duration, DaysAgo, Flags };
inline constexpr int visitColumns = 6;

/// Days and times by the clock that the rest of the studio shows. A cell that is set becomes the edit that the edit bar
/// would make: of the selected visits where its row is among them, else of its own. What is no value is refused by
/// VisitEditor::refused(), and nothing changes.
class VisitsModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role { Swatch = Qt::UserRole + 1 };
  /// `editor` and `current` must outlive this.
  VisitsModel(VisitEditor& editor, const CurrentSample& current, QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_sequence.visits.size());
  }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : visitColumns;
  }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  [[nodiscard]] const Sequence& sequence() const { return m_sequence; }
  /// With the weekdays that its visit may be moved to.
  void fillDaysOf(int row, QComboBox& days) const;
  /// Takes over the workspace's visits and flags.
  void refresh();

 private:
  [[nodiscard]] QString cellText(const QModelIndex& index) const;
  [[nodiscard]] bool take(std::size_t row, VisitColumn column, const QString& typed);

  VisitEditor& m_editor;
  const CurrentSample& m_current;
  Sequence m_sequence;                   ///< as last announced to the views
  std::vector<QStringList> m_flagLabels;  ///< a visit
  std::vector<QStringList> m_flagTexts;
};

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
