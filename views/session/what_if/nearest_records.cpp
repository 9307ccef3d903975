// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/nearest_records.h"

namespace sojourn::session {
namespace {

constexpr std::chrono::milliseconds recordsQuiet{100};

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

void NearestRecords::setSimilarity(SimilarityMeasure similarity) {
  if (m_similarity == similarity) return;
  m_similarity = similarity;
  ask();
  m_changed();
}

void NearestRecords::follow(Changes changes) {
  if (!m_shown || !changes.hasAny({Change::Dataset, Change::Model, Change::Sample, Change::Inspection})) return;
  ask();
  m_changed();
}

std::optional<NearestRecords::Question> NearestRecords::question() const {
  const bool ready = m_workspace.engine() && m_workspace.sequence() && m_workspace.inspection() &&
                     !m_workspace.inspectionOutdated() && m_workspace.inspectionEngine() == m_workspace.engine();
  if (!ready) return std::nullopt;
  return Question{m_workspace.dataset(), m_workspace.engine(), *m_workspace.sequence(), m_similarity};
}

bool NearestRecords::outdated() const {
  if (!m_query.answer() || error()) return false;
  const auto now = question();
  return !now || !m_query.answers(*now);
}

void NearestRecords::ask() {
  const auto wanted = question();
  if (!m_shown || !wanted) return;
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
  if (m_asked == wanted) return;
  m_asked = wanted;
  if (m_query.answers(*wanted) && !m_query.error()) return m_query.cancel();  // an edit was undone
  m_query.ask(
      *wanted,
      [library = *m_reading.answer(), inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       similarity = m_similarity](const CancelToken& cancel, const Progress&) -> Result<NearestAnswer> {
        auto found = library->nearest(*inspection, similarity, listed, cancel);
        if (!found) return found.error();
        return NearestAnswer{std::move(*found), inspection, sampleText};
      },
      recordsQuiet);
}

}  // namespace sojourn::session
