// SPDX-License-Identifier: GPL-3.0-or-later
// The process that works off a queue of trainings: `sojourn queue`, found beside the program that asks for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "model/core/result.h"
#include "views/session/dataset/loaders.h"

namespace sojourn::session {

/// Loaders::startQueue with the real program.
[[nodiscard]] Status startQueue(const std::filesystem::path& folder, std::int64_t atATime,
                                std::function<void(const QueueEnd&)> ended);

/// The same with another program, for tests.
[[nodiscard]] Status startQueueWith(const std::filesystem::path& program, const std::filesystem::path& folder,
                                    std::int64_t atATime, std::function<void(const QueueEnd&)> ended);

}  // namespace sojourn::session
