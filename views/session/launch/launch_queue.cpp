// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_queue.h"

#include <algorithm>
#include <cerrno>
#include <thread>
#include <utility>

#include <sys/wait.h>

#include "model/core/translation.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"

namespace sojourn::session {
namespace {

/// Of a program that a signal ended, as shells give it.
constexpr int signalled = 128;

QueueEnd waitFor(pid_t process, const GuardedPath& standardError) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
  return {.exitCode = code, .lastLine = code == 0 ? std::string() : lastLineOf(standardError)};
}

/// A queue that cannot write there could do nothing, and its errors would have no place.
Status checkWritable(const RunQueue& queue, const std::filesystem::path& folder) {
  const GuardedPath file = queue.standardError();
  if (openGuarded(file, O_WRONLY | O_CREAT | O_APPEND).get() >= 0) return {};
  return guardedError(
      file, ErrorKind::Failed, tr("cannot be written"),
      tr("make the folder writable, or start the queue where it is: sojourn queue %1", {folder.string()}));
}

}  // namespace

Status startQueueWith(const std::filesystem::path& program, const std::filesystem::path& folder, std::int64_t atATime,
                      std::function<void(const QueueEnd&)> ended) {
  std::error_code error;
  if (!std::filesystem::exists(program, error)) {
    return Error{ErrorKind::Failed, program.string(), tr("is not there: it is the program that trains"),
                 tr("install it next to this program; the queued runs wait for it in %1", {folder.string()})};
  }
  const RunQueue queue(folder);
  if (const Status made = queue.makeFolder(); !made) return made;
  if (const Status writable = checkWritable(queue, folder); !writable) return writable;
  const auto process = startDetached({program.string(), "queue", folder.string(), "--jobs", std::to_string(atATime)},
                                     queue.standardError());
  if (!process) return process.error();
  // This thread is not joined: it ends with the queue or with this program, whichever comes first.
  std::thread([process = *process, file = queue.standardError(), ended = std::move(ended)] {
    ended(waitFor(process, file));
  }).detach();
  return {};
}

Status startQueue(const std::filesystem::path& folder, std::int64_t atATime,
                  std::function<void(const QueueEnd&)> ended) {
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error);
  return startQueueWith(own.parent_path() / "sojourn", folder, atATime, std::move(ended));
}

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
