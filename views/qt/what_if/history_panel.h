// SPDX-License-Identifier: GPL-3.0-or-later
// The History dock: every state of the sample's edits, and the scenarios that were kept.
#pragma once

#include <QAbstractListModel>
#include <QWidget>

#include "views/present/scene/place_colors.h"
#include "views/session/what_if/what_if.h"

class QLabel;
class QListView;

namespace sojourn::qt {

class ViewState;

/// Both lists in one shape: an icon or a swatch, a name, what is predicted, a word at the right.
class HistoryModel final : public QAbstractListModel {
  Q_OBJECT
 public:
  enum class Shows { States, Scenarios };
  enum Role { Icon = Qt::UserRole + 1, Swatch, Caption, Flag, Current, Undone };
  HistoryModel(Shows shows, const session::WhatIf& whatIf, const ViewState& state, QObject* parent = nullptr);
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  void refresh();

 private:
  [[nodiscard]] QVariant ofState(std::size_t row, int role) const;
  [[nodiscard]] QString whyUnknown(const ScenarioOrigin& origin) const;
  [[nodiscard]] QVariant ofScenario(std::size_t row, int role) const;
  [[nodiscard]] QString topWords(const std::optional<session::TopPrediction>& top, const Sequence& sequence) const;

  Shows m_shows;
  const session::WhatIf& m_whatIf;
  const ViewState& m_state;
  int m_rows = 0;
};

class HistoryPanel final : public QWidget {
  Q_OBJECT
 public:
  HistoryPanel(session::WhatIf& whatIf, const ViewState& state, QAction* undo, QAction* redo,
               QWidget* parent = nullptr);
  void refresh();
  [[nodiscard]] QListView* states() const { return m_states; }
  [[nodiscard]] QListView* scenarios() const { return m_scenarios; }

 Q_SIGNALS:
  void renameWanted(int scenario);
  void exportWanted(int scenario);
  void importWanted();
  void failed(const sojourn::Error& error);

 private:
  void scenarioMenu(QPoint at);

  session::WhatIf& m_whatIf;
  HistoryModel *m_stateRows, *m_scenarioRows;
  QListView *m_states, *m_scenarios;
  QLabel* m_noScenarios;  ///< in place of an empty list
};

}  // namespace sojourn::qt

Q_DECLARE_METATYPE(sojourn::present::Swatch)
