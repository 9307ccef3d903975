// SPDX-License-Identifier: GPL-3.0-or-later
// Which split is open, what lies below the maps of its dataset, and what its samples are called.
#include <algorithm>
#include <span>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

void Workspace::setSplit(Split split) {
  if (!m_dataset || split == m_split || !m_dataset->split(split)) return;
  const Observers::Batch batch(m_observers);
  m_banners.retract(BannerTopic::Place);
  m_split = split;
  forgetRow();
  m_samples.rebuild();
  m_observers.announce({Change::Dataset, Change::Sample});
  if (!m_samples.table().empty()) showRow(0);
}

const std::vector<std::string>& Workspace::mapFiles() const {
  static const std::vector<std::string> none;
  if (!m_dataset) return none;
  const auto found = m_settings.datasets.find(openKey());
  const bool known = found != m_settings.datasets.end();
  if (m_isDemo && !(known && found->second.mapChosen)) return m_demoMap;
  return known ? found->second.mapFiles : none;
}

void Workspace::setMapFiles(std::vector<std::string> files) {
  if (!m_dataset) return;
  if (files.size() > mostMapFiles) files.resize(mostMapFiles);
  const Observers::Batch batch(m_observers);
  change(datasetSettings().mapFiles, files);
  change(datasetSettings().mapChosen, true);
  m_observers.announce(Change::Places);
}

ScenarioOrigin Workspace::originOf(std::size_t row) const {
  return {.dataset = m_dataset ? m_dataset->prefix : std::string(),
          .fingerprint = m_dataset ? m_dataset->fingerprint : std::string(),
          .split = m_split,
          .index = row};
}

}  // namespace sojourn::session
