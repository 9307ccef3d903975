// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/replay/learning_replay.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "views/session/runs/run_digest.h"
#include "views/session/runs/sent_commands.h"

namespace sojourn::session {
namespace {

/// So many epochs beyond B are read before they are asked for.
constexpr std::size_t readAhead = 8;
/// More epochs are no picture any more; the last ones are shown.
constexpr std::size_t mostEpochs = 4000;

ProbeFilePtr withoutMaps(const ProbeFile& file) {
  auto light = std::make_shared<ProbeFile>();
  light->positionBias = file.positionBias;
  light->gateHistogram = file.gateHistogram;
  for (const ProbeSnapshot& probe : file.probes) {
    light->probes.push_back({.length = probe.length,
                             .pointerWeight = probe.pointerWeight,
                             .gate = probe.gate,
                             .layers = probe.layers,
                             .heads = probe.heads,
                             .attention = {},
                             .topLocation = probe.topLocation,
                             .topProbability = probe.topProbability,
                             .targetProbability = probe.targetProbability});
  }
  return light;
}

bool goesOn(const FollowedRun& run) {
  return answersMayCome(run) || standingOf(run) == RunStanding::Stalled;
}

/// What the visits are of: the dataset's files and the rows.
std::string visitsKeyOf(const RunRecord& record, std::int32_t offsetMinutes, const std::string& seed) {
  std::string key = seed + "\n" + record.dataset.path + "\n" + record.dataset.prefix + "\n" +
                    record.dataset.fingerprint + "\n" + std::to_string(offsetMinutes);
  for (const std::int64_t row : record.probes) key += " " + std::to_string(row);
  return key;
}

}  // namespace

LearningReplay::LearningReplay(LearningReplayOptions options)
    : m_options(std::move(options)), m_inbox(m_options.wake), m_visitsInbox(m_options.wake), m_reader(m_inbox) {}

LearningReplay::~LearningReplay() {
  m_visitsCancel.cancel();
}

void LearningReplay::setWatched(bool watched) {
  if (watched == m_watched) return;
  m_watched = watched;
  want();
  wantVisits();
  if (m_watched) nameVisits();
}

void LearningReplay::follow(FollowedRunPtr run) {
  // Snapshots are immutable: the same one says the same.
  if (run == m_run) return;
  takeRun(std::move(run));
  want();
  wantVisits();
  tell();
}

void LearningReplay::takeRun(FollowedRunPtr run) {
  const bool another = !run || !m_run || run->folder() != m_run->folder();
  m_run = std::move(run);
  if (another) {
    ++m_number;
    m_epochs.clear();
    m_ranges.clear();
    m_kept.clear();
    m_bestKept = false;
    m_listedCheckpoints = 0;
    m_course = Course::Default;
  }
  // What the ranges were made of is not there any more.
  if (takeEpochs() && !another) {
    ++m_number;
    m_listedCheckpoints = 0;
  }
  placeHandles(another);
}

bool LearningReplay::takeEpochs() {
  std::map<std::int64_t, ReplayEpoch> known;
  for (ReplayEpoch& epoch : m_epochs) known.emplace(epoch.epoch(), std::move(epoch));
  std::map<std::int64_t, ProbeKey> listed;
  m_bestFile.reset();
  m_best.reset();
  if (m_run && m_run->outline) {
    for (const auto& probe : m_run->outline->probes)
      listed[probe.event.epoch] = {.epoch = probe.event.epoch, .seq = probe.seq};
    const std::string best = m_run->entry.paths.inEvents(m_run->entry.paths.bestCheckpoint());
    for (const auto& checkpoint : m_run->outline->checkpoints) {
      if (checkpoint.event.file == best) m_bestFile = checkpoint.event.epoch;
    }
    const RunDigest digest = digestOf(*m_run);
    if (const ValidationFigures* figures = digest.bestFigures()) m_best = figures->epoch;
  }
  while (listed.size() > mostEpochs) listed.erase(listed.begin());
  m_epochs.clear();
  for (const auto& [epoch, key] : listed) {
    const auto found = known.find(epoch);
    const bool same = found != known.end() && found->second.key == key;
    m_epochs.push_back(same ? std::move(found->second) : ReplayEpoch{.key = key});
    if (same) known.erase(found);
  }
  return !known.empty();
}

void LearningReplay::placeHandles(bool anotherRun) {
  const std::size_t last = m_epochs.empty() ? 0 : m_epochs.size() - 1;
  if (anotherRun) m_a = 0;
  m_a = std::min(m_a, last);
  m_b = std::min(m_b, last);
  if (m_course == Course::Newest) m_b = last;
  if (m_course != Course::Default || !m_run) return;
  m_b = last;
  if (!m_best || goesOn(*m_run)) return;
  const auto best = std::ranges::find(m_epochs, *m_best, &ReplayEpoch::epoch);
  if (best != m_epochs.end()) m_b = static_cast<std::size_t>(best - m_epochs.begin());
}

void LearningReplay::setA(std::size_t index) {
  if (m_epochs.empty()) return;
  index = std::min(index, m_epochs.size() - 1);
  if (index == m_a) return;
  m_a = index;
  want();
  tell();
}

void LearningReplay::setB(std::size_t index) {
  if (m_epochs.empty()) return;
  index = std::min(index, m_epochs.size() - 1);
  m_course = index + 1 == m_epochs.size() ? Course::Newest : Course::Stays;
  if (index == m_b) return;
  m_b = index;
  want();
  tell();
}

std::size_t LearningReplay::nearest(double epoch) const {
  const auto distance = [epoch](const ReplayEpoch& one) { return std::abs(static_cast<double>(one.epoch()) - epoch); };
  return static_cast<std::size_t>(std::ranges::min_element(m_epochs, {}, distance) - m_epochs.begin());
}

bool LearningReplay::advance() {
  if (m_b + 1 >= m_epochs.size()) return false;
  setB(m_b + 1);
  return true;
}

void LearningReplay::setProbe(std::size_t probe) {
  if (probe == m_probe) return;
  m_probe = probe;
  tell();
}

std::span<const Sequence> LearningReplay::sequences() const {
  return m_visits ? std::span(m_visits->sequences) : std::span<const Sequence>();
}

std::span<const std::int64_t> LearningReplay::rows() const {
  return m_run && m_run->entry.record ? std::span(m_run->entry.record->probes) : std::span<const std::int64_t>();
}

bool LearningReplay::settled() const {
  const auto open = [](const ReplayEpoch& epoch) { return !epoch.file && !epoch.problem; };
  if (m_visitsComing || std::ranges::any_of(m_epochs, open)) return false;
  for (const std::size_t index : {m_a, m_b}) {
    if (index < m_epochs.size() && !m_epochs[index].maps && !m_epochs[index].problem) return false;
  }
  return true;
}

/// What is shown first, then what is missing, then what will be shown next.
void LearningReplay::want() {
  ReplayReader::Want wanted{.number = m_number};
  if (m_watched && m_run) {
    wanted.run = m_run->entry.paths;
    const auto add = [&](std::size_t index) {
      if (index >= m_epochs.size() || m_epochs[index].maps || m_epochs[index].problem) return;
      if (std::ranges::find(wanted.files, m_epochs[index].key) == wanted.files.end())
        wanted.files.push_back(m_epochs[index].key);
    };
    add(m_b);
    add(m_a);
    std::set<ProbeKey> listed(wanted.files.begin(), wanted.files.end());
    for (const ReplayEpoch& epoch : m_epochs) {
      if (!epoch.file && !epoch.problem && !listed.contains(epoch.key)) wanted.files.push_back(epoch.key);
    }
    for (std::size_t ahead = 1; ahead <= readAhead; ++ahead) add(m_b + ahead);
    const std::size_t checkpoints = m_run->outline ? m_run->outline->checkpoints.size() : 0;
    if (checkpoints != m_listedCheckpoints) {
      m_listedCheckpoints = checkpoints;
      wanted.checkpoints = true;
    }
  }
  m_reader.want(std::move(wanted));
}

void LearningReplay::drain() {
  bool changed = false;
  for (ReplayMessage& message : m_inbox.drain()) {
    if (auto* read = std::get_if<ReadProbes>(&message)) {
      if (read->number != m_number) continue;
      take(*read);
      changed = true;
    } else if (auto& kept = std::get<KeptCheckpoints>(message); kept.number == m_number) {
      m_kept = std::move(kept.epochs);
      m_bestKept = kept.best;
      changed = true;
    }
  }
  for (ReadVisits& read : m_visitsInbox.drain()) {
    if (read.number != m_visitsNumber) continue;
    m_visitsComing = false;
    changed = true;
    if (!read.visits) {
      m_visitsError = read.visits.error();
      continue;
    }
    m_visits = *read.visits;
    m_naming = PlaceNaming(m_visits->names);
    m_naming.setProposals(m_visits->proposals);
    nameVisits();
    // What was read before had no places.
    if (!m_seed.empty()) forgetRead();
  }
  if (!changed) return;
  evictMaps();
  tell();
}

void LearningReplay::take(ReadProbes& read) {
  const auto found = std::ranges::find(m_epochs, read.key, &ReplayEpoch::key);
  if (found == m_epochs.end()) return;
  if (!read.file) {
    found->problem = read.file.error();
    return;
  }
  found->maps = underPseudonyms(*read.file);
  if (!found->file) found->file = withoutMaps(*found->maps);
  m_ranges = std::move(read.ranges);
}

/// The file as it may be shown: without the places that it names until the dataset's pseudonyms are there.
ProbeFilePtr LearningReplay::underPseudonyms(const ProbeFilePtr& file) const {
  if (m_seed.empty()) return file;
  const std::shared_ptr<const Pseudonyms> pseudonyms = m_visits ? m_visits->names->pseudonyms : nullptr;
  auto shown = std::make_shared<ProbeFile>(*file);
  for (ProbeSnapshot& probe : shown->probes) {
    if (!pseudonyms) {
      probe.topLocation.clear();
      probe.topProbability.clear();
    }
    for (std::int64_t& location : probe.topLocation)
      location = pseudonyms->location(saturateCast<LocationId>(location));
  }
  return shown;
}

void LearningReplay::forgetRead() {
  for (ReplayEpoch& epoch : m_epochs) epoch = {.key = epoch.key};
  ++m_number;
  m_ranges.clear();
  m_listedCheckpoints = 0;
  want();
}

void LearningReplay::evictMaps() {
  std::size_t taken = 0;
  for (const ReplayEpoch& epoch : m_epochs) taken += epoch.maps ? epoch.maps->mapBytes() : 0;
  while (taken > m_options.mapMemory) {
    // Behind B counts double: playing goes forwards.
    const auto distance = [this](std::size_t index) { return index >= m_b ? index - m_b : 2 * (m_b - index); };
    std::optional<std::size_t> furthest;
    for (std::size_t i = 0; i < m_epochs.size(); ++i) {
      if (!m_epochs[i].maps || i == m_a || i == m_b) continue;
      if (!furthest || distance(i) > distance(*furthest)) furthest = i;
    }
    if (!furthest) return;
    taken -= m_epochs[*furthest].maps->mapBytes();
    m_epochs[*furthest].maps.reset();
  }
}

void LearningReplay::wantVisits() {
  if (!m_watched || !m_run || !m_run->entry.record) return;
  const std::shared_ptr<const RunRecord>& record = m_run->entry.record;
  if (m_options.settingsOf) m_settings = m_options.settingsOf(record->dataset.prefix, record->dataset.fingerprint);
  const std::string seed = m_options.pseudonyms ? m_options.pseudonyms() : std::string();
  if (std::exchange(m_seed, seed) != seed) forgetRead();
  if (!seed.empty()) m_settings.names = {};
  std::string key = visitsKeyOf(*record, m_settings.displayOffsetMinutes, seed);
  if (key == m_visitsKey) return;
  m_visitsKey = std::move(key);
  m_visits.reset();
  m_visitsError.reset();
  m_naming = PlaceNaming();
  ++m_namesVersion;
  m_visitsCancel.cancel();
  m_visitsCancel = CancelToken();
  m_visitsComing = !record->probes.empty();
  ++m_visitsNumber;
  if (!m_visitsComing) return;
  m_visitsWorker.post(
      [this, number = m_visitsNumber, record, offset = m_settings.displayOffsetMinutes, seed, cancel = m_visitsCancel] {
        m_visitsInbox.push({number, readProbeVisits(*record, offset, seed, cancel)});
      });
}

void LearningReplay::updateNames() {
  if (!m_watched) return;  // asked again when it is shown
  wantVisits();
  nameVisits();
  tell();
}

void LearningReplay::nameVisits() {
  m_naming.setGiven(m_settings.names);
  ++m_namesVersion;
}

std::optional<std::filesystem::path> LearningReplay::checkpointOf(std::size_t index) const {
  if (!m_run || index >= m_epochs.size()) return std::nullopt;
  const std::int64_t epoch = m_epochs[index].epoch();
  const RunPaths& paths = m_run->entry.paths;
  const bool kept = m_kept.contains(epoch);
  if (!kept && !(m_bestKept && m_bestFile == epoch)) return std::nullopt;
  const GuardedPath file = kept ? paths.epochCheckpoint(epoch) : paths.bestCheckpoint();
  return checkNoLink(file) ? std::optional<std::filesystem::path>(file) : std::nullopt;
}

}  // namespace sojourn::session
