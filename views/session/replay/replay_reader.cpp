// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/replay/replay_reader.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/probe_file.h"
#include "views/session/opening/loaders.h"

namespace sojourn::session {
namespace {

/// More files than any run has epochs; a folder of more is not looked through to its end.
constexpr std::size_t mostEntries = 200'000;

/// 7 for "epoch-0007.pt"; nothing for other names.
std::optional<std::int64_t> epochOf(const std::string& name) {
  constexpr std::string_view begin = "epoch-", end = ".pt";
  if (name.size() <= begin.size() + end.size() || !name.starts_with(begin) || !name.ends_with(end)) return std::nullopt;
  std::int64_t epoch = 0;
  const char* last = name.data() + name.size() - end.size();
  const auto [stop, failed] = std::from_chars(name.data() + begin.size(), last, epoch);
  return failed == std::errc() && stop == last && epoch >= 0 ? std::optional(epoch) : std::nullopt;
}

KeptCheckpoints listCheckpoints(const RunPaths& run, std::uint64_t number) {
  KeptCheckpoints kept{.number = number};
  const auto names = namesIn(run.checkpoints(), mostEntries);
  if (!names) return kept;
  for (const std::string& name : *names) {
    if (const auto epoch = epochOf(name)) kept.epochs.insert(*epoch);
    kept.best = kept.best || name == run.bestCheckpoint().filename();
  }
  return kept;
}

/// What a hundredth of the values goes beyond; 0 of none.
float nearlyLargest(std::vector<float> values) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) * 99 / 100);
  std::ranges::nth_element(values, at);
  return *at;
}

}  // namespace

void ReplayReader::want(Want want) {
  {
    const std::lock_guard lock(m_mutex);
    m_want = std::move(want);
    if (m_working) return;
    m_working = true;
  }
  m_worker.post([this] { work(); });
}

void ReplayReader::work() {
  for (;;) {
    std::uint64_t number = 0;
    RunPaths run;
    std::optional<ProbeKey> key;
    {
      const std::lock_guard lock(m_mutex);
      number = m_want.number;
      run = m_want.run;
      if (!m_want.checkpoints) {
        if (m_want.files.empty()) {
          m_working = false;
          return;
        }
        key = m_want.files.front();
        m_want.files.pop_front();
      }
      m_want.checkpoints = false;
    }
    if (!key) {
      m_inbox.push(listCheckpoints(run, number));
      continue;
    }
    if (number != m_number) {
      m_number = number;
      m_extremes.clear();
    }
    auto file = readProbeFile(run.probe(key->epoch));
    if (!file) {
      m_inbox.push(ReadProbes{.number = number, .key = *key, .file = file.error()});
      continue;
    }
    AttentionRanges ranges = widen(*file);
    m_inbox.push(ReadProbes{.number = number,
                            .key = *key,
                            .file = std::make_shared<const ProbeFile>(std::move(*file)),
                            .ranges = std::move(ranges)});
  }
}

AttentionRanges ReplayReader::widen(const ProbeFile& file) {
  AttentionRanges ranges;
  m_extremes.resize(std::max(m_extremes.size(), file.probes.size()));
  for (std::size_t k = 0; k < file.probes.size(); ++k) {
    const std::vector<float>& weights = file.probes[k].attention;
    Extremes& extremes = m_extremes[k];
    if (extremes.least.size() != weights.size()) extremes = {.least = weights, .greatest = weights};
    std::vector<float> spans(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      extremes.least[i] = std::min(extremes.least[i], weights[i]);
      extremes.greatest[i] = std::max(extremes.greatest[i], weights[i]);
      spans[i] = extremes.greatest[i] - extremes.least[i];
    }
    ranges.push_back({.weight = nearlyLargest(extremes.greatest), .difference = nearlyLargest(std::move(spans))});
  }
  return ranges;
}

Result<ProbeVisitsPtr> readProbeVisits(const RunRecord& record, std::int32_t offsetMinutes, const std::string& seed,
                                       const CancelToken& cancel) {
  const std::filesystem::path data = std::filesystem::path(record.dataset.path) / record.dataset.prefix;
  const auto loaded = loadDataset(data, {}, cancel);
  if (!loaded) return loaded.error();
  Dataset dataset = **loaded;
  if (dataset.fingerprint != record.dataset.fingerprint)
    return Error{ErrorKind::BadInput, data.string(), tr("has other sequences than the run was trained on"),
                 tr("restore the dataset that run.json names")};
  if (!seed.empty()) usePseudonyms(dataset, seed);
  const SequenceSet* set = dataset.split(Split::Validation);
  auto visits = std::make_shared<ProbeVisits>();
  if (const Status usable = checkProbes(record.probes, set ? set->size() : 0, "run.json, key probes"); !usable)
    return usable.error();
  for (const std::int64_t row : record.probes)
    visits->sequences.push_back(set->sequence(static_cast<std::size_t>(row)));
  auto names = std::make_shared<Dataset>();
  names->places = dataset.places;
  names->pseudonyms = dataset.pseudonyms;
  names->userNames = dataset.userNames;
  names->numLocations = dataset.numLocations;
  names->numUsers = dataset.numUsers;
  const Proposals all = proposeRoles(dataset, offsetMinutes, {}, cancel);
  for (const Sequence& sequence : visits->sequences) {
    if (const auto roles = all.find(sequence.user); roles != all.end()) visits->proposals.insert(*roles);
  }
  visits->names = std::move(names);
  return ProbeVisitsPtr(std::move(visits));
}

}  // namespace sojourn::session
