// SPDX-License-Identifier: GPL-3.0-or-later
// States with names, kept in the workspace and as files of their own; and What if as plain values: taken for a
// workspace's file, and brought back from one.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {
namespace {

Error noScenario() {
  return {ErrorKind::BadUsage, tr("scenario"), tr("no longer exists"), tr("choose one from the list")};
}

/// Of all scenarios the one of that name.
auto named(std::vector<KeptScenario>& scenarios, const std::string& name) {
  return std::ranges::find(scenarios, name,
                           [](const KeptScenario& one) -> const std::string& { return one.scenario.name; });
}

Status checkName(const std::string& name) {
  if (!name.empty() && name.size() <= longestScenarioName) return {};
  return Error{ErrorKind::BadUsage, tr("scenario"), name.empty() ? tr("has no name") : tr("has too long a name"),
               tr("give it a name of at most %1 bytes", {std::to_string(longestScenarioName)})};
}

/// Of one sample; older ones are not kept. The file stays small enough to be written during a drag.
constexpr std::size_t mostEdits = 200;
constexpr std::size_t longestEditName = 1000;
/// Over all samples; once there are more visits, only the present state of a sample is kept.
constexpr std::size_t mostVisits = 100'000;

/// The newest `most` edits, and the present one among them; where none is kept, that one alone.
SavedHistory savedOf(const ScenarioOrigin& sample, const EditHistory& history, std::size_t most) {
  const std::size_t last = history.states().size() - 1;
  std::size_t first = last > most ? last - most + 1 : 1;
  first = std::min(first, std::max<std::size_t>(1, history.position()));
  const std::size_t end = std::min(last, first + std::max<std::size_t>(most, 1) - 1);
  SavedHistory saved{.sample = sample, .position = history.position() < first ? 0 : history.position() - first + 1};
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

Status WhatIf::saveScenario(const std::string& name) {
  if (!m_history || !m_key) {
    return Error{ErrorKind::BadUsage, tr("scenario"), tr("there is no sample to save"),
                 tr("open a dataset and choose a sample")};
  }
  if (Status right = checkName(name); !right) return right;
  KeptScenario kept{.scenario = {.name = name, .origin = *m_key, .edits = {}, .sequence = m_history->now().sequence},
                    .top = m_history->now().top};
  // Visits of the record are numbered by their index in it.
  const std::size_t recorded = m_history->recorded().ids.size();
  for (const VisitId id : m_history->now().ids)
    kept.scenario.recorded.push_back(id < recorded ? std::optional(static_cast<std::size_t>(id)) : std::nullopt);
  for (std::size_t i = 1; i <= m_history->position(); ++i) {
    kept.scenario.edits.push_back(m_history->states()[i].name);
  }
  if (const auto same = named(m_scenarios, name); same != m_scenarios.end())
    *same = std::move(kept);
  else
    m_scenarios.push_back(std::move(kept));
  m_observers.announce(Change::Scenarios);
  return {};
}

Status WhatIf::renameScenario(std::size_t scenario, const std::string& name) {
  if (scenario >= m_scenarios.size()) return noScenario();
  if (Status right = checkName(name); !right) return right;
  const auto same = named(m_scenarios, name);
  if (same != m_scenarios.end() && same != m_scenarios.begin() + static_cast<std::ptrdiff_t>(scenario)) {
    return Error{ErrorKind::BadUsage, tr("scenario"), tr("another scenario already has this name"),
                 tr("choose another name")};
  }
  m_scenarios[scenario].scenario.name = name;
  m_observers.announce(Change::Scenarios);
  return {};
}

Status WhatIf::removeScenario(std::size_t scenario) {
  if (scenario >= m_scenarios.size()) return noScenario();
  m_scenarios.erase(m_scenarios.begin() + static_cast<std::ptrdiff_t>(scenario));
  m_observers.announce(Change::Scenarios);
  return {};
}

Status WhatIf::openScenario(std::size_t scenario) {
  if (scenario >= m_scenarios.size()) return noScenario();
  if (Status fits = fit(scenario); !fits) return fits;
  const Scenario chosen = m_scenarios[scenario].scenario;
  const DatasetPtr& dataset = m_workspace.dataset();
  const SequenceSet* set = dataset ? dataset->split(chosen.origin.split) : nullptr;
  if (set && chosen.origin.index < set->size()) {
    m_workspace.setSplit(chosen.origin.split);
    // Going to the row in front would take its edits back, and the scenario's would replace them.
    if (m_workspace.row() != chosen.origin.index) m_workspace.setRow(chosen.origin.index);
  }
  const SequenceEdit edit = ReplaceSequence{chosen.sequence};
  const std::string name = "Open scenario " + chosen.name;
  const std::vector<VisitId> ids = idsOf(chosen);
  if (ids.empty()) return apply(edit, 0, name);
  // Visits that edits brought in have no number outside of the history they came from: they take those of now.
  const EditState& now = m_history->now();
  const std::size_t recorded = m_history->recorded().ids.size();
  const auto here = indicesAcrossHistories(now.sequence, now.ids, chosen.sequence, ids, recorded);
  VisitIds known;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    known.push_back(ids[i] < recorded ? std::optional(ids[i])
                    : here[i]         ? std::optional(now.ids[*here[i]])
                                      : std::nullopt);
  }
  return become(chosen.sequence, known, edit, name, 0);
}

/// Its visits as the history in front numbers them, those that edits brought in behind the recorded ones. Empty where
/// the scenario is of another sample or does not say.
std::vector<VisitId> WhatIf::idsOf(const Scenario& scenario) const {
  if (!m_key || !m_history || scenario.recorded.size() != scenario.sequence.visits.size()) return {};
  ScenarioOrigin origin = scenario.origin;
  if (origin.fingerprint.empty()) origin.fingerprint = m_key->fingerprint;
  const bool same = origin == *m_key;
  const std::size_t recorded = m_history->recorded().ids.size();
  if (!same || std::ranges::any_of(scenario.recorded, [&](const auto& one) { return one && *one >= recorded; }))
    return {};
  std::vector<VisitId> ids;
  VisitId next = recorded;
  for (const auto& one : scenario.recorded) ids.push_back(one ? static_cast<VisitId>(*one) : next++);
  return ids;
}

Status WhatIf::exportScenario(std::size_t scenario, const std::filesystem::path& file) const {
  if (scenario >= m_scenarios.size()) return noScenario();
  return writeScenarioFile(file, m_scenarios[scenario].scenario);
}

Status WhatIf::importScenario(const std::filesystem::path& file) {
  auto scenario = readScenarioFile(file);
  if (!scenario) return scenario.error();
  KeptScenario kept{std::move(*scenario), {}};
  // Two of one name would be one: the newcomer takes the next number.
  const std::string name = kept.scenario.name;
  for (int number = 2; named(m_scenarios, kept.scenario.name) != m_scenarios.end(); ++number) {
    const std::string suffix = " " + std::to_string(number);
    kept.scenario.name = name.substr(0, longestScenarioName - suffix.size()) + suffix;
  }
  m_scenarios.push_back(std::move(kept));
  m_observers.announce(Change::Scenarios);
  return {};
}

WhatIfState WhatIf::state() const {
  WhatIfState state;
  auto all = m_dormant;
  std::size_t visits = 0;
  for (const auto& [key, history] : m_histories) {
    if (history->states().size() == 1) continue;
    SavedHistory saved = savedOf(key, *history, visits < mostVisits ? mostEdits : 0);
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
                                     .sample = m_reference.sample};
  }
  return state;
}

void WhatIf::restore(WhatIfState state) {
  const Observers::Batch batch(m_observers);
  endPreview();
  m_histories.clear();
  m_history = nullptr;
  m_key.reset();
  m_dormant.clear();
  for (const SavedHistory& history : state.histories) m_dormant[history.sample] = history;
  m_scenarios.clear();
  for (Scenario& scenario : state.scenarios) m_scenarios.push_back({std::move(scenario), {}});
  m_reference = {};
  // What is in front is of the state before this one, not an edit that a link brought.
  m_workspace.discardEdits();
  updateSample();
  pinSaved(state.reference);
  updateInspection();
  m_observers.announce({Change::History, Change::Scenarios, Change::Reference});
}

void WhatIf::pinSaved(const std::optional<SavedReference>& saved) {
  if (!saved) return pinRecorded();
  const DatasetPtr& dataset = m_workspace.dataset();
  // Files of earlier versions do not say whose it is: then it is taken for one of the open dataset.
  const ScenarioOrigin sample = saved->sample.value_or(m_workspace.originOf(0));
  const bool here = !dataset || isOf(sample, *dataset);
  if (const Status fits = here ? fitsDataset(saved->sequence) : Status(); !fits) {
    pinRecorded();
    m_workspace.banners().report(
        {ErrorKind::BadInput, tr("the pinned reference"), fits.error().where + " " + fits.error().what,
         tr("the recorded sample is pinned instead")},
        Severity::Warning, {}, BannerTopic::Reference);
    return;
  }
  pin({.kind = saved->kind, .name = saved->name, .sequence = saved->sequence, .ids = saved->ids, .sample = sample});
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
      m_workspace.banners().report(
          {ErrorKind::BadInput, tr("the saved edit \"%1\"", {tr(edit.name)}),
           fits.error().where + " " + fits.error().what, tr("this edit and all later ones are skipped")},
          Severity::Warning, {}, BannerTopic::Place);
      break;
    }
    EditState state{.name = edit.name,
                    .kind = edit.kind,
                    .sequence = edit.sequence,
                    .ids = edit.ids,
                    .flags = flagsOfState(edit.sequence, edit.ids)};
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
  const DatasetPtr& dataset = m_workspace.dataset();
  if (scenario >= m_scenarios.size() || !dataset) return {};
  const Scenario& kept = m_scenarios[scenario].scenario;
  if (!isOf(kept.origin, *dataset))
    return Error{ErrorKind::BadInput, escapeForDisplay(kept.name, 80),
                 tr("is of another dataset (%1)", {escapeForDisplay(kept.origin.dataset, 60)}),
                 tr("open the dataset to which it belongs")};
  return fitsDataset(kept.sequence);
}

}  // namespace sojourn::session
