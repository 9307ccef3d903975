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

Counterfactuals::Counterfactuals(Workspace& workspace, std::function<void()> changed)
    : SampleStudy(workspace, std::move(changed), {Change::Dataset, Change::Model, Change::Sample, Change::Inspection}) {
}

std::optional<CounterfactualQuestion> Counterfactuals::question() const {
  if (!m_workspace.engine() || !m_workspace.sequence()) return std::nullopt;
  return CounterfactualQuestion{m_workspace.dataset(), m_workspace.engine(), *m_workspace.sequence(), m_wish};
}

void Counterfactuals::compute(const CounterfactualQuestion& question) {
  // An edit is inspected first; what comes of it says that the model can read it.
  if (!inspected(m_workspace)) return;
  m_query.askOnce(
      {.subject = "the counterfactuals", .progressShown = true, .quiet = searchQuiet}, question,
      [question, inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       trainingCounts = m_trainingCounts](const CancelToken& cancel, const Progress& progress, const auto&) {
        auto found = counterfactualsOf(*question.engine, inspection, question.what, question.dataset, *trainingCounts,
                                       cancel, progress);
        if (found) found->sampleText = sampleText;
        return found;
      });
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
