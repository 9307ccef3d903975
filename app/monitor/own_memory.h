// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory this program holds, in words.
#pragma once

#include <string>

namespace sojourn::monitor {

/// "84 MB in memory": what is resident now; empty where the system does not say.
[[nodiscard]] std::string memoryWords();

}  // namespace sojourn::monitor
