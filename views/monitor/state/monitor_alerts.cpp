// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor's alerts: which runs need attention, what is news of them, and where they stay while one points at them.
#include <algorithm>
#include <iterator>
#include <utility>

#include "model/core/translation.h"
#include "views/monitor/state/monitor.h"

namespace sojourn::monitor {

/// What was so when its folder was looked at first is no news. A run that has ended and is of no use needs attention as
/// one that fails does.
void Monitor::tellAlerts() {
  std::vector<present::RunAlert> before = std::exchange(m_alerts, {});
  m_mutedAlerts.clear();
  for (const WatchedRun& run : m_runs) {
    const std::string state = run.stateText();
    const std::string id = run.id();
    const auto known = m_stateAtLastPoll.find(id);
    const bool news = known == m_stateAtLastPoll.end() ? m_read.contains(m_library.sourceOf(run.run->folder()))
                                                       : known->second != state;
    m_stateAtLastPoll[id] = state;
    if (!run.needsAttention()) continue;
    present::RunAlert alert = alertOf(run, m_now);
    const auto quiet = m_settings.muted.find(id);
    if (quiet != m_settings.muted.end() && quiet->second == state) {
      alert.buttons.back() = {.text = tr("Unmute"), .action = present::MuteRun{id, false}};
      m_mutedAlerts.push_back(std::move(alert));
      continue;
    }
    if (news && m_options.notify) m_options.notify(alert.title, alert.reason);
    m_alerts.push_back(std::move(alert));
  }
  if (m_held) keepAlerts(std::move(before));
  for (const std::filesystem::path& source : m_library.sources()) {
    if (m_library.settled(source)) m_read.insert(source);
  }
  if (m_library.settled()) m_firstPoll = false;
}

/// In the places that they had before; one that is over stays without its buttons, and says so.
void Monitor::keepAlerts(std::vector<present::RunAlert> before) {
  std::vector<present::RunAlert> now = std::exchange(m_alerts, {});
  for (present::RunAlert& old : before) {
    const auto found = std::ranges::find(now, old.id, &present::RunAlert::id);
    if (found != now.end()) {
      m_alerts.push_back(std::move(*found));
      now.erase(found);
    } else if (const WatchedRun* of = run(old.id)) {
      old.over = true;
      old.severity = present::RunSeverity::Quiet;
      old.reason = tr("Now: %1", {tr(of->stateText())});
      old.further.clear();
      old.buttons.clear();
      m_alerts.push_back(std::move(old));
    }
  }
  std::ranges::move(now, std::back_inserter(m_alerts));
}

}  // namespace sojourn::monitor
