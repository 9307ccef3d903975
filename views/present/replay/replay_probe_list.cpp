// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/replay/replay_probe_list.h"

#include <algorithm>
#include <utility>

namespace sojourn::present {

void ReplayProbeList::update(const ReplayProbeSource& source) {
  const auto read = std::ranges::find_if(source.epochs, [](const auto& epoch) { return epoch.file != nullptr; });
  std::vector<std::size_t> lengths;
  if (read != source.epochs.end()) {
    for (const ProbeSnapshot& probe : read->file->probes) lengths.push_back(probe.length);
  }
  if (lengths == m_lengths && m_namesVersion == source.namesVersion) return;
  m_lengths = std::move(lengths);
  m_namesVersion = source.namesVersion;
  m_probes.clear();
  m_names.clear();
  m_names.resize(m_lengths.size());
  for (std::size_t probe = 0; probe < m_lengths.size(); ++probe) {
    const Sequence* sequence = probe < source.sequences.size() ? &source.sequences[probe] : nullptr;
    if (sequence) m_names[probe] = source.names(sequence->user);
    const std::int64_t row = probe < source.rows.size() ? source.rows[probe] : static_cast<std::int64_t>(probe);
    m_probes.push_back(replayProbe(row, sequence, sequence ? &m_names[probe] : nullptr, source.displayOffsetMinutes,
                                   m_lengths[probe]));
  }
}

}  // namespace sojourn::present
