// SPDX-License-Identifier: GPL-3.0-or-later
// States with names: kept in the workspace, and as files of their own when exported.
#include <algorithm>
#include <utility>

#include "model/core/translation.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {
namespace {

Error noScenario() {
  return {ErrorKind::BadUsage, tr("scenario"), tr("no longer exists"), tr("choose one from the list")};
}

Status checkName(const std::string& name) {
  if (!name.empty() && name.size() <= longestScenarioName) return {};
  return Error{ErrorKind::BadUsage, tr("scenario"), name.empty() ? tr("has no name") : tr("has too long a name"),
               tr("give it a name of at most %1 bytes", {std::to_string(longestScenarioName)})};
}

}  // namespace

Status WhatIf::saveScenario(const std::string& name) {
  if (!m_history || !m_key) {
    return Error{ErrorKind::BadUsage, tr("scenario"), tr("there is no sample to save"),
                 tr("open a dataset and choose a sample")};
  }
  if (Status named = checkName(name); !named) return named;
  KeptScenario kept{.scenario = {.name = name,
                                 .origin = {.dataset = std::get<0>(*m_key),
                                            .fingerprint = std::get<1>(*m_key),
                                            .split = std::get<2>(*m_key),
                                            .index = std::get<3>(*m_key)},
                                 .edits = {},
                                 .sequence = m_history->now().sequence,
                                 .recorded = {}},
                    .top = m_history->now().top};
  // Visits of the record are numbered by their index in it.
  const std::size_t recorded = m_history->recorded().ids.size();
  for (const VisitId id : m_history->now().ids)
    kept.scenario.recorded.push_back(id < recorded ? std::optional(static_cast<std::size_t>(id)) : std::nullopt);
  for (std::size_t i = 1; i <= m_history->position(); ++i) {
    kept.scenario.edits.push_back(m_history->states()[i].name);
  }
  const auto same = std::ranges::find(m_scenarios, name, [](const KeptScenario& one) { return one.scenario.name; });
  if (same != m_scenarios.end()) {
    *same = std::move(kept);
  } else {
    m_scenarios.push_back(std::move(kept));
  }
  m_observers.announce(Change::Scenarios);
  return {};
}

Status WhatIf::renameScenario(std::size_t scenario, const std::string& name) {
  if (scenario >= m_scenarios.size()) return noScenario();
  if (Status named = checkName(name); !named) return named;
  const auto same = std::ranges::find(m_scenarios, name, [](const KeptScenario& one) { return one.scenario.name; });
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
  const bool home = dataset && dataset->prefix == chosen.origin.dataset &&
                    (chosen.origin.fingerprint.empty() || chosen.origin.fingerprint == dataset->fingerprint);
  if (home) {
    const SequenceSet* set = dataset->split(chosen.origin.split);
    if (set && chosen.origin.index < set->size()) {
      m_workspace.setSplit(chosen.origin.split);
      // Going to the row in front would take its edits back, and the scenario's would replace them.
      if (m_workspace.row() != chosen.origin.index) m_workspace.setRow(chosen.origin.index);
    }
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
  const ScenarioOrigin& origin = scenario.origin;
  if (!m_key || !m_history || scenario.recorded.size() != scenario.sequence.visits.size()) return {};
  const auto& [dataset, fingerprint, split, index] = *m_key;
  const bool same = origin.dataset == dataset && (origin.fingerprint.empty() || origin.fingerprint == fingerprint) &&
                    origin.split == split && origin.index == index;
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
  const auto taken = [&] {
    return std::ranges::any_of(m_scenarios,
                               [&](const KeptScenario& one) { return one.scenario.name == kept.scenario.name; });
  };
  for (int number = 2; taken(); ++number) {
    const std::string suffix = " " + std::to_string(number);
    kept.scenario.name = name.substr(0, longestScenarioName - suffix.size()) + suffix;
  }
  m_scenarios.push_back(std::move(kept));
  m_observers.announce(Change::Scenarios);
  return {};
}

}  // namespace sojourn::session
