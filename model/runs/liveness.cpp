// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/liveness.h"

#include <utility>

#include "model/runs/name_table.h"

namespace sojourn {
namespace {

constexpr NameTable<5> names{"unknown", "alive", "stalled", "dead", "over"};

}  // namespace

std::string_view livenessName(Liveness liveness) {
  return nameIn(names, liveness);
}

Liveness LivenessWatch::judge(const RunStatus& status, double now, double uptime) {
  if (isOver(status.state)) return Liveness::Over;
  const auto before = std::exchange(m_heartbeat, status.heartbeat);
  if (before && *before != status.heartbeat) m_changedAt = uptime;
  const ProcessPresence presence = presenceOf(status.process);
  if (presence == ProcessPresence::Gone) return Liveness::Dead;
  // On this host the clocks agree; of another one the first look has nothing better to go by.
  const bool byOwnClock = presence == ProcessPresence::Elsewhere && m_changedAt;
  const double age = byOwnClock ? uptime - *m_changedAt : now - status.heartbeat;
  return age > stalledAfterSeconds ? Liveness::Stalled : Liveness::Alive;
}

}  // namespace sojourn
