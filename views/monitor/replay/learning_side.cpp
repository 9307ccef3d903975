// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/replay/learning_side.h"

#include <algorithm>
#include <cstdlib>
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
  m_epochs.clear();
  for (const session::ReplayEpoch& epoch : m_replay.epochs())
    m_epochs.push_back({.epoch = epoch.epoch(),
                        .file = epoch.file.get(),
                        .problem = epoch.problem ? epoch.problem->sentence() : std::string()});
  const session::ProbeVisitsPtr& visits = m_replay.visits();
  const auto& record = m_replay.run() ? m_replay.run()->entry.record : nullptr;
  m_probes.update({.epochs = m_epochs,
                   .sequences = visits ? std::span<const Sequence>(visits->sequences) : std::span<const Sequence>(),
                   .rows = record ? std::span<const std::int64_t>(record->probes) : std::span<const std::int64_t>(),
                   .names = [this](UserId user) -> const PlaceNames& { return m_replay.naming().forUser(user); },
                   .namesVersion = m_replay.namesVersion(),
                   .displayOffsetMinutes = m_replay.displayOffsetMinutes()});
  if (!probes().empty() && m_replay.probe() >= probes().size()) m_replay.setProbe(0);
}

std::size_t LearningSide::nearest(std::int64_t epoch) const {
  const auto distance = [epoch](const present::ReplayEpochView& one) { return std::abs(one.epoch - epoch); };
  return static_cast<std::size_t>(std::ranges::min_element(m_epochs, {}, distance) - m_epochs.begin());
}

present::ReplayInput LearningSide::input(const LearningLook& look) const {
  const auto& epochs = m_replay.epochs();
  const session::AttentionRange range = m_replay.range(m_replay.probe());
  const RunEntry& entry = m_replay.run()->entry;
  return {.run = escapeForDisplay(entry.title(), 80),
          .model = escapeForDisplay(entry.model(), 40),
          .epochs = m_epochs,
          .a = m_replay.a(),
          .b = m_replay.b(),
          .best = m_replay.bestEpoch(),
          .probes = probes(),
          .probe = m_replay.probe(),
          .mapsA = epochs[m_replay.a()].maps.get(),
          .mapsB = epochs[m_replay.b()].maps.get(),
          .weightScale = static_cast<double>(range.weight),
          .differenceScale = static_cast<double>(range.difference),
          .scaleOfPair = look.scaleOfPair,
          .selection = look.selection,
          .enlarged = look.enlarged,
          .topBeside = true,
          .withTables = false};
}

}  // namespace sojourn::monitor
