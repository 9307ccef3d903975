// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/queue_snapshot.h"

#include <algorithm>
#include <utility>

#include "model/runs/store/run_paths.h"
#include "model/runs/store/status_file.h"

namespace sojourn::session {

bool QueueSnapshot::sameAs(const QueueSnapshot& other) const {
  // An entry never changes; it only goes from one list to the next.
  const auto same = [](const auto& these, const auto& those) {
    return std::ranges::equal(these, those, [](const auto& a, const auto& b) { return a.id == b.id; });
  };
  return folder == other.folder && atWork == other.atWork && starting == other.starting &&
         same(waiting, other.waiting) && same(training, other.training) && same(cutShort, other.cutShort) &&
         same(failed, other.failed);
}

QueueSnapshot readQueueSnapshot(const std::filesystem::path& folder) {
  const RunQueue queue(folder);
  QueueSnapshot snapshot;
  snapshot.folder = folder;
  snapshot.atWork = queue.worker().has_value();
  auto content = queue.read();
  if (!content) {
    snapshot.failed.push_back({.id = {}, .runFolder = {}, .why = content.error().sentence()});
    return snapshot;
  }
  snapshot.waiting = std::move(content->waiting);
  for (TakenRun& taken : content->taken) {
    // It was taken while the folder was read.
    std::erase_if(snapshot.waiting, [&](const QueuedRun& run) { return run.id == taken.run.id; });
    const auto status = readRunStatus(RunPaths{queue.runFolder(taken.run)}.status());
    if (taken.trainer && presenceOf(*taken.trainer) != ProcessPresence::Gone)
      snapshot.training.push_back(std::move(taken.run));
    else if (snapshot.atWork)  // which starts its trainer this very moment, or has just seen it end
      snapshot.training.push_back(std::move(taken.run));
    else if (!status || !isOver(status->state))
      snapshot.cutShort.push_back(std::move(taken.run));
    // One that is over is only to be struck off.
  }
  snapshot.failed = std::move(content->failed);
  for (UnreadableRun& entry : content->unreadable)
    snapshot.failed.push_back({.id = std::move(entry.id), .runFolder = {}, .why = std::move(entry.why)});
  return snapshot;
}

}  // namespace sojourn::session
