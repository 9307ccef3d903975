// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/nearest_records.h"

namespace sojourn::session {
namespace {

constexpr std::chrono::milliseconds recordsQuiet{100};

}  // namespace

NearestRecords::NearestRecords(Workspace& workspace, std::function<void()> changed)
    : SampleStudy(workspace, std::move(changed), {Change::Dataset, Change::Model, Change::Sample, Change::Inspection}),
      m_reading(workspace, [this] {
        if (!reading()) ask();
        m_changed();
      }) {}

void NearestRecords::drop() {
  if (reading()) m_reading.cancel();
  m_query.cancel();
}

void NearestRecords::cancel() {
  m_reading.cancel();
  m_changed();
}

void NearestRecords::setSimilarity(SimilarityMeasure similarity) {
  if (m_similarity == similarity) return;
  m_similarity = similarity;
  ask();
  m_changed();
}

std::optional<NearestQuestion> NearestRecords::question() const {
  if (!inspected(m_workspace)) return std::nullopt;
  return NearestQuestion{{m_workspace.dataset(), m_workspace.engine()}, *m_workspace.sequence(), m_similarity};
}

bool NearestRecords::prepare() {
  if (!inspected(m_workspace)) return false;
  const ModelAndData now{m_workspace.dataset(), m_workspace.engine()};
  if (m_reading.asked() != now) {
    if (!m_reading.answers(now)) {
      m_query.forget();
      m_reading.forget();
    }
    m_reading.askOnce({.subject = "the training split", .progressShown = true}, now,
                      [now](const CancelToken& cancel, const Progress& progress, const auto&) {
                        return SequenceLibrary::read(*now.engine, now.dataset, Split::Train, cancel, progress);
                      });
  }
  return m_reading.answers(now);
}

void NearestRecords::compute(const NearestQuestion& question) {
  m_query.askOnce(
      {.subject = "the nearest training samples", .quiet = recordsQuiet}, question,
      [library = *m_reading.answer(), inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       similarity = m_similarity](const CancelToken& cancel, const Progress&, const auto&) -> Result<NearestAnswer> {
        auto found = library->nearest(*inspection, similarity, listed, cancel);
        if (!found) return found.error();
        return NearestAnswer{std::move(*found), inspection, sampleText};
      });
}

}  // namespace sojourn::session
