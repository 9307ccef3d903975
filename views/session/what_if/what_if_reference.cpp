// SPDX-License-Identifier: GPL-3.0-or-later
// What the sample is compared with, and its inspection, which never holds up the newest one.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/edit/visit_alignment.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {
namespace {

std::string lowerFirst(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace

void WhatIf::pin(PinnedReference reference, std::optional<SampleKey> key) {
  const Observers::Batch batch(m_observers);
  m_pinnedKey = std::move(key);
  // The record of the sample in front is often inspected already.
  if (reference.sequence == m_reference.sequence) reference.inspection = m_reference.inspection;
  m_reference = std::move(reference);
  followReference();
  m_observers.announce(Change::Reference);
}

void WhatIf::pinRecorded() {
  PinnedReference reference;
  if (m_history) {
    reference.name = lowerFirst(m_history->recorded().name);
    reference.sequence = m_history->recorded().sequence;
    reference.ids = m_history->recorded().ids;
  }
  pin(std::move(reference));
}

void WhatIf::pinSample(std::size_t row) {
  const SequenceSet* set = m_workspace.samples().sequences();
  if (!set || row >= set->size()) return;
  pin({.kind = PinnedReference::Kind::Sample,
       .name = "sample " + groupThousands(static_cast<long long>(row)) + " as recorded",
       .sequence = set->sequence(row),
       .inspection = nullptr,
       .ids = {}});
}

void WhatIf::pinState(std::size_t state) {
  if (!m_history || state >= m_history->states().size()) return;
  if (state == 0) return pinRecorded();
  const EditState& pinned = m_history->states()[state];
  pin({.kind = PinnedReference::Kind::State,
       .name = lowerFirst(m_history->recorded().name.substr(0, m_history->recorded().name.find(" as recorded"))) +
               " after " + std::to_string(state) + (state == 1 ? " edit" : " edits"),
       .sequence = pinned.sequence,
       .inspection = nullptr,
       .ids = pinned.ids},
      m_key);
}

void WhatIf::pinScenario(std::size_t scenario) {
  if (scenario >= m_scenarios.size()) return;
  pin({.kind = PinnedReference::Kind::Scenario,
       .name = "scenario " + escapeForDisplay(m_scenarios[scenario].scenario.name),
       .sequence = m_scenarios[scenario].scenario.sequence,
       .inspection = nullptr,
       .ids = idsOf(m_scenarios[scenario].scenario)},
      m_key);
}

const EditState* WhatIf::stateOf(const Sequence& sequence) const {
  if (!m_history) return nullptr;
  if (m_history->now().sequence == sequence) return &m_history->now();
  const auto& states = m_history->states();
  const auto found = std::ranges::find(states, sequence, &EditState::sequence);
  return found == states.end() ? nullptr : &*found;
}

/// A new inspection, or the old one is not of what is in front any more.
void WhatIf::followInspection() {
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
  followReference();
  // After a restart only this predicts the recorded state, which is not in front.
  remember(m_reference.inspection, m_referenceEngine);
}

void WhatIf::followReference() {
  const InspectionPtr& newest = m_workspace.inspection();
  const EnginePtr& engine = m_workspace.inspectionEngine();
  if (m_reference.inspection &&
      (m_referenceEngine != engine || m_reference.inspection->sequence != m_reference.sequence)) {
    m_reference.inspection.reset();
  }
  const bool settled = newest && !m_workspace.inspectionOutdated();
  if (!m_reference.inspection && settled && newest->sequence == m_reference.sequence) {
    m_reference.inspection = newest;
    m_referenceEngine = engine;
  }
  // Asked for only while the newest inspection is there.
  if (!m_reference.inspection && settled && engine && !m_reference.sequence.visits.empty()) {
    if (m_referenceRequest == 0 || m_requestEngine != engine || m_requested != m_reference.sequence) {
      if (!m_inspections) m_inspections = inspecting(&WhatIf::takeReference);
      m_requestEngine = engine;
      m_requested = m_reference.sequence;
      m_referenceRequest = m_inspections->request(engine, m_reference.sequence);
    }
  }
  compare();
}

std::unique_ptr<InspectionService> WhatIf::inspecting(void (WhatIf::*take)(InspectionService::Answer& answer)) {
  return std::make_unique<InspectionService>(
      [this, take](InspectionService::Answer answer) {
        m_workspace.post([this, take, alive = std::weak_ptr(m_alive), answer = std::move(answer)]() mutable {
          if (alive.expired()) return;
          const Observers::Batch batch(m_observers);
          (this->*take)(answer);
        });
      },
      m_priority);
}

void WhatIf::takeReference(InspectionService::Answer& answer) {
  if (answer.number != m_referenceRequest) return;
  if (!answer.result) {
    // The request stays the newest, so that what cannot be inspected is not asked for again and again.
    Error error = answer.result.error();
    if (error.where.empty()) error.where = tr(m_reference.name);
    m_workspace.report(std::move(error), Severity::Warning);
    return;
  }
  m_referenceRequest = 0;
  if ((*answer.result)->sequence != m_reference.sequence) return;
  m_reference.inspection = *answer.result;
  m_referenceEngine = std::move(answer.engine);
  followInspection();
}

void WhatIf::compare() {
  const auto& previewed = m_preview;
  const InspectionPtr& now = previewed ? previewed->inspection : m_workspace.inspection();
  std::optional<Comparison> comparison;
  if (now && m_reference.inspection && now->sequence != m_reference.sequence) {
    comparison = Comparison{.now = now,
                            .reference = m_reference.inspection,
                            .before = {},
                            .name = tr(m_reference.name),
                            .edits = 0,
                            .flags = {}};
    const EditState* state = previewed ? &previewed->state : stateOf(now->sequence);
    const bool ours =
        m_reference.kind == PinnedReference::Kind::Recorded || (!m_reference.ids.empty() && m_pinnedKey == m_key);
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
          previewed ? m_history->position() + 1 : static_cast<std::size_t>(state - m_history->states().data());
      comparison->flags = state->flags;
    }
  }
  const bool same =
      comparison.has_value() == m_comparison.has_value() &&
      (!comparison || (comparison->now == m_comparison->now && comparison->before == m_comparison->before &&
                       comparison->reference == m_comparison->reference && comparison->name == m_comparison->name &&
                       comparison->edits == m_comparison->edits));
  if (same) return;
  m_comparison = std::move(comparison);
  m_observers.announce(Change::Reference);
}

}  // namespace sojourn::session
