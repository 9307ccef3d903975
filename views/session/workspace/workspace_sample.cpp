// SPDX-License-Identifier: GPL-3.0-or-later
// The current sample: which row, which sequence, and its inspection.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

void Workspace::setRow(std::size_t row) {
  if (row >= m_samples.table().size() || (m_row == row && !m_edited)) return;
  const Observers::Batch batch(m_observers);
  m_banners.retract(BannerTopic::Place);
  showRow(row);
}

void Workspace::showRow(std::size_t row) {
  m_banners.retract(BannerTopic::Edit);
  m_row = row;
  m_sequence = m_samples.table().sequences()->sequence(row);
  m_edited = false;
  m_selection.carryOver();
  m_observers.announce(Change::Sample);
  requestInspection();
}

void Workspace::stepSample(std::ptrdiff_t by) {
  const auto rows = m_samples.view().rows();
  if (rows.empty() || by == 0) return;
  const auto last = static_cast<std::ptrdiff_t>(rows.size()) - 1;
  // From a sample that the filter hides, the step goes to an end of what is shown.
  std::ptrdiff_t at = by > 0 ? 0 : last;
  if (m_row) {
    if (const auto position = m_samples.view().positionOf(static_cast<SampleIndex>(*m_row))) {
      at = std::clamp(static_cast<std::ptrdiff_t>(*position) + by, std::ptrdiff_t{0}, last);
    }
  }
  setRow(rows[static_cast<std::size_t>(at)]);
}

void Workspace::setSequence(Sequence sequence, const std::optional<Selection>& selection) {
  if (!m_row || m_sequence == sequence) return;
  const Observers::Batch batch(m_observers);
  m_banners.retract(BannerTopic::Edit);
  m_edited = sequence != m_samples.table().sequences()->sequence(*m_row);
  m_sequence = std::move(sequence);
  m_selection.carryOver(*m_sequence, selection);
  m_observers.announce(Change::Sample);
  requestInspection();
}

Status Workspace::showEdited(const Sequence& sequence) {
  if (!m_dataset || !m_row) return {};
  const auto refuse = [](const char* what, std::int32_t id, std::int32_t count) {
    return Error{ErrorKind::BadInput, tr("the edited sample"),
                 tr("names %1 %2, the dataset has %3 of them, counted from 0",
                    {tr(what), std::to_string(id), groupThousands(count)}),
                 tr("open the dataset that the link was copied from")};
  };
  const auto beyond = [](std::int32_t id, std::int32_t count) { return id < 0 || id >= count; };
  if (beyond(sequence.user, m_dataset->numUsers)) return refuse("user", sequence.user, m_dataset->numUsers);
  std::vector<LocationId> places;
  for (const Visit& visit : sequence.visits) places.push_back(visit.location);
  if (sequence.target) places.push_back(*sequence.target);
  for (const LocationId place : places)
    if (beyond(place, m_dataset->numLocations)) return refuse("place", place, m_dataset->numLocations);
  setSequence(sequence);
  return {};
}

void Workspace::discardEdits() {
  if (m_row && m_edited) setSequence(m_samples.table().sequences()->sequence(*m_row));
}

void Workspace::requestInspection() {
  if (!m_engine || !m_sequence) return;
  m_inspectionOutdated = m_inspection != nullptr;
  m_inspectionError.reset();
  if (program() && m_inspectionJob == 0)
    m_inspectionJob = m_jobs.begin(tr("Asking %1", {m_engine->description().title}), "", [this] {
      if (m_engine) m_programs->interrupt(*m_engine);
    });
  m_inspectionNumber = m_inspections.request(m_engine, *m_sequence);
  m_observers.announce(Change::Inspection);
}

void Workspace::applyAnswer(InspectionService::Answer& answer) {
  if (answer.number != m_inspectionNumber) return;
  if (m_inspectionJob != 0) m_jobs.end(m_inspectionJob);
  if (m_inspectionBanner != 0) m_banners.dismiss(std::exchange(m_inspectionBanner, 0));
  m_inspectionMilliseconds = answer.milliseconds;
  if (answer.result.ok()) {
    m_inspection = *answer.result;
    m_inspectionEngine = std::move(answer.engine);
    m_inspectionOutdated = false;
  } else {
    m_inspectionError = answer.result.error();
    Error error = answer.result.error();
    if (error.where.empty()) error.where = sampleText();
    m_inspectionBanner = m_banners.add(std::move(error), Severity::Error, actionsOnFailure(), BannerTopic::None);
  }
  noticeDevice();
  m_observers.announce(Change::Inspection);
}

std::string Workspace::sampleText() const {
  if (!m_row) return "";
  std::string text = tr("sample %1, %2", {groupThousands(static_cast<long long>(*m_row)), splitName(m_split)});
  return m_edited ? text + tr(", edited") : text;
}

}  // namespace sojourn::session
