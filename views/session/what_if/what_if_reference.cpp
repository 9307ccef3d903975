// SPDX-License-Identifier: GPL-3.0-or-later
// What the sample is compared with, and an edit that is shown before it is made: inspected on threads of their own.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/edit/sequence_edit.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {
namespace {

auto inspectionOf(const WhatIf::EditedSample& sample) {
  return [sample](const CancelToken&, const Progress&, const auto&) {
    return sample.engine->inspect(sample.sequence, {});
  };
}

std::string lowerFirst(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace

void WhatIf::pin(PinnedReference reference) {
  const Observers::Batch batch(m_observers);
  m_workspace.banners().retract(BannerTopic::Reference);
  // The record of the sample in front is often inspected already.
  if (m_history && !reference.sequence.history.source)
    reference.sequence.history = m_history->recorded().sequence.history;
  if (reference.sequence == m_reference.sequence) reference.inspection = m_reference.inspection;
  m_reference = std::move(reference);
  updateReference();
  m_observers.announce(Change::Reference);
}

void WhatIf::pinRecorded() {
  PinnedReference reference;
  if (m_history) {
    reference.name = lowerFirst(m_history->recorded().name);
    reference.sequence = m_history->recorded().sequence;
    reference.ids = m_history->recorded().ids;
    reference.sample = m_key;
  }
  pin(std::move(reference));
}

void WhatIf::pinSample(std::size_t row) {
  const SequenceSet* set = m_workspace.samples().table().sequences();
  if (!set || row >= set->size()) return;
  pin({.kind = PinnedReference::Kind::Sample,
       .name = "sample " + groupThousands(static_cast<long long>(row)) + " as recorded",
       .sequence = set->sequence(row),
       .sample = m_workspace.originOf(row)});
}

void WhatIf::pinState(std::size_t state) {
  if (!m_history || state >= m_history->states().size()) return;
  if (state == 0) return pinRecorded();
  const EditState& pinned = m_history->states()[state];
  pin({.kind = PinnedReference::Kind::State,
       .name = lowerFirst(m_history->recorded().name.substr(0, m_history->recorded().name.find(" as recorded"))) +
               " after " + std::to_string(state) + (state == 1 ? " edit" : " edits"),
       .sequence = pinned.sequence,
       .ids = pinned.ids,
       .sample = m_key});
}

void WhatIf::pinScenario(std::size_t scenario) {
  if (scenario >= m_scenarios.size()) return;
  const Scenario& chosen = m_scenarios[scenario].scenario;
  std::vector<VisitId> ids = idsOf(chosen);
  // Its own origin may lack the fingerprint.
  const auto sample = ids.empty() ? chosen.origin : m_key;
  pin({.kind = PinnedReference::Kind::Scenario,
       .name = "scenario " + escapeForDisplay(chosen.name),
       .sequence = chosen.sequence,
       .ids = std::move(ids),
       .sample = sample});
}

bool WhatIf::referenceCounts() const {
  const DatasetPtr& dataset = m_workspace.dataset();
  return dataset && (!m_reference.sample || isOf(*m_reference.sample, *dataset));
}

const EditState* WhatIf::stateOf(const Sequence& sequence) const {
  if (!m_history) return nullptr;
  if (m_history->now().sequence == sequence) return &m_history->now();
  const auto& states = m_history->states();
  const auto found = std::ranges::find(states, sequence, &EditState::sequence);
  return found == states.end() ? nullptr : &*found;
}

/// A new inspection, or the old one is not of what is in front any more.
void WhatIf::updateInspection() {
  const auto remember = [this](const InspectionPtr& inspection, const EnginePtr& engine) {
    if (!inspection || inspection->ranking.empty() || engine != m_workspace.engine()) return;
    const TopPrediction top{inspection->best().location, inspection->best().probability};
    for (KeptScenario& kept : m_scenarios) {
      if (kept.top == top || kept.scenario.sequence != inspection->sequence) continue;
      kept.top = top;
      m_observers.announce(Change::Scenarios);
    }
    const EditState* state = stateOf(inspection->sequence);
    if (state && state->top != top) {
      m_history->setTop(inspection->sequence, top);
      m_observers.announce(Change::History);
    }
  };
  if (!m_workspace.inspectionOutdated()) remember(m_workspace.inspection(), m_workspace.inspectionEngine());
  updateReference();
  // After a restart only this predicts the recorded state, which is not in front.
  remember(m_reference.inspection, m_referenceEngine);
}

void WhatIf::updateReference() {
  const InspectionPtr& newest = m_workspace.inspection();
  const EnginePtr& engine = m_workspace.inspectionEngine();
  if (m_reference.inspection &&
      (m_referenceEngine != engine || m_reference.inspection->sequence != m_reference.sequence)) {
    m_reference.inspection.reset();
  }
  const bool settled = newest && !m_workspace.inspectionOutdated() && referenceCounts();
  if (!m_reference.inspection && settled && newest->sequence == m_reference.sequence) {
    m_reference.inspection = newest;
    m_referenceEngine = engine;
  }
  // Asked for only while the newest inspection is there.
  const EditedSample wanted{engine, m_reference.sequence};
  if (!m_reference.inspection && settled && engine && !m_reference.sequence.visits.empty())
    m_references.askOnce({.subject = "the pinned reference"}, wanted, inspectionOf(wanted));
  if (!m_reference.inspection && referenceCounts() && m_references.answers(wanted)) {
    m_reference.inspection = *m_references.answer();
    m_referenceEngine = engine;
  }
  compare();
}

void WhatIf::takeReference() {
  const Observers::Batch batch(m_observers);
  // What cannot be inspected stays the newest question, so that it is not asked again and again.
  if (std::optional<Error> error = m_references.error()) {
    if (error->where.empty()) error->where = tr(m_reference.name);
    m_workspace.banners().report(std::move(*error), Severity::Warning, {}, BannerTopic::Reference);
  } else if (!m_references.awaiting()) {
    updateInspection();
  }
}

void WhatIf::compare() {
  const InspectionPtr& now = m_preview ? m_preview->inspection : m_workspace.inspection();
  std::optional<Comparison> comparison;
  if (now && m_reference.inspection && referenceCounts() && now->sequence != m_reference.sequence) {
    comparison = Comparison{.now = now, .reference = m_reference.inspection, .name = tr(m_reference.name)};
    const EditState* state = m_preview ? &m_preview->state : stateOf(now->sequence);
    const bool ours = m_reference.kind == PinnedReference::Kind::Recorded ||
                      (!m_reference.ids.empty() && m_reference.sample == m_key);
    if (!state || !ours) {
      comparison->before = alignVisits(m_reference.sequence, now->sequence);
    } else if (m_reference.kind == PinnedReference::Kind::Scenario) {
      comparison->before = indicesAcrossHistories(m_reference.sequence, m_reference.ids, now->sequence, state->ids,
                                                  m_history->recorded().ids.size());
    } else {
      comparison->before = indicesIn(m_reference.ids, state->ids);
    }
    if (state) {
      comparison->edits =
          m_preview ? m_history->position() + 1 : static_cast<std::size_t>(state - m_history->states().data());
      comparison->flags = state->flags;
    }
  }
  if (comparison == m_comparison) return;
  m_comparison = std::move(comparison);
  m_observers.announce(Change::Reference);
}

void WhatIf::preview(const SequenceEdit& edit, const std::string& name) {
  const EnginePtr& engine = m_workspace.engine();
  if (!m_history || !engine) return;
  const EditState& base = m_history->now();
  auto edited = applyEdit(base.sequence, edit);
  if (!edited || !readable(edited->sequence)) return endPreview();
  const EditState* newest = m_previewAwaited ? &*m_previewAwaited : m_preview ? &m_preview->state : nullptr;
  if (newest && newest->sequence == edited->sequence) return;

  EditState state{.name = name.empty() ? editName(edit, base.sequence, labels()) : name,
                  .kind = edit.index(),
                  .sequence = edited->sequence,
                  .flags = flagsBroughtIn(edited->sequence, idsAfter(*edited, base))};
  // No edit has given these numbers, and none will: visits that only the preview has.
  VisitId fresh = ~VisitId{0};
  for (const auto& origin : edited->cameFrom) state.ids.push_back(origin ? base.ids[*origin] : fresh--);
  const EditedSample wanted{engine, state.sequence};
  m_previewAwaited = std::move(state);
  m_previews.ask({.subject = "the preview"}, wanted, inspectionOf(wanted));
}

void WhatIf::endPreview() {
  m_previewAwaited.reset();
  m_previews.cancel();
  if (!std::exchange(m_preview, std::nullopt)) return;
  const Observers::Batch batch(m_observers);
  compare();
  m_observers.announce(Change::Reference);
}

Selection WhatIf::previewSelection() const {
  return m_preview && m_history ? selectionAfter(m_history->now(), m_preview->state, false)
                                : m_workspace.selection().now();
}

void WhatIf::takePreview() {
  if (m_previews.awaiting() || !m_previewAwaited) return;
  const Observers::Batch batch(m_observers);
  // What the model cannot inspect is reported when it becomes the edit.
  if (m_previews.error() || m_previews.answered() != m_previews.asked()) return endPreview();
  m_preview = PreviewedEdit{std::move(*std::exchange(m_previewAwaited, std::nullopt)), *m_previews.answer()};
  compare();
  m_observers.announce(Change::Reference);
}

}  // namespace sojourn::session
