// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/counterfactuals.h"

namespace sojourn::session {
namespace {

/// A search is long and takes all processors: it waits until the hand has come to rest.
constexpr std::chrono::milliseconds searchQuiet{400};

CounterfactualRequest requestFor(const CounterfactualOptions& wish) {
  CounterfactualRequest request{.to = wish.to, .mostChanges = wish.mostChanges};
  for (std::size_t kind = 0; kind < changeKinds; ++kind) {
    const auto one = static_cast<ChangeKind>(kind);
    const bool place = one == ChangeKind::Location || one == ChangeKind::Removal;
    if ((wish.scope == CounterfactualScope::NoPlaces && place) || (wish.scope == CounterfactualScope::Places && !place))
      request.kinds[kind] = false;
  }
  return request;
}

}  // namespace

Result<CounterfactualAnswer> counterfactualsOf(const Engine& engine, const InspectionPtr& inspection,
                                               const CounterfactualOptions& wish, const DatasetPtr& dataset,
                                               TrainingCountsCache& trainingCounts, const CancelToken& cancel,
                                               const Progress& progress) {
  const auto training = trainingCounts.of(dataset);
  auto found = searchCounterfactuals(engine, inspection->sequence, requestFor(wish), {*training, dataset->places},
                                     cancel, progress);
  if (!found) return found.error();
  return CounterfactualAnswer{std::move(*found), inspection, {}};
}

Counterfactuals::Counterfactuals(Workspace& workspace, std::function<void()> wake, std::function<void()> changed)
    : m_workspace(workspace), m_changed(std::move(changed)), m_query(std::move(wake)) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

void Counterfactuals::setShown(bool shown) {
  if (m_shown == shown) return;
  m_shown = shown;
  if (shown) {
    ask();
  } else if (m_query.awaiting()) {
    m_query.cancel();
    m_asked.reset();
  }
}

void Counterfactuals::drain() {
  if (m_query.drain()) m_changed();
}

void Counterfactuals::setTo(std::optional<LocationId> location) {
  if (m_wish.to == location) return;
  m_wish.to = location;
  ask();
  m_changed();
}

void Counterfactuals::setMostChanges(std::size_t count) {
  if (m_wish.mostChanges == count) return;
  m_wish.mostChanges = count;
  ask();
  m_changed();
}

void Counterfactuals::setScope(CounterfactualScope scope) {
  if (m_wish.scope == scope) return;
  m_wish.scope = scope;
  ask();
  m_changed();
}

void Counterfactuals::cancel() {
  if (!m_query.awaiting()) return;
  m_query.cancel();
  m_cancelled = true;
  m_changed();
}

void Counterfactuals::search() {
  m_asked.reset();
  ask();
  m_changed();
}

std::optional<Counterfactuals::Question> Counterfactuals::question() const {
  if (!m_workspace.engine() || !m_workspace.sequence()) return std::nullopt;
  return Question{m_workspace.dataset(), m_workspace.engine(), *m_workspace.sequence(), m_wish};
}

bool Counterfactuals::current() const {
  const auto now = question();
  return now && !m_query.error() && m_query.answers(*now);
}

void Counterfactuals::follow(Changes changes) {
  if (!m_shown || !changes.hasAny({Change::Dataset, Change::Model, Change::Sample, Change::Inspection})) return;
  ask();
  m_changed();
}

void Counterfactuals::ask() {
  const auto wanted = question();
  // An edit is inspected first; what comes of it says that the model can read it.
  const bool ready = m_shown && wanted && m_workspace.inspection() && !m_workspace.inspectionOutdated() &&
                     m_workspace.inspectionEngine() == m_workspace.engine();
  if (!ready || m_asked == wanted) return;
  m_asked = wanted;
  m_cancelled = false;
  if (m_query.answers(*wanted) && !m_query.error()) return m_query.cancel();  // an edit was undone
  m_query.ask(
      *wanted,
      [wanted = *wanted, inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       trainingCounts = m_trainingCounts](const CancelToken& cancel, const Progress& progress) {
        auto found = counterfactualsOf(*wanted.engine, inspection, wanted.what, wanted.dataset, *trainingCounts, cancel,
                                       progress);
        if (found) found->sampleText = sampleText;
        return found;
      },
      searchQuiet);
}

std::optional<SequenceEdit> Counterfactuals::editTo(std::size_t counterfactual) const {
  if (!current() || counterfactual >= m_query.answer()->findings.counterfactuals.size()) return std::nullopt;
  const Counterfactual& chosen = m_query.answer()->findings.counterfactuals[counterfactual];
  const Sequence& searched = m_query.answer()->inspection->sequence;
  const auto edits = editsOf(searched, chosen.changes);
  if (edits && edits->size() == 1) return edits->front();
  auto changed = withChanges(searched, chosen.changes);
  if (!changed || changed->sequence != chosen.sequence) return ReplaceSequence{chosen.sequence};
  return ReplaceSequence{std::move(changed->sequence), std::move(changed->cameFrom)};
}

}  // namespace sojourn::session
