// SPDX-License-Identifier: GPL-3.0-or-later
// What if as plain values: taken for a workspace's file, and brought back from one.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {
namespace {

/// Of one sample; older ones are not kept. The file stays small enough to be written during a drag.
constexpr std::size_t mostEdits = 200;
constexpr std::size_t longestEditName = 1000;
/// Over all samples; once there are more visits, only the present state of a sample is kept.
constexpr std::size_t mostVisits = 100'000;

ScenarioOrigin originOf(const std::tuple<std::string, std::string, Split, std::size_t>& key) {
  return {.dataset = std::get<0>(key),
          .fingerprint = std::get<1>(key),
          .split = std::get<2>(key),
          .index = std::get<3>(key)};
}

/// The newest `most` edits, and the present one among them; where none is kept, that one alone.
SavedHistory savedOf(const ScenarioOrigin& sample, const EditHistory& history, std::size_t most) {
  const std::size_t last = history.states().size() - 1;
  std::size_t first = last > most ? last - most + 1 : 1;
  first = std::min(first, std::max<std::size_t>(1, history.position()));
  const std::size_t end = std::min(last, first + std::max<std::size_t>(most, 1) - 1);
  SavedHistory saved{
      .sample = sample, .position = history.position() < first ? 0 : history.position() - first + 1, .edits = {}};
  for (std::size_t i = first; i <= end; ++i) {
    const EditState& state = history.states()[i];
    saved.edits.push_back({.name = state.name.substr(0, longestEditName),
                           .kind = state.kind.value_or(0),
                           .ids = state.ids,
                           .sequence = state.sequence});
  }
  return saved;
}

}  // namespace

WhatIfState WhatIf::state() const {
  WhatIfState state;
  std::map<SampleKey, SavedHistory> all = m_dormant;
  std::size_t visits = 0;
  for (const auto& [key, history] : m_histories) {
    if (history->states().size() == 1) continue;
    SavedHistory saved = savedOf(originOf(key), *history, visits < mostVisits ? mostEdits : 0);
    for (const SavedEdit& edit : saved.edits) visits += edit.sequence.visits.size();
    all[key] = std::move(saved);
  }
  for (auto& [key, saved] : all) state.histories.push_back(std::move(saved));
  for (const KeptScenario& kept : m_scenarios) state.scenarios.push_back(kept.scenario);
  if (m_reference.kind != ReferenceKind::Recorded && !m_reference.sequence.visits.empty()) {
    state.reference = SavedReference{.kind = m_reference.kind,
                                     .name = m_reference.name.substr(0, longestEditName),
                                     .sequence = m_reference.sequence,
                                     .ids = m_reference.ids,
                                     .sample = {}};
    if (!m_reference.ids.empty() && m_pinnedKey) state.reference->sample = originOf(*m_pinnedKey);
  }
  return state;
}

void WhatIf::restore(WhatIfState state) {
  const Observers::Batch batch(m_observers);
  endPreview();
  m_histories.clear();
  m_history = nullptr;
  m_key.reset();
  m_pinnedKey.reset();
  m_dormant.clear();
  for (SavedHistory& history : state.histories) {
    const ScenarioOrigin& sample = history.sample;
    m_dormant[{sample.dataset, sample.fingerprint, sample.split, sample.index}] = std::move(history);
  }
  m_scenarios.clear();
  for (Scenario& scenario : state.scenarios) m_scenarios.push_back({std::move(scenario), {}});
  m_reference = {};
  // What is in front is of the state before this one, not an edit that a link brought.
  m_workspace.discardEdits();
  followSample();
  pinSaved(state.reference);
  followInspection();
  m_observers.announce({Change::History, Change::Scenarios, Change::Reference});
}

void WhatIf::pinSaved(std::optional<SavedReference>& saved) {
  if (!saved) return pinRecorded();
  if (const Status fits = fitsDataset(saved->sequence); !fits) {
    pinRecorded();
    m_workspace.report({ErrorKind::BadInput, tr("the pinned reference"), fits.error().where + " " + fits.error().what,
                        tr("the recorded sample is pinned instead")},
                       Severity::Warning);
    return;
  }
  std::optional<SampleKey> key;
  if (const auto& sample = saved->sample)
    key = SampleKey{sample->dataset, sample->fingerprint, sample->split, sample->index};
  pin({.kind = saved->kind,
       .name = std::move(saved->name),
       .sequence = std::move(saved->sequence),
       .inspection = nullptr,
       .ids = std::move(saved->ids)},
      std::move(key));
}

/// The edits that were kept of the sample in front. What does not fit ends them.
void WhatIf::wake(EditHistory& history) {
  const auto found = m_dormant.find(*m_key);
  if (found == m_dormant.end()) return;
  const SavedHistory saved = std::move(found->second);
  m_dormant.erase(found);
  for (const SavedEdit& edit : saved.edits) {
    const Status fits = fitsDataset(edit.sequence);
    if (!fits) {
      m_workspace.report({ErrorKind::BadInput, tr("the saved edit \"%1\"", {tr(edit.name)}),
                          fits.error().where + " " + fits.error().what, tr("this edit and all later ones are skipped")},
                         Severity::Warning);
      break;
    }
    EditState state{.name = edit.name,
                    .kind = edit.kind,
                    .sequence = edit.sequence,
                    .ids = edit.ids,
                    .flags = flagsOfState(edit.sequence, edit.ids),
                    .top = {}};
    if (!history.restore(std::move(state))) break;
  }
  history.jump(std::min(saved.position, history.states().size() - 1));
}

Status WhatIf::fitsDataset(const Sequence& sequence) const {
  const DatasetPtr& dataset = m_workspace.dataset();
  if (!dataset) return {};
  const auto refuse = [](const std::string& where, std::int64_t count) {
    return Error{ErrorKind::BadInput, where, tr("is not among the dataset's %1", {groupThousands(count)}),
                 tr("open the dataset to which it belongs")};
  };
  std::vector<LocationId> places;
  for (const Visit& visit : sequence.visits) places.push_back(visit.location);
  if (sequence.target) places.push_back(*sequence.target);
  for (const LocationId place : places) {
    if (place >= dataset->numLocations) return refuse(tr("place %1", {std::to_string(place)}), dataset->numLocations);
  }
  if (sequence.user >= dataset->numUsers)
    return refuse(tr("user %1", {std::to_string(sequence.user)}), dataset->numUsers);
  return {};
}

Status WhatIf::fit(std::size_t scenario) const {
  return scenario < m_scenarios.size() ? fitsDataset(m_scenarios[scenario].scenario.sequence) : Status();
}

}  // namespace sojourn::session
