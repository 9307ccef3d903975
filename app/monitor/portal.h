// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop's portal for settings, asked over the session bus.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

namespace sojourn::monitor {

/// The desktop's color-scheme (org.freedesktop.appearance): true for dark. Absent where there is no bus, no portal, no
/// preference, no answer within `longest`, or where the program was built without sd-bus. Waits for the answer.
[[nodiscard]] std::optional<bool> darkFromPortal(const std::stop_token& stop,
                                                 std::chrono::milliseconds longest = std::chrono::seconds(1));

}  // namespace sojourn::monitor
