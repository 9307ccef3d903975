// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/visit_editor.h"

#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "views/qt/visits/edit_fields.h"
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
  const Selection& selection = m_workspace.selection().now();
  if (!selection.selected.visit || !m_workspace.sequence()) return {};
  VisitIndices visits{*selection.selected.visit};
  visits.insert(visits.end(), selection.alsoVisits.begin(), selection.alsoVisits.end());
  std::erase_if(visits, [this](std::size_t visit) { return visit >= m_workspace.sequence()->visits.size(); });
  return visits;
}

bool VisitEditor::apply(const SequenceEdit& edit, std::uint64_t gesture, const std::string& name) {
  const Status done = m_whatIf.apply(edit, gesture, name);
  if (done)
    Q_EMIT accepted();
  else
    Q_EMIT refused(toText(escapeForDisplay(done.error().sentence(), 300)));
  return done.ok();
}

bool VisitEditor::takeStart(const VisitIndices& visits, const QString& typed) {
  const auto minute = clockFromText(typed);
  if (!minute) Q_EMIT refused(tr("\u201C%1\u201D is not a time: write it as 19:46").arg(typed));
  if (minute && !visits.empty()) apply(SetStart{visits, *minute, m_workspace.names().displayOffsetMinutes()});
  return minute.has_value();
}

bool VisitEditor::takeDuration(const VisitIndices& visits, const QString& typed) {
  const auto minutes = durationFromText(typed);
  if (!minutes) Q_EMIT refused(tr("\u201C%1\u201D is not a duration: write it as 12 h 30 or 45 min").arg(typed));
  if (minutes && !visits.empty()) apply(SetDuration{visits, *minutes});
  return minutes.has_value();
}

bool VisitEditor::continueRun(bool stretches) {
  const VisitIndices visits = selected();
  const bool goesOn = m_run.gesture != 0 && m_run.stretches == stretches && m_whatIf.history() &&
                      m_whatIf.history()->now().gesture == m_run.gesture && m_run.now == visits &&
                      m_run.since.elapsed() < runMilliseconds;
  if (goesOn || visits.empty()) return !visits.empty();
  m_run = {.gesture = m_whatIf.newGesture(), .visits = visits, .now = {}, .stretches = stretches, .since = {}};
  if (stretches) m_run.amount = m_workspace.sequence()->visits[visits[0]].durationMinutes;
  return true;
}

void VisitEditor::wentOn(double amount) {
  m_run.amount = amount;
  m_run.now = selected();
  m_run.since.start();
}

void VisitEditor::nudge(int minutes) {
  if (!continueRun(false)) return;
  const auto amount = static_cast<std::int32_t>(m_run.amount) + minutes;
  if (apply(ShiftTime{m_run.visits, amount}, m_run.gesture)) wentOn(amount);
}

void VisitEditor::stretch(double minutes) {
  if (!continueRun(true)) return;
  const double amount = std::clamp(m_run.amount + minutes, 0.0, longestStayMinutes);
  apply(SetDuration{m_run.visits, amount}, m_run.gesture);
  wentOn(amount);
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
        m_workspace.selection().select(
            {.visit = visit, .query = {}, .location = sequence->visits[visit].location, .head = {}});
    }
  }
  apply(copy && minutes != 0 ? SequenceEdit(DuplicateVisits{m_dragged, minutes}) : ShiftTime{m_dragged, minutes},
        m_drag);
  // A drag that is back where it began may have been released, without a signal: if it goes on, it begins again.
  if (!dropped && minutes != 0) return;
  m_whatIf.endGesture();
  m_drag = 0;
}

}  // namespace sojourn::qt
