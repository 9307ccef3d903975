// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a trainer still works: tells a dead one from a slow one (SPEC 8.2).
#pragma once

#include <optional>
#include <string_view>

#include "model/runs/store/status_file.h"

namespace sojourn {

enum class Liveness {
  Unknown,  ///< there is no status.json yet, or none that can be read
  Alive,
  Stalled,  ///< its heartbeat is older than 10 s
  Dead,     ///< its process is gone from this host, and it did not say goodbye
  Ended,    ///< finished, failed or interrupted
};

/// "unknown", "alive", ...
[[nodiscard]] std::string_view livenessName(Liveness liveness);

/// Watches one run. Clocks of other hosts may be off, and any clock may be set while a training goes on: a heartbeat
/// that changes while one looks is a sign of life whatever it says, and one that stands still for 10 s of the viewer's
/// own clock is none. Only at the first look there is nothing better to go by than what the heartbeat says.
class LivenessWatch {
 public:
  /// `now` is wallNow(), `uptime` any clock of the viewer that never jumps, in seconds.
  [[nodiscard]] Liveness judge(const RunStatus& status, double now, double uptime);

 private:
  std::optional<double> m_heartbeat;  ///< seen last
  bool m_changed = false;             ///< it has been seen to differ from one before
  double m_since = 0;                 ///< uptime when the heartbeat seen last was first seen
};

}  // namespace sojourn
