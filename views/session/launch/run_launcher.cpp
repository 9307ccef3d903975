// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/run_launcher.h"

#include <algorithm>
#include <future>
#include <mutex>

#include "model/config/config_file.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/ids_and_times.h"

namespace sojourn::session {
namespace {

/// A queue may end just when another one finds the folder taken.
constexpr int mostAttempts = 3;
/// `sojourn` answers that another queue works in the folder, or another bad input (SPEC 9).
constexpr int badInputExit = 3;

Error notRemoved(const std::filesystem::path& folder) {
  return {ErrorKind::Failed, (folder / "queue").string(), tr("is not writable, so the entry stays"),
          tr("make the folder writable, or remove the entry where it is")};
}

}  // namespace

struct RunLauncher::Door {
  std::mutex mutex;
  RunLauncher* launcher = nullptr;
};

RunLauncher::RunLauncher(RunLauncherOptions options)
    : m_options(std::move(options)), m_inbox(m_options.wake), m_door(std::make_shared<Door>()) {
  m_door->launcher = this;
}

RunLauncher::~RunLauncher() {
  {
    const std::lock_guard lock(m_door->mutex);
    m_door->launcher = nullptr;
  }
  std::promise<void> settled;
  m_worker.post([&settled] { settled.set_value(); });
  settled.get_future().wait();
}

void RunLauncher::drain() {
  bool changed = false;
  for (const std::function<bool()>& take : m_inbox.drain()) changed |= take();
  if (changed && m_options.changed) m_options.changed();
}

void RunLauncher::answerCheck(std::uint64_t number, DiskCheck check) {
  m_inbox.push([this, number, check = std::move(check)] {
    if (number == m_checkNumber) m_diskCheck = check;
    return number == m_checkNumber;
  });
}

void RunLauncher::start(std::function<void()> act) {
  ++m_busy;
  m_worker.post([this, act = std::move(act)] {
    act();
    deliver([this] { --m_busy; });
  });
}

void RunLauncher::check(const LaunchPlan& plan) {
  m_diskCheck.reset();
  m_worker.post([this, plan, number = ++m_checkNumber] { answerCheck(number, checkOnDisk(plan)); });
}

void RunLauncher::launch(const LaunchPlan& plan) {
  start([this, plan, number = ++m_checkNumber] {
    // One of the folders may have been made since they were checked.
    const DiskCheck check = checkOnDisk(plan);
    answerCheck(number, check);
    if (check.errors.empty()) addRuns(withFreeFolders(plan, check));
  });
}

void RunLauncher::addRuns(const LaunchPlan& plan) {
  std::filesystem::path data = plan.data;
  if (data.empty()) {
    const auto demo = m_options.demo();
    if (!demo) return fail(demo.error());
    data = demo->data;
  }
  const RunQueue queue(plan.folder);
  const double now = wallNow();
  Added added{.folder = plan.folder};
  std::vector<std::string> ids;
  for (const LaunchMember& member : plan.members) {
    // A microsecond apart: the order of the queue.
    const QueuedRun run{.id = newUuid(),
                        .wall = now + 1e-6 * static_cast<double>(ids.size()),
                        .runFolder = member.runFolder,
                        .data = data.string(),
                        .config = toJson(member.config),
                        .resume = false,
                        .device = plan.device,
                        .threads = plan.threads};
    if (const Status written = queue.add(run); !written) {
      for (const std::string& id : ids) static_cast<void>(queue.withdraw(id));
      return fail(written.error());
    }
    ids.push_back(run.id);
    added.runs.push_back(plan.folder / member.runFolder);
  }
  startQueue(plan.folder, plan.atATime, 1);
  const std::string first = escapeForDisplay(plan.members.front().runFolder, 80);
  const std::size_t count = plan.members.size();
  notice(count == 1 ? tr("Queued %1", {first}) : tr("Queued %1 runs, %2 first", {std::to_string(count), first}));
  deliver([this, added = std::move(added)] { m_added.push_back(added); });
  readQueue(plan.folder);
}

void RunLauncher::resume(const std::filesystem::path& folder, const std::string& runFolder, std::int64_t atATime) {
  start([this, folder, runFolder, atATime] {
    QueuedRun run;
    run.id = newUuid();
    run.wall = wallNow();
    run.runFolder = runFolder;
    run.resume = true;
    if (const Status written = RunQueue(folder).add(run); !written)
      fail(written.error());
    else
      startQueue(folder, atATime, 1);
    readQueue(folder);
  });
}

void RunLauncher::fill(const std::filesystem::path& folder, std::int64_t atATime, std::function<Status()> fill) {
  start([this, folder, atATime, fill = std::move(fill)] {
    if (const Status filled = fill(); !filled)
      fail(filled.error());
    else
      startQueue(folder, atATime, 1);
    readQueue(folder);
  });
}

void RunLauncher::change(const std::filesystem::path& folder, std::function<Status()> act) {
  start([this, folder, act = std::move(act)] {
    if (const Status changed = act(); !changed) fail(changed.error());
    readQueue(folder);
  });
}

void RunLauncher::work(const std::filesystem::path& folder, std::int64_t atATime) {
  start([this, folder, atATime] {
    startQueue(folder, atATime, 1);
    readQueue(folder);
  });
}

void RunLauncher::startQueue(const std::filesystem::path& folder, std::int64_t atATime, int attempt) {
  // Also where a queue is at work: only its lock knows, and the second one ends at once. What was added before it was
  // started is seen by the first.
  const auto ended = [door = m_door, folder, atATime, attempt](const QueueEnd& end) {
    const std::lock_guard lock(door->mutex);
    if (!door->launcher) return;
    RunLauncher& launcher = *door->launcher;
    launcher.m_worker.post(
        [&launcher, folder, atATime, attempt, end] { launcher.queueEnded(folder, atATime, attempt, end); });
  };
  if (!m_options.startQueue)
    return fail({ErrorKind::Failed, folder.string(), tr("has no running queue, and this program cannot start one"),
                 tr("run: sojourn queue %1", {folder.string()})});
  // Counted first: it may have ended before this goes on.
  ++m_queues[folder];
  if (const Status started = m_options.startQueue(folder, atATime, ended); !started) {
    --m_queues[folder];
    fail(started.error());
  }
}

void RunLauncher::queueEnded(const std::filesystem::path& folder, std::int64_t atATime, int attempt,
                             const QueueEnd& end) {
  --m_queues[folder];
  readQueue(folder);
  if (end.exitCode == 0) return;
  const RunQueue queue(folder);
  if (end.exitCode == badInputExit && queue.worker())
    return notice(
        tr("A queue is already running there: it takes the new runs and keeps its own number of runs at a time"));
  const bool left = !queue.waiting().empty();
  if (end.exitCode == badInputExit && left && attempt < mostAttempts) return startQueue(folder, atATime, attempt + 1);
  const std::string why = end.lastLine.empty() ? tr("exit code %1", {std::to_string(end.exitCode)}) : end.lastLine;
  fail({ErrorKind::Failed, folder.string(), tr("the queue has ended (%1)", {escapeForDisplay(why, 400)}),
        left ? tr("to train the waiting runs, start the queue again, here or with: sojourn queue %1", {folder.string()})
             : tr("read %1", {queue.standardError().string()})});
}

void RunLauncher::poll(const std::filesystem::path& folder) {
  if (m_polling || folder.empty()) return;
  m_polling = true;
  m_worker.post([this, folder] { readQueue(folder); });
}

void RunLauncher::readQueue(const std::filesystem::path& folder) {
  QueueSnapshot snapshot = readQueueSnapshot(folder);
  snapshot.starting = !snapshot.atWork && m_queues[folder] > 0;
  m_inbox.push([this, snapshot = std::move(snapshot)] {
    m_polling = false;
    if (snapshot.sameAs(m_queue)) return false;
    m_queue = snapshot;
    return true;
  });
}

void RunLauncher::withdraw(const std::string& id) {
  m_worker.post([this, folder = m_queue.folder, id] {
    const RunQueue queue(folder);
    QueuedRun run;
    run.id = id;
    const bool withdrawn = queue.withdraw(id);
    if (!withdrawn && queue.waits(run))
      fail(notRemoved(folder));
    else if (!withdrawn)
      notice(tr("That run has just started: stop it in the table"));
    readQueue(folder);
  });
}

void RunLauncher::dismiss(const std::string& id) {
  m_worker.post([this, folder = m_queue.folder, id] {
    const RunQueue queue(folder);
    queue.dismiss(id);
    const auto failed = readQueueSnapshot(folder).failed;
    if (std::ranges::find(failed, id, &FailedRun::id) != failed.end()) fail(notRemoved(folder));
    readQueue(folder);
  });
}

}  // namespace sojourn::session
