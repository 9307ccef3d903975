// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/follow/best_checkpoint_watcher.h"

namespace sojourn::session {

void BestCheckpointWatcher::start(const FollowedRun& run, const std::filesystem::path& shown) {
  m_run = run.folder();
  m_best = run.entry.paths.bestCheckpoint();
  m_before = shown;
  m_reached = false;
  m_seq = -1;
  m_epoch.reset();
}

std::optional<std::filesystem::path> BestCheckpointWatcher::newest(const FollowedRun& run) {
  if (!follows(run) || !run.outline) return std::nullopt;
  const std::string name = run.entry.paths.inEvents(m_best);
  const auto& checkpoints = run.outline->checkpoints;
  for (auto written = checkpoints.rbegin(); written != checkpoints.rend(); ++written) {
    if (written->event.file != name) continue;
    if (written->seq == m_seq) return std::nullopt;
    m_seq = written->seq;
    m_epoch = written->event.epoch;
    return checkNoLink(m_best) ? std::optional<std::filesystem::path>(m_best) : std::nullopt;
  }
  return std::nullopt;
}

bool BestCheckpointWatcher::endsWith(const std::filesystem::path& shown) {
  if (!active()) return false;
  if (shown == m_best) {
    m_reached = true;
    return false;
  }
  if (!m_reached && shown == m_before) return false;
  stop();
  return true;
}

}  // namespace sojourn::session
