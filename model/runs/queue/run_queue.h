// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings that wait their turn: FOLDER/queue/{id}.json, put there by viewers, taken by `sojourn queue FOLDER`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/runs/store/run_process.h"

namespace sojourn {

/// One training that somebody wants.
struct QueuedRun {
  std::string id;         ///< newUuid(); the file's name
  double wall = 0;        ///< when it was queued; the order of the queue
  std::string runFolder;  ///< below FOLDER, relative
  std::string data;       ///< as for `sojourn train --data`; empty where it is resumed
  nlohmann::ordered_json config = nlohmann::ordered_json::object();  ///< toJson(TrainingConfig); of no use to a resume
  bool resume = false;                                               ///< go on with the run that is there
  std::string device;                                                ///< empty: the trainer chooses
  std::int64_t threads = 0;                                          ///< 0: the trainer chooses

  static void fields(auto& json, auto& run);
};

/// A training that a queue has taken.
struct TakenRun {
  QueuedRun run;
  std::optional<ProcessIdentity> trainer;  ///< nothing where the queue was killed before it could say

  static void fields(auto& json, auto& taken);
};

/// A training that did not come about, kept until somebody removes it.
struct FailedRun {
  std::string id;
  std::string runFolder;  ///< empty where the entry could not be read
  std::string why;
};

/// An entry, waiting or taken, that cannot be used.
struct UnreadableRun {
  std::string id;
  std::string why;
  bool passing = false;  ///< it may be readable later: no permission, too many open files
};

/// The entries of a queue at one moment.
struct QueueContent {
  std::vector<QueuedRun> waiting;  ///< oldest first
  std::vector<TakenRun> taken;
  std::vector<FailedRun> failed;
  std::vector<UnreadableRun> unreadable;
};

/// The files of a queue. A state is a file's ending: .json waits, .running is taken, .failed failed; taking is a
/// rename, so an entry is never in two states and never lost. Reading changes nothing. Links in the queue's folder are
/// not followed.
class RunQueue {
 public:
  /// `folder` holds the runs.
  explicit RunQueue(std::filesystem::path folder) : m_runs(std::move(folder)), m_queue(GuardedPath(m_runs) / "queue") {}

  /// For viewers: adds an entry under a temporary name and renames it. Errors: ErrorKind::Failed.
  [[nodiscard]] Status add(const QueuedRun& run) const;
  /// Takes an entry back that waits; false where it waits no more: a queue has taken it, or somebody was faster.
  [[nodiscard]] bool withdraw(const std::string& id) const;
  /// Puts a waiting entry at a position of the queue, 0 is next; beyond the end it is the last. Errors (BadInput): no
  /// entry of that id waits.
  [[nodiscard]] Status move(const std::string& id, std::size_t position) const;
  /// Whether an entry could be read again: its run folder lies below the folder of runs. Errors: BadInput.
  [[nodiscard]] Status accepts(const QueuedRun& run) const;
  [[nodiscard]] Error noSuchEntry(const std::string& id) const;
  /// Forgets an entry that failed, or one that waits and cannot be read.
  void dismiss(const std::string& id) const;
  /// The queue that works here, as the lock names it; nothing where its process is gone. Asking disturbs nobody, so the
  /// answer may be a moment old.
  [[nodiscard]] std::optional<ProcessIdentity> worker() const;

  /// Errors: the folder cannot be read (ErrorKind::BadInput). One that is not there is an empty queue.
  [[nodiscard]] Result<QueueContent> read() const;
  // Parts of it; empty where the folder cannot be read.
  [[nodiscard]] std::vector<QueuedRun> waiting() const;
  [[nodiscard]] std::vector<TakenRun> taken() const;
  [[nodiscard]] std::vector<FailedRun> failed() const;

  // For the one queue that holds lockFile().
  /// Fails, with waits() false, where a viewer has taken the entry back.
  [[nodiscard]] Status take(const QueuedRun& run) const;
  [[nodiscard]] bool waits(const QueuedRun& run) const;
  /// Lets an entry that was taken wait again.
  [[nodiscard]] Status putBack(const QueuedRun& run) const;
  [[nodiscard]] Status noteTrainer(const TakenRun& taken) const;
  void finish(const QueuedRun& run) const;
  /// Adds the reason to an entry and lets it count as failed. On an error (ErrorKind::Failed: a full disk) it stays as
  /// it was.
  [[nodiscard]] Status fail(const std::string& id, const std::string& runFolder, const std::string& why) const;
  /// Lets an entry that is none count as failed by renaming it, as it is.
  [[nodiscard]] Status setAside(const std::string& id) const;

  /// The configuration of an entry as a file for the trainer, which reads YAML and therefore JSON.
  /// Errors: ErrorKind::Failed.
  [[nodiscard]] Result<std::filesystem::path> writeConfig(const QueuedRun& run) const;

  [[nodiscard]] Status makeFolder() const;
  [[nodiscard]] GuardedPath lockFile() const { return m_queue / "queue.lock"; }
  /// Where a viewer lets the queue that it starts write its errors.
  [[nodiscard]] GuardedPath standardError() const { return m_queue / "stderr.txt"; }
  /// The folder of runs is trusted, what is below it is guarded: others may have put links there.
  [[nodiscard]] GuardedPath runFolder(const QueuedRun& run) const;

 private:
  [[nodiscard]] GuardedPath file(const std::string& id, const char* ending) const;
  /// Its content, while it waits or is taken, as far as that is JSON.
  [[nodiscard]] nlohmann::ordered_json contentOf(const std::string& id) const;
  [[nodiscard]] std::optional<FailedRun> failedRun(const std::string& id) const;

  std::filesystem::path m_runs;
  GuardedPath m_queue;
};

/// Starts a program in a session of its own: nothing to read, nowhere to print, standard error to the end of a file.
/// `words` are its path and its arguments. The caller waits for the process it is given, or leaves a zombie.
/// Errors (ErrorKind::Failed): the program or the file cannot be used.
[[nodiscard]] Result<pid_t> startDetached(std::vector<std::string> words, const GuardedPath& standardError);

/// The last line of the end of a file that is not empty: what a program said before it ended. Empty where there is
/// none.
[[nodiscard]] std::string lastLineOf(const GuardedPath& file);

}  // namespace sojourn
