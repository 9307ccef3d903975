// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/run_launcher.h"

#include <algorithm>
#include <future>
#include <mutex>

#include "model/config/config_writer.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/uuid.h"
#include "model/runs/store/wall_time.h"

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
  for (Message& message : m_inbox.drain()) {
    if (auto* checked = std::get_if<Checked>(&message)) {
      if (checked->number != m_checkNumber) continue;
      m_diskCheck = std::move(checked->check);
    } else if (std::holds_alternative<Done>(message)) {
      --m_busy;
    } else if (auto* notice = std::get_if<Notice>(&message)) {
      m_notice = std::move(notice->text);
    } else if (auto* look = std::get_if<QueueSnapshot>(&message)) {
      m_looking = false;
      if (look->sameAs(m_queue)) continue;
      m_queue = std::move(*look);
    } else if (auto* added = std::get_if<Added>(&message)) {
      m_added.push_back(std::move(*added));
    } else {
      m_errors.push_back(std::move(std::get<Error>(message)));
    }
    changed = true;
  }
  if (changed && m_options.changed) m_options.changed();
}

void RunLauncher::check(const LaunchPlan& plan) {
  m_diskCheck.reset();
  m_worker.post(
      [this, plan, number = ++m_checkNumber] { m_inbox.push(Checked{.number = number, .check = checkOnDisk(plan)}); });
}

void RunLauncher::launch(const LaunchPlan& plan) {
  ++m_busy;
  m_worker.post([this, plan, number = ++m_checkNumber] {
    // One of the folders may have been made since they were checked.
    DiskCheck check = checkOnDisk(plan);
    const bool possible = check.errors.empty();
    const LaunchPlan named = withFreeFolders(plan, check);
    m_inbox.push(Checked{.number = number, .check = std::move(check)});
    if (possible) addRuns(named);
    m_inbox.push(Done{});
  });
}

void RunLauncher::addRuns(const LaunchPlan& plan) {
  std::filesystem::path data = plan.data;
  if (data.empty()) {
    const auto demo = m_options.demo();
    if (!demo) return m_inbox.push(demo.error());
    data = demo->data;
  }
  const RunQueue queue(plan.folder);
  const double now = wallNow();
  Added added{.folder = plan.folder, .runs = {}};
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
      return m_inbox.push(written.error());
    }
    ids.push_back(run.id);
    added.runs.push_back(plan.folder / member.runFolder);
  }
  startQueue(plan.folder, plan.atATime, 1);
  const std::string first = escapeForDisplay(plan.members.front().runFolder, 80);
  const std::size_t count = plan.members.size();
  m_inbox.push(
      Notice{count == 1 ? tr("Queued %1", {first}) : tr("Queued %1 runs, %2 first", {std::to_string(count), first})});
  m_inbox.push(std::move(added));
  lookAt(plan.folder);
}

void RunLauncher::resume(const std::filesystem::path& folder, const std::string& runFolder, std::int64_t atATime) {
  ++m_busy;
  m_worker.post([this, folder, runFolder, atATime] {
    QueuedRun run;
    run.id = newUuid();
    run.wall = wallNow();
    run.runFolder = runFolder;
    run.resume = true;
    if (const Status written = RunQueue(folder).add(run); !written)
      m_inbox.push(written.error());
    else
      startQueue(folder, atATime, 1);
    lookAt(folder);
    m_inbox.push(Done{});
  });
}

void RunLauncher::work(const std::filesystem::path& folder, std::int64_t atATime) {
  ++m_busy;
  m_worker.post([this, folder, atATime] {
    startQueue(folder, atATime, 1);
    lookAt(folder);
    m_inbox.push(Done{});
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
  if (!m_options.startQueue) {
    m_inbox.push(Error{ErrorKind::Failed, folder.string(),
                       tr("has no running queue, and this program cannot start one"),
                       tr("run: sojourn queue %1", {folder.string()})});
    return;
  }
  // Counted first: it may have ended before this goes on.
  ++m_queues[folder];
  if (const Status started = m_options.startQueue(folder, atATime, ended); !started) {
    --m_queues[folder];
    m_inbox.push(started.error());
  }
}

void RunLauncher::queueEnded(const std::filesystem::path& folder, std::int64_t atATime, int attempt,
                             const QueueEnd& end) {
  --m_queues[folder];
  lookAt(folder);
  if (end.exitCode == 0) return;
  const RunQueue queue(folder);
  if (end.exitCode == badInputExit && queue.worker()) {
    m_inbox.push(Notice{
        tr("A queue is already running there: it takes the new runs and keeps its own number of runs at a time")});
    return;
  }
  const bool left = !queue.waiting().empty();
  if (end.exitCode == badInputExit && left && attempt < mostAttempts) return startQueue(folder, atATime, attempt + 1);
  m_inbox.push(Error{
      ErrorKind::Failed, folder.string(),
      tr("the queue has ended (%1)",
         {escapeForDisplay(end.lastLine.empty() ? tr("exit code %1", {std::to_string(end.exitCode)}) : end.lastLine,
                           400)}),
      left ? tr("to train the waiting runs, start the queue again, here or with: sojourn queue %1", {folder.string()})
           : tr("read %1", {queue.standardError().string()})});
}

void RunLauncher::look(const std::filesystem::path& folder) {
  if (m_looking || folder.empty()) return;
  m_looking = true;
  m_worker.post([this, folder] { lookAt(folder); });
}

void RunLauncher::lookAt(const std::filesystem::path& folder) {
  QueueSnapshot look = readQueueSnapshot(folder);
  const auto started = m_queues.find(folder);
  look.starting = !look.atWork && started != m_queues.end() && started->second > 0;
  m_inbox.push(std::move(look));
}

void RunLauncher::withdraw(const std::string& id) {
  m_worker.post([this, folder = m_queue.folder, id] {
    const RunQueue queue(folder);
    QueuedRun run;
    run.id = id;
    if (!queue.withdraw(id)) {
      if (queue.waits(run))
        m_inbox.push(notRemoved(folder));
      else
        m_inbox.push(Notice{tr("That run has just started: stop it in the table")});
    }
    lookAt(folder);
  });
}

void RunLauncher::dismiss(const std::string& id) {
  m_worker.post([this, folder = m_queue.folder, id] {
    const RunQueue queue(folder);
    queue.dismiss(id);
    const auto failed = readQueueSnapshot(folder).failed;
    if (std::ranges::find(failed, id, &FailedRun::id) != failed.end()) m_inbox.push(notRemoved(folder));
    lookAt(folder);
  });
}

}  // namespace sojourn::session
