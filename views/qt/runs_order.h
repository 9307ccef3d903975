// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs the table shows, and in which order: sorting, the filter line's words, archived ones.
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

#include "views/qt/runs_model.h"

namespace sojourn::qt {

class RunsOrder final : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit RunsOrder(RunsModel& model, QObject* parent = nullptr);

  /// Every word must be found in a run: in its name, folder, model, dataset, state, tags or note; or in one of these as
  /// in "state:running", "tag:baseline". A minus before a word: not.
  void setWords(const QString& filter);
  void setArchivedShown(bool shown);
  [[nodiscard]] bool archivedShown() const { return m_archivedShown; }

  [[nodiscard]] RunsModel& runs() const { return m_model; }
  [[nodiscard]] int sourceRow(const QModelIndex& shown) const { return mapToSource(shown).row(); }

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  RunsModel& m_model;
  QStringList m_words;
  bool m_archivedShown = false;
};

}  // namespace sojourn::qt
