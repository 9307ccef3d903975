// SPDX-License-Identifier: GPL-3.0-or-later
// Which process on which machine: how a viewer tells a trainer that is gone from one that is slow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/formats/json_fields.h"

namespace sojourn {

/// Process numbers are used again; together with the start they name one process.
struct ProcessIdentity {
  std::string host;
  std::int64_t pid = 0;
  double started = 0;  ///< seconds since 1970

  bool operator==(const ProcessIdentity&) const = default;
};

/// This process.
[[nodiscard]] ProcessIdentity thisProcess();
[[nodiscard]] std::string thisHost();

/// When the process of that number on this machine started; nothing where there is none (or only its zombie).
[[nodiscard]] std::optional<double> processStart(std::int64_t pid);

enum class ProcessPresence {
  There,
  Gone,
  Elsewhere,  ///< on another host: nothing can be said
};
[[nodiscard]] ProcessPresence presenceOf(const ProcessIdentity& process);

/// {"host","pid","process_started"} as members of `json`.
void addTo(nlohmann::ordered_json& json, const ProcessIdentity& process);
/// Errors stay in `fields`.
[[nodiscard]] ProcessIdentity readProcess(JsonFields& fields);

}  // namespace sojourn
