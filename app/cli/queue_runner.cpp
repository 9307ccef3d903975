// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/queue_runner.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include <sys/wait.h>

#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "model/core/detached_process.h"
#include "model/core/text.h"
#include "model/runs/run_lock.h"
#include "model/runs/run_paths.h"
#include "model/runs/status_file.h"

namespace sojourn::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto pollEvery = std::chrono::milliseconds(200);

/// Whether a trainer holds the run's lock. Taking it for a moment is how one asks.
bool isLocked(const RunPaths& run) {
  std::error_code error;
  return fs::exists(run.lock(), error) && !RunLock::take(run.lock());
}

bool stillTrains(const RunPaths& run, const TakenRun& taken) {
  if (taken.trainer && presenceOf(*taken.trainer) == ProcessPresence::There) return true;
  return isLocked(run);
}

void say(const std::string& what, const QueuedRun& run) {
  // Nobody may be listening; the work goes on.
  static_cast<void>(print(what + " " + escapeForDisplay(run.runFolder) + "\n"));
}

}  // namespace

Status QueueRunner::run(const CancelToken& cancel) {
  if (const Status made = m_queue.makeFolder(); !made) return made;
  for (bool first = true;; first = false) {
    {
      const auto lock = RunLock::take(m_queue.lockFile());
      // After the first round: another queue has come and does what is left.
      if (!lock) return first ? Status(lock.error()) : Status();
      if (const Status done = work(cancel); !done) return done;
    }
    // Who added an entry while this queue was about to end found it locked, and relies on it.
    if (m_queue.waiting().empty()) return {};
  }
}

Status QueueRunner::work(const CancelToken& cancel) {
  for (const TakenRun& taken : m_queue.taken()) takeOver(taken);
  while (true) {
    std::erase_if(m_jobs, [this](Job& job) { return settled(job); });
    for (const QueuedRun& next : m_queue.waiting()) {
      if (m_jobs.size() >= m_options.atOnce) break;
      if (const Status taken = m_queue.take(next); !taken) {
        if (m_queue.waits(next)) return taken;
        continue;  // a viewer has taken it back
      }
      start(next);
    }
    if (m_jobs.empty() && m_queue.waiting().empty()) return {};
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, m_options.folder.string(), "was not worked off", ""};
    std::this_thread::sleep_for(pollEvery);
  }
}

void QueueRunner::takeOver(const TakenRun& taken) {
  const Job job{.taken = taken};
  if (stillTrains({m_queue.runFolder(taken.run)}, taken)) {
    m_jobs.push_back(job);
  } else {
    settleAdopted(job);
  }
}

void QueueRunner::start(QueuedRun run) {
  const RunPaths paths{m_queue.runFolder(run)};
  std::error_code error;
  fs::create_directories(paths.folder, error);
  if (error) return fail(run, "the run's folder cannot be made (" + error.message() + ")");
  std::vector<std::string> words{m_options.trainer.string(), "train", "--run-dir", paths.folder.string()};
  if (run.resume) {
    words.emplace_back("--resume");
  } else {
    const auto config = m_queue.writeConfig(run);
    if (!config) return fail(run, config.error().sentence());
    words.insert(words.end(), {"--config", config->string(), "--data", run.data});
  }
  if (!run.device.empty()) words.insert(words.end(), {"--device", run.device});
  if (run.threads > 0) words.insert(words.end(), {"--threads", std::to_string(run.threads)});
  const auto child = startDetached(std::move(words), paths.standardError());
  if (!child) return fail(run, "the trainer " + child.error().what);
  Job job{.taken = {.run = std::move(run), .trainer = {}}, .child = *child};
  job.taken.trainer = ProcessIdentity{thisHost(), *child, processStart(*child).value_or(0)};
  // Where this cannot be written, the run's lock still says whether it is being trained.
  static_cast<void>(m_queue.noteTrainer(job.taken));
  say("started", job.taken.run);
  m_jobs.push_back(std::move(job));
}

bool QueueRunner::settled(Job& job) {
  const QueuedRun& run = job.taken.run;
  if (job.child == 0) {
    if (stillTrains({m_queue.runFolder(run)}, job.taken)) return false;
    settleAdopted(job);
    return true;
  }
  int status = 0;
  const pid_t ended = ::waitpid(job.child, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == exitDone || code == exitInterrupted) {
    m_queue.finish(run);
    say("ended", run);
  } else {
    const std::string how =
        code >= 0 ? "exit code " + std::to_string(code) : "ended by signal " + std::to_string(WTERMSIG(status));
    const std::string why = lastLineOf(RunPaths{m_queue.runFolder(run)}.standardError());
    fail(run, why.empty() ? how : how + ": " + why);
  }
  return true;
}

void QueueRunner::settleAdopted(const Job& job) {
  QueuedRun run = job.taken.run;
  const RunPaths paths{m_queue.runFolder(run)};
  const auto status = readRunStatus(paths.status());
  if (status && status->state == RunState::Failed) return fail(run, lastLineOf(paths.standardError()));
  if (status && isOver(status->state)) {
    m_queue.finish(run);
    return say("ended", run);
  }
  // It died with the queue that started it, as when the machine went down.
  std::error_code error;
  run.resume = fs::exists(paths.record(), error);
  start(std::move(run));
}

void QueueRunner::fail(const QueuedRun& run, const std::string& why) const {
  m_queue.fail(run.id, run.runFolder, why);
  say("failed", run);
}

}  // namespace sojourn::cli
