// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace itself: construction, its inbox and its settings.
#include "views/session/workspace/workspace.h"

#include <algorithm>
#include <random>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/edit/sequence_text.h"
#include "views/session/workspace/opening.h"

namespace sojourn::session {
Workspace::Workspace(WorkspaceOptions options)
    : m_options(std::move(options)),
      m_inbox(m_options.wake),
      m_programs(std::make_shared<Programs>(m_options.loaders.program)),
      m_loadEngine(Programs::beside(m_programs, m_options.loaders.engine)),
      m_banners(m_observers, [this](BannerTopic topic) { bannerDismissed(topic); }),
      m_inspections(
          [this](InspectionService::Answer answer) {
            post([this, answer = std::move(answer)]() mutable { applyAnswer(answer); });
          },
          m_threads) {
  bindLoaders();
  if (!m_options.settingsFile.empty()) {
    auto settings = readSettings(m_options.settingsFile);
    if (settings) {
      m_settings = std::move(*settings);
    } else {
      m_banners.report(settings.error(), Severity::Warning);
      // It is about to be replaced: what is in it stays available under another name.
      std::error_code ignored;
      std::filesystem::rename(m_options.settingsFile, m_options.settingsFile.string() + ".unreadable", ignored);
    }
  }
}

Workspace::~Workspace() {
  if (m_engine) m_programs->interrupt(*m_engine);
  if (m_opening) m_opening->cancel();
}

void Workspace::drain() {
  const Observers::Batch batch(m_observers);
  for (const std::function<void()>& act : m_inbox.drain()) act();
}

/// What is no longer wanted where its banner is closed.
void Workspace::bannerDismissed(BannerTopic topic) {
  // An offer that was closed is not made again.
  if (topic == BannerTopic::Zone && m_dataset) datasetSettings().zoneChosen = true;
  if (topic == BannerTopic::Program) m_programAsked.reset();
}

void Workspace::rememberWorkspace(const std::filesystem::path& file) {
  remember(m_settings.recentWorkspaces, file.string());
  m_observers.announce(Change::Settings);
}

std::string Workspace::openKey() const {
  return m_dataset ? datasetKey(m_dataset->prefix, m_dataset->fingerprint) : std::string();
}

DatasetSettings& Workspace::datasetSettings() {
  return m_settings.datasets[openKey()];
}

void Workspace::setHeads(int heads) {
  if (!m_engine || m_checkpointPath.empty()) return;
  open({.checkpoint = m_checkpointPath, .heads = heads});
}

std::vector<Problem> Workspace::problems() const {
  std::vector<Problem> all;
  if (m_dataset) all = m_dataset->problems;
  if (m_engine) all.insert(all.end(), m_engine->description().notices.begin(), m_engine->description().notices.end());
  if (m_fitProblem) all.push_back(*m_fitProblem);
  return all;
}

std::string Workspace::pathInLink(const std::filesystem::path& path) const {
  return shellWord((m_pseudonyms.empty() ? path : path.filename()).string());
}

std::string Workspace::commandLine(std::optional<std::size_t> row) const {
  std::string command = "sojourn-studio";
  if (m_dataset) command += " --data " + pathInLink(m_dataPath);
  if (m_engine) command += " --checkpoint " + pathInLink(m_checkpointPath);
  if (!m_pseudonyms.empty()) command += std::string(" --pseudonyms ") + pseudonymSeedToAsk;
  if (m_engine && m_heads) command += " --heads " + std::to_string(*m_heads);
  if (m_dataset && m_split != Split::Test) command += std::string(" --split ") + splitName(m_split);
  const bool inFront = !row;
  if (inFront) row = m_row;
  if (row) command += " --index " + std::to_string(*row);
  if (m_dataset && m_names.displayOffsetMinutes() != 0)
    command += " --times " + std::to_string(m_names.displayOffsetMinutes());
  for (const std::string& file : mapFiles()) command += " --map " + pathInLink(file);
  if (m_dataset && !m_samples.filterText().empty()) command += " --filter " + shellWord(m_samples.filterText());
  if (inFront && m_edited && m_sequence) {
    std::string visits = sequenceAsText(*m_sequence);
    while (visits.ends_with('\n')) visits.pop_back();
    std::ranges::replace(visits, '\n', ';');
    command += " --edited " + shellWord(visits);
  }
  return command;
}

void Workspace::setPseudonyms(const std::string& seed) {
  if (seed == m_pseudonyms && !opening()) return;
  if (!m_dataset && !opening()) {
    m_pseudonyms = seed;
    m_observers.announce(Change::Settings);
    return;
  }
  OpenRequest request{.split = m_split,
                      .index = m_row,
                      .timesShownMinutes = m_names.displayOffsetMinutes(),
                      .mapFiles = m_dataset ? std::optional(mapFiles()) : std::nullopt,
                      .pseudonyms = seed};
  if (m_edited && m_sequence) {
    const auto recorded = m_dataset->pseudonyms ? m_dataset->pseudonyms->recordedSequence(*m_sequence) : *m_sequence;
    request.edited =
        seed.empty() ? recorded : Pseudonyms(seed, m_dataset->numUsers, m_dataset->numLocations).sequence(recorded);
  }
  open(std::move(request));
}

void Workspace::setPseudonymsShown(bool shown) {
  const Observers::Batch batch(m_observers);
  if (shown && m_settings.pseudonymSeed.empty()) {
    std::random_device random;
    change(m_settings.pseudonymSeed, std::to_string(random()) + std::to_string(random()));
  }
  setPseudonyms(shown ? m_settings.pseudonymSeed : std::string());
}

}  // namespace sojourn::session
