// SPDX-License-Identifier: GPL-3.0-or-later
// Trains what waits in a folder's queue, also after a crash of the queue, of a trainer or of the machine.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/runs/queue/run_queue.h"

namespace sojourn {

struct QueueOptions {
  std::filesystem::path folder;   ///< of the runs, absolute: trainers may be started anywhere
  std::filesystem::path trainer;  ///< the program whose `train` is called
  std::size_t atOnce = 1;         ///< trainings at a time
  /// What happened to a run: "started v45-42". Empty where nobody listens.
  std::function<void(const std::string&)> say = {};
};

/// Trainers are processes of their own sessions: neither a signal to the queue nor its death reaches them. The next
/// queue waits for those that still work and resumes those that do not. Blocks the thread that calls run().
class QueueRunner {
 public:
  explicit QueueRunner(QueueOptions options) : m_options(std::move(options)), m_queue(m_options.folder) {}

  /// Returns when nothing waits and nothing is being trained. Errors: another queue works here (ErrorKind::BadInput);
  /// the folder cannot be used, or entries failed, when all others have been trained (Failed); Cancelled, with the
  /// trainings going on.
  [[nodiscard]] Status run(const CancelToken& cancel);

 private:
  struct Job {
    TakenRun taken;
    pid_t child = 0;  ///< 0: a trainer that an earlier queue started
  };

  [[nodiscard]] Status work(const CancelToken& cancel);
  [[nodiscard]] Status setAside(const std::vector<UnreadableRun>& unreadable);
  [[nodiscard]] Status startNext(const std::vector<QueuedRun>& waiting);
  [[nodiscard]] Status takeOver(const TakenRun& taken);
  [[nodiscard]] Status start(QueuedRun run);
  [[nodiscard]] Status settleJobs();
  [[nodiscard]] Result<bool> settled(const Job& job);
  [[nodiscard]] Status settleAdopted(const Job& job);
  [[nodiscard]] Status fail(const QueuedRun& run, const std::string& why);
  void noteFailure(const std::string& what);
  void say(const std::string& what) const {
    if (m_options.say) m_options.say(what);
  }

  QueueOptions m_options;
  RunQueue m_queue;
  std::vector<Job> m_jobs;
  std::size_t m_failures = 0;
  std::string m_firstFailure;  ///< of this queue, in words
};

/// The options with an absolute folder and, where none is named, this program as the trainer. Errors: no such folder
/// (ErrorKind::BadInput), paths that cannot be found out (Failed).
[[nodiscard]] Result<QueueOptions> resolved(QueueOptions options);

}  // namespace sojourn
