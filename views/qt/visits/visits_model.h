// SPDX-License-Identifier: GPL-3.0-or-later
// The visits of the current sample as rows: what is shown, and what each cell takes as an edit.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn::qt {

class ViewState;
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
  /// `editor` and `state` must outlive this.
  VisitsModel(VisitEditor& editor, const ViewState& state, QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  [[nodiscard]] const Sequence& sequence() const { return m_sequence; }
  /// The day of a visit as it is shown.
  [[nodiscard]] int shownDaysAgo(int row) const;
  /// Its weekday, were it so many shown days before the target.
  [[nodiscard]] QString weekdayWord(int row, int daysAgo) const;
  /// Takes over the workspace's visits and flags.
  void refresh();

 private:
  [[nodiscard]] QString words(const QModelIndex& index) const;
  [[nodiscard]] bool take(std::size_t row, VisitColumn column, const QString& typed);

  VisitEditor& m_editor;
  const ViewState& m_state;
  Sequence m_sequence;                   ///< as last announced to the views
  std::vector<QStringList> m_flagWords;  ///< a visit
  std::vector<QStringList> m_flagTexts;
};

}  // namespace sojourn::qt
