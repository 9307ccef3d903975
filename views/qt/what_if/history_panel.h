// SPDX-License-Identifier: GPL-3.0-or-later
// The History dock: every state of the sample's edits, and the scenarios that were kept.
#pragma once

#include <QMap>
#include <QVariant>
#include <QWidget>

#include "views/present/scene/place_colors.h"
#include "views/session/what_if/what_if.h"

class QLabel;
class QListView;
class QStandardItemModel;

namespace sojourn::qt {

class CurrentSample;

class HistoryPanel final : public QWidget {
  Q_OBJECT
 public:
  /// Of both lists: an icon or a swatch, a name, what is predicted, a word at the right.
  enum Role { Icon = Qt::UserRole + 1, Swatch, Caption, Flag, Current, Undone };
  HistoryPanel(session::WhatIf& whatIf, const CurrentSample& current, QAction* undo, QAction* redo,
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
  [[nodiscard]] QMap<int, QVariant> stateData(std::size_t row) const;
  [[nodiscard]] QMap<int, QVariant> scenarioData(std::size_t row) const;
  [[nodiscard]] QString topText(const std::optional<session::TopPrediction>& top, const Sequence& sequence) const;
  [[nodiscard]] QVariant swatchOf(const std::optional<session::TopPrediction>& top) const;
  [[nodiscard]] QString whyUnknown(const ScenarioOrigin& origin) const;
  void scenarioMenu(QPoint at);

  session::WhatIf& m_whatIf;
  const CurrentSample& m_current;
  QStandardItemModel *m_stateRows, *m_scenarioRows;
  QListView *m_states, *m_scenarios;
  QLabel* m_noScenarios;  ///< in place of an empty list
};

}  // namespace sojourn::qt

Q_DECLARE_METATYPE(sojourn::present::Swatch)
