// SPDX-License-Identifier: GPL-3.0-or-later
// Which process on which machine: how a viewer tells a trainer that is gone from one that is slow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sojourn {

/// Process numbers are used again; together with the start they name one process. The machine's boot and the ticks
/// since then say the start whatever the clock is set to; files of earlier versions have the time of day alone.
struct ProcessIdentity {
  std::string host;
  std::int64_t pid = 0;
  double started = 0;           ///< seconds since 1970, by the clock of when it was asked
  std::string boot;             ///< the id of the machine's boot; empty where it is not known
  std::int64_t startTicks = 0;  ///< clock ticks from that boot to the start

  static void fields(auto& json, auto& process) {
    json("pid", process.pid);
    json("host", process.host);
    json("process_started", process.started);
    json.ifSet("boot_id", process.boot);
    if (!process.boot.empty()) json("start_ticks", process.startTicks);
  }

  bool operator==(const ProcessIdentity&) const = default;
};

/// This process.
[[nodiscard]] ProcessIdentity thisProcess();
[[nodiscard]] std::string thisHost();

/// The process of that number on this machine; nothing where there is none (or only its zombie).
[[nodiscard]] std::optional<ProcessIdentity> runningProcess(std::int64_t pid);

enum class ProcessPresence {
  There,
  Gone,
  Elsewhere,  ///< on another host: nothing can be said
};
[[nodiscard]] ProcessPresence presenceOf(const ProcessIdentity& process);

}  // namespace sojourn
