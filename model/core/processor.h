// SPDX-License-Identifier: GPL-3.0-or-later
// What this machine computes with.
#pragma once

#include <string>

namespace sojourn {

/// "AMD EPYC 7B13": of the CPU; empty where the system does not say.
[[nodiscard]] std::string processorName();

}  // namespace sojourn
