// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/flips.h"

namespace sojourn::session {
namespace {

/// A search is long and takes all processors: it waits until the hand has come to rest.
constexpr std::chrono::milliseconds quiet{400};

FlipRequest requestFor(const FlipWish& wish) {
  FlipRequest request{.to = wish.to, .mostChanges = wish.mostChanges};
  for (std::size_t kind = 0; kind < changeKinds; ++kind) {
    const auto one = static_cast<ChangeKind>(kind);
    const bool place = one == ChangeKind::Location || one == ChangeKind::Removal;
    if ((wish.scope == FlipScope::NoPlaces && place) || (wish.scope == FlipScope::Places && !place))
      request.kinds[kind] = false;
  }
  return request;
}

}  // namespace

Result<FlipAnswer> flipsOf(const Engine& engine, const InspectionPtr& inspection, const FlipWish& wish,
                           const DatasetPtr& dataset, TrainingKnowledge& knowledge, const CancelToken& cancel,
                           const Progress& progress) {
  const auto training = knowledge.of(dataset);
  auto found =
      searchFlips(engine, inspection->sequence, requestFor(wish), {*training, dataset->places}, cancel, progress);
  if (!found) return found.error();
  return FlipAnswer{std::move(*found), inspection, {}};
}

Flips::Flips(Workspace& workspace, std::function<void()> wake, std::function<void()> changed)
    : m_workspace(workspace), m_changed(std::move(changed)), m_inquiry(std::move(wake)) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

void Flips::setShown(bool shown) {
  if (m_shown == shown) return;
  m_shown = shown;
  if (shown) {
    ask();
  } else if (m_inquiry.awaiting()) {
    m_inquiry.cancel();
    m_asked.reset();
  }
}

void Flips::drain() {
  if (m_inquiry.drain()) m_changed();
}

void Flips::setTo(std::optional<LocationId> location) {
  if (m_wish.to == location) return;
  m_wish.to = location;
  ask();
  m_changed();
}

void Flips::setMostChanges(std::size_t count) {
  if (m_wish.mostChanges == count) return;
  m_wish.mostChanges = count;
  ask();
  m_changed();
}

void Flips::setScope(FlipScope scope) {
  if (m_wish.scope == scope) return;
  m_wish.scope = scope;
  ask();
  m_changed();
}

void Flips::cancel() {
  if (!m_inquiry.awaiting()) return;
  m_inquiry.cancel();
  m_cancelled = true;
  m_changed();
}

void Flips::search() {
  m_asked.reset();
  ask();
  m_changed();
}

std::optional<Flips::Question> Flips::question() const {
  if (!m_workspace.engine() || !m_workspace.sequence()) return std::nullopt;
  return Question{m_workspace.dataset(), m_workspace.engine(), *m_workspace.sequence(), m_wish};
}

bool Flips::current() const {
  const auto now = question();
  return now && !m_inquiry.error() && m_inquiry.answers(*now);
}

void Flips::follow(Changes changes) {
  if (!m_shown || !changes.hasAny({Change::Dataset, Change::Model, Change::Sample, Change::Inspection})) return;
  ask();
  m_changed();
}

void Flips::ask() {
  const auto wanted = question();
  // An edit is inspected first; what comes of it says that the model can read it.
  const bool ready = m_shown && wanted && m_workspace.inspection() && !m_workspace.inspectionOutdated() &&
                     m_workspace.inspectionEngine() == m_workspace.engine();
  if (!ready || m_asked == wanted) return;
  m_asked = wanted;
  m_cancelled = false;
  if (m_inquiry.answers(*wanted) && !m_inquiry.error()) return m_inquiry.cancel();  // an edit was undone
  m_inquiry.ask(
      *wanted,
      [wanted = *wanted, inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       knowledge = m_knowledge](const CancelToken& cancel, const Progress& progress) {
        auto found = flipsOf(*wanted.engine, inspection, wanted.what, wanted.dataset, *knowledge, cancel, progress);
        if (found) found->sampleText = sampleText;
        return found;
      },
      quiet);
}

std::optional<SequenceEdit> Flips::editTo(std::size_t flip) const {
  if (!current() || flip >= m_inquiry.answer()->findings.flips.size()) return std::nullopt;
  const Flip& chosen = m_inquiry.answer()->findings.flips[flip];
  const Sequence& searched = m_inquiry.answer()->inspection->sequence;
  const auto edits = editsOf(searched, chosen.changes);
  if (edits && edits->size() == 1) return edits->front();
  auto changed = withChanges(searched, chosen.changes);
  if (!changed || changed->sequence != chosen.sequence) return ReplaceSequence{chosen.sequence};
  return ReplaceSequence{std::move(changed->sequence), std::move(changed->cameFrom)};
}

}  // namespace sojourn::session
