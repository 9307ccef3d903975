// SPDX-License-Identifier: GPL-3.0-or-later
// States with names, kept as files of their own.
#include <algorithm>
#include <system_error>
#include <utility>

#include "views/session/what_if.h"

namespace sojourn::session {
namespace {

/// More are a folder of something else.
constexpr std::size_t mostScenarios = 1000;

Error noScenario() {
  return {ErrorKind::BadUsage, "scenario", "is not there any more", "choose one of the list"};
}

Status checkName(const std::string& name) {
  if (!name.empty() && name.size() <= longestScenarioName) return {};
  return Error{ErrorKind::BadUsage, "scenario", name.empty() ? "has no name" : "has too long a name",
               "give it a name of at most " + std::to_string(longestScenarioName) + " bytes"};
}

}  // namespace

void WhatIf::readScenarios() {
  std::error_code ignored;
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator file(m_scenarioFolder, ignored), end;
       !ignored && file != end && files.size() < mostScenarios; file.increment(ignored)) {
    if (file->path().extension() == ".json") files.push_back(file->path());
  }
  std::ranges::sort(files);
  for (const auto& file : files) {
    auto scenario = readScenarioFile(file);
    if (scenario) {
      m_scenarios.push_back({std::move(*scenario), file, {}});
    } else {
      m_workspace.report(scenario.error(), Severity::Warning);
    }
  }
}

std::filesystem::path WhatIf::freeFile() const {
  for (std::size_t number = 1;; ++number) {
    const std::string digits = std::to_string(number);
    const auto file = m_scenarioFolder /
                      ("scenario-" + std::string(4 - std::min<std::size_t>(4, digits.size()), '0') + digits + ".json");
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return file;
  }
}

Status WhatIf::keep(KeptScenario& kept) {
  if (m_scenarioFolder.empty()) return {};
  std::error_code failed;
  std::filesystem::create_directories(m_scenarioFolder, failed);
  if (failed) {
    return Error{ErrorKind::Failed, m_scenarioFolder.string(), "cannot be made (" + failed.message() + ")",
                 "check the rights of its folder"};
  }
  const auto file = kept.file.empty() ? freeFile() : kept.file;
  if (Status written = writeScenarioFile(file, kept.scenario); !written) return written;
  kept.file = file;
  return {};
}

Status WhatIf::saveScenario(const std::string& name) {
  if (!m_history || !m_key) {
    return Error{ErrorKind::BadUsage, "scenario", "there is no sample to save", "open a dataset and choose a sample"};
  }
  if (Status named = checkName(name); !named) return named;
  KeptScenario kept{.scenario = {.name = name,
                                 .origin = {.dataset = std::get<0>(*m_key),
                                            .fingerprint = std::get<1>(*m_key),
                                            .split = std::get<2>(*m_key),
                                            .index = std::get<3>(*m_key)},
                                 .edits = {},
                                 .sequence = m_history->now().sequence},
                    .file = {},
                    .top = m_history->now().top};
  for (std::size_t i = 1; i <= m_history->position(); ++i) {
    kept.scenario.edits.push_back(m_history->states()[i].name);
  }
  const auto same = std::ranges::find(m_scenarios, name, [](const KeptScenario& one) { return one.scenario.name; });
  if (same != m_scenarios.end()) kept.file = same->file;
  if (Status written = keep(kept); !written) return written;
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
    return Error{ErrorKind::BadUsage, "scenario", "there is another one of that name", "choose another name"};
  }
  KeptScenario renamed = m_scenarios[scenario];
  renamed.scenario.name = name;
  if (Status written = keep(renamed); !written) return written;
  m_scenarios[scenario] = std::move(renamed);
  m_observers.announce(Change::Scenarios);
  return {};
}

Status WhatIf::removeScenario(std::size_t scenario) {
  if (scenario >= m_scenarios.size()) return noScenario();
  const auto file = m_scenarios[scenario].file;
  std::error_code failed;
  if (!file.empty()) std::filesystem::remove(file, failed);
  if (failed) {
    return Error{ErrorKind::Failed, file.string(), "cannot be deleted (" + failed.message() + ")",
                 "check the rights of its folder"};
  }
  m_scenarios.erase(m_scenarios.begin() + static_cast<std::ptrdiff_t>(scenario));
  m_observers.announce(Change::Scenarios);
  return {};
}

Status WhatIf::openScenario(std::size_t scenario) {
  if (scenario >= m_scenarios.size()) return noScenario();
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
  return apply(ReplaceSequence{chosen.sequence}, 0, "Open scenario " + chosen.name);
}

Status WhatIf::exportScenario(std::size_t scenario, const std::filesystem::path& file) const {
  if (scenario >= m_scenarios.size()) return noScenario();
  return writeScenarioFile(file, m_scenarios[scenario].scenario);
}

Status WhatIf::importScenario(const std::filesystem::path& file) {
  auto scenario = readScenarioFile(file);
  if (!scenario) return scenario.error();
  KeptScenario kept{std::move(*scenario), {}, {}};
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
  if (Status written = keep(kept); !written) return written;
  m_scenarios.push_back(std::move(kept));
  m_observers.announce(Change::Scenarios);
  return {};
}

}  // namespace sojourn::session
