// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/replay/learning_side.h"

#include <utility>

#include "model/core/text.h"

namespace sojourn::monitor {

LearningSide::LearningSide(std::function<void()> wake, std::function<void()> changed, const session::Settings& settings)
    : m_settings(settings),
      m_replay({.wake = std::move(wake),
                .changed = std::move(changed),
                .settingsOf = [this](const std::string& prefix, const std::string& fingerprint) {
                  const auto found = m_settings.datasets.find(session::datasetKey(prefix, fingerprint));
                  return found == m_settings.datasets.end() ? session::DatasetSettings{} : found->second;
                }}) {}

bool LearningSide::follow(const session::FollowedRunPtr& run) {
  const session::FollowedRunPtr before = m_replay.run();
  const bool another = !run || !before || run->folder() != before->folder();
  m_replay.follow(run);
  // What it borrows may be gone.
  take();
  return another;
}

void LearningSide::take() {
  m_probes.update({.epochs = epochs(),
                   .sequences = m_replay.sequences(),
                   .rows = m_replay.rows(),
                   .names = [this](UserId user) -> const PlaceNames& { return m_replay.naming().forUser(user); },
                   .namesVersion = m_replay.namesVersion(),
                   .displayOffsetMinutes = m_replay.displayOffsetMinutes()});
  if (!probes().empty() && m_replay.probe() >= probes().size()) m_replay.setProbe(0);
}

present::ReplayInput LearningSide::input(const LearningLook& look) const {
  const session::AttentionRange range = m_replay.range(m_replay.probe());
  const RunEntry& entry = m_replay.run()->entry;
  return {.run = escapeForDisplay(entry.title(), 80),
          .model = escapeForDisplay(entry.model(), 40),
          .epochs = epochs(),
          .a = m_replay.a(),
          .b = m_replay.b(),
          .best = m_replay.bestEpoch(),
          .probes = probes(),
          .probe = m_replay.probe(),
          .weightScale = static_cast<double>(range.weight),
          .differenceScale = static_cast<double>(range.difference),
          .scaleOfPair = look.scaleOfPair,
          .selection = look.selection,
          .enlarged = look.enlarged,
          .topBeside = true,
          .withTables = false};
}

}  // namespace sojourn::monitor
