// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/visit_editor.h"

#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// Key presses further apart are edits of their own.
constexpr qint64 runMilliseconds = 1200;
constexpr double insertedMinutes = 60;

}  // namespace

VisitEditor::VisitEditor(session::Workspace& workspace, session::WhatIf& whatIf, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_whatIf(whatIf) {}

VisitIndices VisitEditor::selected() const {
  const Selection& selection = m_workspace.selection();
  if (!selection.locked.visit || !m_workspace.sequence()) return {};
  VisitIndices visits{*selection.locked.visit};
  visits.insert(visits.end(), selection.alsoVisits.begin(), selection.alsoVisits.end());
  std::erase_if(visits, [this](std::size_t visit) { return visit >= m_workspace.sequence()->visits.size(); });
  return visits;
}

void VisitEditor::apply(const SequenceEdit& edit, std::uint64_t gesture, const std::string& name) {
  const Status done = m_whatIf.apply(edit, gesture, name);
  if (done) {
    Q_EMIT accepted();
    return;
  }
  const Error& error = done.error();
  Q_EMIT refused(toText(escapeForDisplay(error.sentence(), 300)));
}

void VisitEditor::setPlace(LocationId location) {
  if (const auto visits = selected(); !visits.empty()) apply(ReplaceLocation{visits, location});
}

void VisitEditor::setStart(int shownMinute) {
  const auto visits = selected();
  if (!visits.empty()) apply(SetStart{visits, shownMinute, m_workspace.displayOffsetMinutes()});
}

void VisitEditor::setDay(int shownDaysAgo) {
  const auto visits = selected();
  if (!visits.empty()) apply(SetDay{visits, shownDaysAgo, m_workspace.displayOffsetMinutes()});
}

void VisitEditor::setDuration(double minutes) {
  if (const auto visits = selected(); !visits.empty()) apply(SetDuration{visits, minutes});
}

bool VisitEditor::goesOn(bool stretches) const {
  return m_run.gesture != 0 && m_run.stretches == stretches && m_whatIf.history() &&
         m_whatIf.history()->now().gesture == m_run.gesture && m_run.now == selected() &&
         m_run.since.elapsed() < runMilliseconds;
}

void VisitEditor::begin(bool stretches) {
  m_run = {.gesture = m_whatIf.newGesture(),
           .visits = selected(),
           .now = {},
           .amount = 0,
           .stretches = stretches,
           .since = {}};
}

void VisitEditor::wentOn(double amount) {
  m_run.amount = amount;
  m_run.now = selected();
  m_run.since.start();
}

void VisitEditor::nudge(int minutes) {
  if (selected().empty()) return;
  if (!goesOn(false)) begin(false);
  const auto amount = static_cast<std::int32_t>(m_run.amount) + minutes;
  const Status done = m_whatIf.apply(ShiftTime{m_run.visits, amount}, m_run.gesture);
  if (!done) {
    Q_EMIT refused(toText(escapeForDisplay(done.error().sentence(), 300)));
    return;
  }
  wentOn(amount);
  Q_EMIT accepted();
}

void VisitEditor::stretch(double minutes) {
  if (selected().empty()) return;
  if (!goesOn(true)) {
    begin(true);
    m_run.amount = m_workspace.sequence()->visits[m_run.visits[0]].durationMinutes;
  }
  const double amount = std::clamp(m_run.amount + minutes, 0.0, longestStayMinutes);
  apply(SetDuration{m_run.visits, amount}, m_run.gesture);
  wentOn(amount);
}

void VisitEditor::remove() {
  if (const auto visits = selected(); !visits.empty()) apply(RemoveVisits{visits});
}

void VisitEditor::duplicate() {
  if (const auto visits = selected(); !visits.empty()) apply(DuplicateVisits{visits});
}

void VisitEditor::insert(LocationId location) {
  const Sequence* sequence = m_workspace.sequence();
  if (!sequence || sequence->visits.empty()) return;
  const auto visits = selected();
  Visit visit = sequence->visits[visits.empty() ? sequence->visits.size() - 1 : visits[0]];
  const auto until = static_cast<int>(std::ceil(visit.durationMinutes));
  const LocalTime end = localStart(visit, until);
  visit.location = location;
  visit.durationMinutes = insertedMinutes;
  visit.weekday = end.weekday;
  visit.startMinute = end.minute;
  visit.daysAgo -= end.dayShift;
  apply(InsertVisit{visit});
}

void VisitEditor::reorder(int by) {
  const auto visits = selected();
  if (visits.empty() || !m_workspace.sequence()) return;
  const auto last = static_cast<std::ptrdiff_t>(m_workspace.sequence()->visits.size()) - 1;
  const auto to = std::clamp(static_cast<std::ptrdiff_t>(visits[0]) + by, std::ptrdiff_t{0}, last);
  apply(MoveVisit{visits[0], static_cast<std::size_t>(to)});
}

void VisitEditor::drag(std::size_t visit, int minutes, bool copy, bool dropped) {
  if (m_drag == 0) {
    m_drag = m_whatIf.newGesture();
    // A mark that is one of several selected takes the others along; any other one is the selected one from now on.
    m_dragged = selected();
    if (std::ranges::find(m_dragged, visit) == m_dragged.end()) {
      m_dragged = {visit};
      const Sequence* sequence = m_workspace.sequence();
      if (sequence && visit < sequence->visits.size())
        m_workspace.select({.visit = visit, .query = {}, .location = sequence->visits[visit].location, .head = {}});
    }
  }
  if (copy) {
    apply(minutes == 0 ? SequenceEdit(ShiftTime{m_dragged, 0}) : DuplicateVisits{m_dragged, minutes}, m_drag);
  } else {
    apply(ShiftTime{m_dragged, minutes}, m_drag);
  }
  // A drag that is back where it began may have been released, without a signal: if it goes on, it begins again.
  if (!dropped && minutes != 0) return;
  m_whatIf.endGesture();
  m_drag = 0;
}

}  // namespace sojourn::qt
