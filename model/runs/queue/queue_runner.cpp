// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/queue/queue_runner.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <sys/wait.h>

#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr auto pollEvery = std::chrono::milliseconds(200);
/// Exit codes of `sojourn train` that leave nothing to report (SPEC 9).
constexpr int trainerDone = 0, trainerInterrupted = 130;

bool stillTrains(const RunPaths& run, const TakenRun& taken) {
  if (taken.trainer && presenceOf(*taken.trainer) == ProcessPresence::There) return true;
  return RunLock::isHeld(run.lock());
}

/// Of entries that may be readable later: the work is not done while there are some.
Status leftOver(const QueueContent& content, const fs::path& folder) {
  for (const UnreadableRun& entry : content.unreadable)
    if (entry.passing)
      return Error{ErrorKind::Failed, folder.string(), "an entry of the queue cannot be read: " + entry.why,
                   "make it readable, then start the queue again"};
  return {};
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
    const auto content = m_queue.read();
    if (!content) return content.error();
    if (!content->waiting.empty()) continue;
    if (m_failures == 0) return {};
    const std::string others = m_failures > 1 ? ", and " + std::to_string(m_failures - 1) + " more failed" : "";
    return Error{ErrorKind::Failed, m_options.folder.string(), m_firstFailure + others,
                 "see the entries that failed with --list"};
  }
}

/// Until the queue is empty or the work is cancelled.
Status QueueRunner::work(const CancelToken& cancel) {
  const auto before = m_queue.read();
  if (!before) return before.error();
  for (const TakenRun& taken : before->taken)
    if (const Status done = takeOver(taken); !done) return done;
  while (true) {
    if (const Status done = settleJobs(); !done) return done;
    const auto content = m_queue.read();
    if (!content) return content.error();
    if (const Status done = setAside(content->unreadable); !done) return done;
    if (const Status done = startNext(content->waiting); !done) return done;
    if (m_jobs.empty() && m_queue.waiting().empty()) return leftOver(*content, m_options.folder);
    if (cancel.cancelled())
      return Error{ErrorKind::Cancelled, m_options.folder.string(), "was stopped before it was empty", ""};
    std::this_thread::sleep_for(pollEvery);
  }
}

/// Renames what will never be an entry, so that it is not tried again and again.
Status QueueRunner::setAside(const std::vector<UnreadableRun>& unreadable) {
  for (const UnreadableRun& entry : unreadable) {
    if (entry.passing) continue;
    if (const Status done = m_queue.setAside(entry.id); !done) return done;
    noteFailure(entry.why);
    say("set aside " + entry.why);
  }
  return {};
}

/// Starts the next entries that wait, as far as there are places.
Status QueueRunner::startNext(const std::vector<QueuedRun>& waiting) {
  for (const QueuedRun& next : waiting) {
    if (m_jobs.size() >= m_options.atOnce) break;
    if (const Status taken = m_queue.take(next); !taken) {
      if (m_queue.waits(next)) return taken;
      continue;  // a viewer has taken it back
    }
    if (const Status started = start(next); !started) return started;
  }
  return {};
}

Status QueueRunner::takeOver(const TakenRun& taken) {
  const Job job{.taken = taken};
  if (!stillTrains({m_queue.runFolder(taken.run)}, taken)) return settleAdopted(job);
  m_jobs.push_back(job);
  return {};
}

/// Starts the trainer of an entry that has been taken. Errors: nothing can be written in the queue's folder; the
/// entry waits again.
Status QueueRunner::start(QueuedRun run) {
  const RunPaths paths{m_queue.runFolder(run)};
  if (const Status made = makeGuardedFolder(m_queue.runFolder(run)); !made)
    return fail(run, "the run's folder " + made.error().where + " " + made.error().what);
  std::vector<std::string> words{m_options.trainer.string(), "train", "--run-dir", paths.folder.string()};
  if (run.resume) {
    words.emplace_back("--resume");
  } else {
    const auto config = m_queue.writeConfig(run);
    if (!config) {
      const Status back = m_queue.putBack(run);
      return back ? Status(config.error()) : back;
    }
    words.insert(words.end(), {"--config", config->string(), "--data", run.data});
  }
  if (!run.device.empty()) words.insert(words.end(), {"--device", run.device});
  if (run.threads > 0) words.insert(words.end(), {"--threads", std::to_string(run.threads)});
  const auto child = startDetached(std::move(words), paths.standardError());
  if (!child) return fail(run, "the trainer " + child.error().what);
  Job job{.taken = {.run = std::move(run), .trainer = {}}, .child = *child};
  const ProcessIdentity unknown{.host = thisHost(), .pid = *child, .started = 0, .boot = {}};
  job.taken.trainer = runningProcess(*child).value_or(unknown);
  // Where this cannot be written, the run's lock still says whether it is being trained.
  static_cast<void>(m_queue.noteTrainer(job.taken));
  say("started " + job.taken.run.runFolder);
  m_jobs.push_back(std::move(job));
  return {};
}

/// Puts the entries of the jobs in order that are over.
Status QueueRunner::settleJobs() {
  for (std::size_t i = 0; i < m_jobs.size();) {
    const Job job = m_jobs[i];  // a copy, as settling it may add another
    const auto over = settled(job);
    if (!over) return over.error();
    if (*over)
      m_jobs.erase(m_jobs.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  return {};
}

/// Looks whether a job is over and puts its entry in order; false while it goes on.
Result<bool> QueueRunner::settled(const Job& job) {
  const auto after = [](const Status& done) { return done ? Result<bool>(true) : Result<bool>(done.error()); };
  const QueuedRun& run = job.taken.run;
  if (job.child == 0) {
    if (stillTrains({m_queue.runFolder(run)}, job.taken)) return false;
    return after(settleAdopted(job));
  }
  int status = 0;
  const pid_t ended = ::waitpid(job.child, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == trainerDone || code == trainerInterrupted) {
    m_queue.finish(run);
    say("ended " + run.runFolder);
    return true;
  }
  const std::string how =
      code >= 0 ? "exit code " + std::to_string(code) : "ended by signal " + std::to_string(WTERMSIG(status));
  const std::string why = lastLineOf(RunPaths{m_queue.runFolder(run)}.standardError());
  return after(fail(run, why.empty() ? how : how + ": " + why));
}

Status QueueRunner::settleAdopted(const Job& job) {
  QueuedRun run = job.taken.run;
  const RunPaths paths{m_queue.runFolder(run)};
  const auto status = readRunStatus(paths.status());
  if (status && status->state == RunState::Failed) return fail(run, lastLineOf(paths.standardError()));
  if (status && isOver(status->state)) {
    m_queue.finish(run);
    say("ended " + run.runFolder);
    return {};
  }
  // It died with the queue that started it, as when the machine went down.
  run.resume = isNamed(paths.record());
  return start(std::move(run));
}

void QueueRunner::noteFailure(const std::string& what) {
  if (m_failures++ == 0) m_firstFailure = what;
}

Status QueueRunner::fail(const QueuedRun& run, const std::string& why) {
  if (const Status kept = m_queue.fail(run.id, run.runFolder, why); !kept) return kept;
  noteFailure(run.runFolder + " failed: " + why);
  say("failed " + run.runFolder);
  return {};
}

Result<QueueOptions> resolved(QueueOptions options) {
  std::error_code error;
  const std::string given = options.folder.string();
  if (!fs::is_directory(options.folder, error))
    return Error{ErrorKind::BadInput, given, "is not a folder", "name the folder that holds the runs"};
  options.folder = fs::absolute(options.folder, error);
  if (options.trainer.empty()) options.trainer = fs::read_symlink("/proc/self/exe", error);
  if (error)
    return Error{ErrorKind::Failed, given, "cannot be used (" + error.message() + ")",
                 "name the trainer with --trainer"};
  return options;
}

}  // namespace sojourn
