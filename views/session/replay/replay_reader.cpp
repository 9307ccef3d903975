// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/replay/replay_reader.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

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
  KeptCheckpoints kept{.number = number, .epochs = {}, .best = false};
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
      m_inbox.push(ReadProbes{.number = number, .key = *key, .file = file.error(), .ranges = {}});
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

}  // namespace sojourn::session
