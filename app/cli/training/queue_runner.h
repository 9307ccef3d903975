// SPDX-License-Identifier: GPL-3.0-or-later
// Works off a queue of trainings: starts the trainer for one after the other, and continues after a crash.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/runs/queue/run_queue.h"

namespace sojourn::cli {

struct QueueOptions {
  std::filesystem::path folder;   ///< of the runs
  std::filesystem::path trainer;  ///< the program whose `train` is called
  std::size_t atOnce = 1;         ///< trainings at a time
};

/// Trainers are processes of their own sessions: neither a signal to the queue nor its death reaches them. The next
/// queue waits for those that still work and resumes those that do not.
class QueueRunner {
 public:
  explicit QueueRunner(QueueOptions options) : m_options(std::move(options)), m_queue(m_options.folder) {}

  /// Returns when nothing waits and nothing is being trained. Errors: another queue works here (ErrorKind::BadInput);
  /// the folder cannot be used (Failed); Cancelled, with the trainings going on.
  [[nodiscard]] Status run(const CancelToken& cancel);

 private:
  struct Job {
    TakenRun taken;
    pid_t child = 0;  ///< 0: a trainer that an earlier queue started
  };

  /// Until the queue is empty or the work is cancelled.
  [[nodiscard]] Status work(const CancelToken& cancel);
  [[nodiscard]] Status takeOver(const TakenRun& taken);
  /// Starts the next entries that wait, as far as there are places.
  [[nodiscard]] Status startNext(const std::vector<QueuedRun>& waiting);
  /// Starts the trainer of an entry that has been taken. Errors: nothing can be written in the queue's folder; the
  /// entry waits again.
  [[nodiscard]] Status start(QueuedRun run);
  /// Puts the entries of the jobs in order that are over.
  [[nodiscard]] Status settleJobs();
  /// Looks whether a job is over and puts its entry in order; false while it goes on.
  [[nodiscard]] Result<bool> settled(const Job& job);
  [[nodiscard]] Status settleAdopted(const Job& job);
  [[nodiscard]] Status fail(const QueuedRun& run, const std::string& why) const;
  /// Renames what will never be an entry, so that it is not tried again and again.
  [[nodiscard]] Status setAside(const std::vector<UnreadableRun>& unreadable) const;

  QueueOptions m_options;
  RunQueue m_queue;
  std::vector<Job> m_jobs;
};

}  // namespace sojourn::cli
