// SPDX-License-Identifier: GPL-3.0-or-later
// Whether all folders that were named at the start are there, as far as their disks answer.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace sojourn::monitor {

/// Called on threads of their own; may be called after the answer has been given.
using Exists = std::function<bool(const std::filesystem::path&)>;
[[nodiscard]] bool isThere(const std::filesystem::path& source);

/// The first source that is not there. One whose disk has not answered within `patience` may well be: the monitor
/// starts with it and says so.
[[nodiscard]] std::optional<std::filesystem::path> absentSource(const std::vector<std::filesystem::path>& sources,
                                                                std::chrono::milliseconds patience,
                                                                const Exists& exists = isThere);

}  // namespace sojourn::monitor
