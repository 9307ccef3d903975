// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/learning.h"

#include <algorithm>
#include <cstdlib>

#include "model/core/text.h"

namespace sojourn::monitor {
namespace {

using PictureOf = present::Picture (*)(const present::ReplayInput&, const present::Canvas&);

PictureOf presenterOf(LearningPart part) {
  switch (part) {
    case LearningPart::Probes:
      return present::replayProbesPicture;
    case LearningPart::Pointer:
      return present::replayPointerPicture;
    case LearningPart::Maps:
      return present::replayMapsPicture;
    case LearningPart::Top:
      return present::replayTopPicture;
    case LearningPart::Gate:
      return present::replayGatePicture;
    case LearningPart::Bias:
      return present::replayBiasPicture;
  }
  return present::replayPointerPicture;
}

/// What cannot be read has no names: then visits are numbers.
session::Settings settingsFrom(const std::filesystem::path& file) {
  if (file.empty()) return {};
  auto settings = session::readSettings(file);
  return settings ? std::move(*settings) : session::Settings{};
}

}  // namespace

Learning::Learning(std::function<void()> wake, const std::filesystem::path& settings)
    : m_settings(settingsFrom(settings)),
      m_replay({.wake = std::move(wake),
                .changed = [this] { m_changed = true; },
                .settingsOf =
                    [this](const std::string& prefix, const std::string& fingerprint) {
                      const auto found = m_settings.datasets.find(session::datasetKey(prefix, fingerprint));
                      return found == m_settings.datasets.end() ? session::DatasetSettings{} : found->second;
                    }}) {}

bool Learning::update() {
  m_replay.drain();
  if (!m_changed) return false;
  m_changed = false;
  take();
  return true;
}

void Learning::follow(const session::FollowedRunPtr& run) {
  if (run == m_replay.run()) return;
  const bool another = !run || !m_replay.run() || run->folder() != m_replay.run()->folder();
  if (another) {
    m_selection = {};
    m_enlarged.reset();
  }
  const bool before = m_changed;
  const std::size_t epochs = m_replay.epochs().size();
  m_replay.follow(run);
  // What it borrows may be gone.
  take();
  // The same run a second later, and no epoch more: nothing of it is to be drawn anew.
  if (!another && m_replay.epochs().size() == epochs) m_changed = before;
}

void Learning::take() {
  m_epochs.clear();
  for (const session::ReplayEpoch& epoch : m_replay.epochs())
    m_epochs.push_back({.epoch = epoch.epoch(),
                        .file = epoch.file.get(),
                        .problem = epoch.problem ? epoch.problem->sentence() : std::string()});
  makeWords();
}

void Learning::makeWords() {
  const session::ProbeVisitsPtr& visits = m_replay.visits();
  const auto& record = m_replay.run() ? m_replay.run()->entry.record : nullptr;
  m_probes.update({.epochs = m_epochs,
                   .sequences = visits ? std::span<const Sequence>(visits->sequences) : std::span<const Sequence>(),
                   .rows = record ? std::span<const std::int64_t>(record->probes) : std::span<const std::int64_t>(),
                   .names = [this](UserId user) -> const PlaceNames& { return m_replay.naming().forUser(user); },
                   .namesVersion = m_replay.namesVersion(),
                   .displayOffsetMinutes = m_replay.displayOffsetMinutes()});
  const std::size_t probes = m_probes.probes().size();
  if (m_replay.probe() >= probes && probes > 0) m_replay.setProbe(0);
}

std::string Learning::caption() const {
  if (m_epochs.empty()) return {};
  std::string words = "B is epoch " + std::to_string(m_epochs[m_replay.b()].epoch) + ", A is epoch " +
                      std::to_string(m_epochs[m_replay.a()].epoch);
  if (m_replay.probe() < m_probes.probes().size()) words = m_probes.probes()[m_replay.probe()].sample + ", " + words;
  return words;
}

present::Picture Learning::picture(LearningPart part, const present::Canvas& canvas) const {
  if (m_epochs.empty()) {
    const bool chosen = m_replay.run() != nullptr;
    return present::EmptyState{
        .title = chosen ? "This run has no snapshots" : "No run is selected",
        .detail = chosen ? "A trainer of ours writes one before the first epoch and one after every epoch" : "",
        .buttonText = {},
        .button = {}};
  }
  const auto& epochs = m_replay.epochs();
  const session::AttentionRange range = m_replay.range(m_replay.probe());
  const session::FollowedRun& run = *m_replay.run();
  const present::ReplayInput input{.run = escapeForDisplay(run.entry.title(), 80),
                                   .model = escapeForDisplay(run.entry.model(), 40),
                                   .epochs = m_epochs,
                                   .a = m_replay.a(),
                                   .b = m_replay.b(),
                                   .best = m_replay.bestEpoch(),
                                   .probes = m_probes.probes(),
                                   .probe = m_replay.probe(),
                                   .mapsA = epochs[m_replay.a()].maps.get(),
                                   .mapsB = epochs[m_replay.b()].maps.get(),
                                   .weightScale = static_cast<double>(range.weight),
                                   .differenceScale = static_cast<double>(range.difference),
                                   .scaleOfPair = m_scaleOfPair,
                                   .selection = m_selection,
                                   .enlarged = m_enlarged,
                                   .topBeside = true,
                                   .withTables = false};
  return presenterOf(part)(input, canvas);
}

bool Learning::act(const present::Action& action) {
  const auto number = static_cast<std::size_t>(std::strtoull(action.argument.c_str(), nullptr, 10));
  if (action.id == "setProbe") {
    m_enlarged.reset();
    m_selection = {};
    m_replay.setProbe(number);
  } else if (action.id == "setEpoch") {
    m_replay.setB(number);
  } else if (action.id == "enlarge") {
    const std::size_t comma = action.argument.find(',');
    m_enlarged.reset();
    if (comma != std::string::npos)
      m_enlarged =
          HeadRef{.layer = number,
                  .head = static_cast<std::size_t>(std::strtoull(action.argument.c_str() + comma + 1, nullptr, 10))};
  } else if (action.id == "setScale") {
    m_scaleOfPair = action.argument == "pair";
  } else {
    return false;
  }
  m_changed = true;
  return true;
}

}  // namespace sojourn::monitor
