// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/catalogue/liveness.h"

#include <cmath>
#include <utility>

#include "model/core/name_table.h"

namespace sojourn {
namespace {

/// Clocks of two machines never agree to the second.
constexpr double clockSlackSeconds = 2;

constexpr NameTable<5> names{"unknown", "alive", "stalled", "dead", "over"};

}  // namespace

std::string_view livenessName(Liveness liveness) {
  return nameIn(names, liveness);
}

Liveness LivenessWatch::judge(const RunStatus& status, double now, double uptime) {
  if (isOver(status.state)) return Liveness::Ended;
  const double heartbeat = std::isfinite(status.heartbeat) ? status.heartbeat : 0;
  const auto before = std::exchange(m_heartbeat, heartbeat);
  if (before != heartbeat) {
    m_changed |= before.has_value();
    m_since = uptime;
  }
  const ProcessPresence presence = presenceOf(status.process);
  if (presence == ProcessPresence::Gone) return Liveness::Dead;
  // A heartbeat from the future says nothing but that a clock was set.
  const bool ahead = !(now - heartbeat >= -clockSlackSeconds);
  const double age = m_changed || ahead ? uptime - m_since : now - heartbeat;
  return age > stalledAfterSeconds ? Liveness::Stalled : Liveness::Alive;
}

}  // namespace sojourn
