// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/nearest_records.h"

namespace sojourn::session {
namespace {

constexpr std::chrono::milliseconds quiet{100};

}  // namespace

NearestRecords::NearestRecords(Workspace& workspace, std::function<void()> wake, std::function<void()> changed)
    : m_workspace(workspace), m_changed(std::move(changed)), m_reading(wake), m_query(wake) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

void NearestRecords::setShown(bool shown) {
  if (m_shown == shown) return;
  m_shown = shown;
  if (shown) {
    ask();
    return;
  }
  if (m_reading.awaiting()) cancel();
  m_query.cancel();
  m_asked.reset();
}

void NearestRecords::cancel() {
  m_reading.cancel();
  m_readBy.reset();
  m_changed();
}

void NearestRecords::drain() {
  const bool read = m_reading.drain();
  if (read && !m_reading.awaiting()) ask();
  if (m_query.drain() || read) m_changed();
}

void NearestRecords::setLikeness(Likeness likeness) {
  if (m_likeness == likeness) return;
  m_likeness = likeness;
  ask();
  m_changed();
}

void NearestRecords::follow(Changes changes) {
  if (!m_shown || !changes.hasAny({Change::Dataset, Change::Model, Change::Sample, Change::Inspection})) return;
  ask();
  m_changed();
}

void NearestRecords::ask() {
  const bool ready = m_shown && m_workspace.engine() && m_workspace.inspection() && !m_workspace.inspectionOutdated() &&
                     m_workspace.inspectionEngine() == m_workspace.engine();
  if (!ready) return;
  if (m_readBy != m_workspace.engine() || m_readOf != m_workspace.dataset()) {
    m_readBy = m_workspace.engine();
    m_readOf = m_workspace.dataset();
    m_reading.forget();
    m_query.forget();
    m_asked.reset();
    m_reading.ask([engine = m_readBy, dataset = m_readOf](const CancelToken& cancel, const Progress& progress) {
      return SequenceLibrary::read(*engine, dataset, Split::Train, cancel, progress);
    });
    return;
  }
  if (!m_reading.answer() || m_reading.awaiting()) return;
  if (m_asked == m_workspace.inspection() && m_askedBy == m_likeness) return;
  m_asked = m_workspace.inspection();
  m_askedBy = m_likeness;
  m_query.ask(
      [library = *m_reading.answer(), inspection = m_asked, likeness = m_likeness](
          const CancelToken& cancel, const Progress&) -> Result<NearestAnswer> {
        auto found = library->nearest(*inspection, likeness, listed, cancel);
        if (!found) return found.error();
        return NearestAnswer{std::move(*found), inspection};
      },
      quiet);
}

}  // namespace sojourn::session
