// SPDX-License-Identifier: GPL-3.0-or-later
// What the edit bar, the menu, the keys and the dragged marks ask for, as edits of the visits that are selected.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "views/session/what_if/what_if.h"

namespace sojourn::qt {

/// Without a widget of its own. What is refused is reported by a signal, and the sample stays as it was.
class VisitEditor final : public QObject {
  Q_OBJECT
 public:
  VisitEditor(session::Workspace& workspace, session::WhatIf& whatIf, QObject* parent = nullptr);

  [[nodiscard]] session::Workspace& workspace() const { return m_workspace; }
  [[nodiscard]] session::WhatIf& whatIf() const { return m_whatIf; }
  /// The selected visit first, then those added to it; empty: none.
  [[nodiscard]] VisitIndices selected() const;

  /// `name` where the edit has a better one than its own. False where it was refused.
  bool apply(const SequenceEdit& edit, std::uint64_t gesture = 0, const std::string& name = {});
  /// Of these visits, as typed: "19:46", "12 h 30". False where it is no time, no duration; nothing without visits.
  bool takeStart(const VisitIndices& visits, const QString& typed);
  bool takeDuration(const VisitIndices& visits, const QString& typed);
  void setPlace(LocationId location) { editSelected<ReplaceLocation>(location); }
  /// Days before the recorded day of the target, as shown.
  void setDay(int shownDaysAgo) { editSelected<SetDay>(shownDaysAgo, m_workspace.names().displayOffsetMinutes()); }
  /// Steps of the selected visits; a run of them in quick succession is one edit.
  void nudge(int minutes);
  void stretch(double minutes);
  void remove() { editSelected<RemoveVisits>(); }
  void duplicate() { editSelected<DuplicateVisits>(); }
  /// A visit of an hour where the selected one ends (the last one without a selection).
  void insert(LocationId location);
  /// In the order alone: one earlier (-1) or later (1).
  void reorder(int by);
  /// A mark that is dragged, or was dropped: minutes from where the drag began.
  void drag(std::size_t visit, int minutes, bool copy, bool dropped);

 Q_SIGNALS:
  void refused(const QString& why);
  void accepted();

 private:
  /// A run of key presses or a drag, and what it has come to.
  struct Run {
    std::uint64_t gesture = 0;
    VisitIndices visits;  ///< where it began
    VisitIndices now;     ///< where they stand now: another selection is another run
    double amount = 0;
    bool stretches = false;
    QElapsedTimer since;
  };
  template <typename Edit, typename... Values>
  void editSelected(Values... values) {
    if (const auto visits = selected(); !visits.empty()) apply(Edit{visits, values...});
  }
  /// Begins another run unless the last one goes on. False where nothing is selected.
  bool continueRun(bool stretches);
  void wentOn(double amount);

  session::Workspace& m_workspace;
  session::WhatIf& m_whatIf;
  Run m_run;
  std::uint64_t m_drag = 0;
  VisitIndices m_dragged;  ///< where the drag began
};

}  // namespace sojourn::qt
