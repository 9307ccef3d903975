// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of trainings in a folder: the process that works it off, and what waits, trains and has failed there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "model/core/result.h"
#include "model/runs/queue/run_queue.h"
#include "views/session/opening/loaders.h"

namespace sojourn::session {

/// Loaders::startQueue with the real program.
[[nodiscard]] Status startQueue(const std::filesystem::path& folder, std::int64_t atATime,
                                std::function<void(const QueueEnd&)> ended);

/// The same with another program, for tests.
[[nodiscard]] Status startQueueWith(const std::filesystem::path& program, const std::filesystem::path& folder,
                                    std::int64_t atATime, std::function<void(const QueueEnd&)> ended);

struct QueueSnapshot {
  std::filesystem::path folder;
  bool atWork = false;    ///< a queue is there; how many trainings at a time it was started with
  bool starting = false;  ///< this program has started one that is not at work yet
  std::vector<QueuedRun> waiting;
  std::vector<QueuedRun> training;  ///< its trainer is there, whether the queue is or not
  std::vector<QueuedRun> cutShort;  ///< its trainer went with the queue, as when the machine went down
  std::vector<FailedRun> failed;    ///< and what cannot be read

  /// Whether something is left that only a queue does, and none is there to do it.
  [[nodiscard]] bool abandoned() const { return !atWork && !starting && !(waiting.empty() && cutShort.empty()); }
  /// Whether nothing that is shown of them differs.
  [[nodiscard]] bool sameAs(const QueueSnapshot& other) const;
};

/// Reads the queue's files, `starting` aside: for a worker's thread.
[[nodiscard]] QueueSnapshot readQueueSnapshot(const std::filesystem::path& folder);

}  // namespace sojourn::session
