// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/queue_look.h"

#include <algorithm>
#include <utility>

#include "model/runs/store/run_paths.h"
#include "model/runs/store/status_file.h"

namespace sojourn::session {

bool QueueLook::sameAs(const QueueLook& other) const {
  // An entry never changes; it only goes from one list to the next.
  const auto same = [](const auto& these, const auto& those) {
    return std::ranges::equal(these, those, [](const auto& a, const auto& b) { return a.id == b.id; });
  };
  return folder == other.folder && atWork == other.atWork && starting == other.starting &&
         same(waiting, other.waiting) && same(training, other.training) && same(cutShort, other.cutShort) &&
         same(failed, other.failed);
}

QueueLook lookAtQueue(const std::filesystem::path& folder) {
  const RunQueue queue(folder);
  QueueLook look;
  look.folder = folder;
  look.atWork = queue.worker().has_value();
  auto content = queue.read();
  if (!content) {
    look.failed.push_back({.id = {}, .runFolder = {}, .why = content.error().sentence()});
    return look;
  }
  look.waiting = std::move(content->waiting);
  for (TakenRun& taken : content->taken) {
    // It was taken while the folder was read.
    std::erase_if(look.waiting, [&](const QueuedRun& run) { return run.id == taken.run.id; });
    const auto status = readRunStatus(RunPaths{queue.runFolder(taken.run)}.status());
    if (taken.trainer && presenceOf(*taken.trainer) != ProcessPresence::Gone)
      look.training.push_back(std::move(taken.run));
    else if (look.atWork)  // which starts its trainer this very moment, or has just seen it end
      look.training.push_back(std::move(taken.run));
    else if (!status || !isOver(status->state))
      look.cutShort.push_back(std::move(taken.run));
    // One that is over is only to be struck off.
  }
  look.failed = std::move(content->failed);
  for (UnreadableRun& entry : content->unreadable)
    look.failed.push_back({.id = std::move(entry.id), .runFolder = {}, .why = std::move(entry.why)});
  return look;
}

}  // namespace sojourn::session
