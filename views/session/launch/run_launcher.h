// SPDX-License-Identifier: GPL-3.0-or-later
// Puts trainings into the queue of a folder, makes sure that a queue runs there, and shows what waits or has failed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/core/inbox.h"
#include "views/session/async/worker.h"
#include "views/session/launch/launch_plan.h"
#include "views/session/launch/launch_queue.h"
#include "views/session/opening/loaders.h"

namespace sojourn::session {

struct RunLauncherOptions {
  /// Called from any thread when drain() has something to do; must only arrange that drain() runs on the owner thread.
  std::function<void()> wake;
  /// Called by drain() when anything has changed.
  std::function<void()> changed;
  decltype(Loaders::startQueue) startQueue;
  decltype(Loaders::demo) demo;
};

/// Owned and called on one thread; files are read and written on a worker's.
class RunLauncher {
 public:
  explicit RunLauncher(RunLauncherOptions options);
  /// Lets everything that was asked for happen first: closing a window loses no training.
  ~RunLauncher();
  RunLauncher(const RunLauncher&) = delete;
  RunLauncher& operator=(const RunLauncher&) = delete;

  void drain();

  /// Whether the dataset is there and which folders are free; the newest question is answered by diskCheck().
  void check(const LaunchPlan& plan);
  /// Nothing while a check is under way.
  [[nodiscard]] const std::optional<DiskCheck>& diskCheck() const { return m_diskCheck; }

  /// Checks once more, adds the plan's runs under names that are free, all or none, and starts a queue.
  void launch(const LaunchPlan& plan);
  /// Goes on with a run below `folder` where its trainer stopped.
  void resume(const std::filesystem::path& folder, const std::string& runFolder, std::int64_t atATime);
  /// Lets `fill` put runs into the folder's queue, on a worker's thread, then starts a queue for them.
  void fill(const std::filesystem::path& folder, std::int64_t atATime, std::function<Status()> fill);
  /// Carries out a change to a folder's queue on a worker's thread.
  void change(const std::filesystem::path& folder, std::function<Status()> act);
  /// Starts a queue for what a folder's queue holds already.
  void work(const std::filesystem::path& folder, std::int64_t atATime);
  [[nodiscard]] bool busy() const { return m_busy > 0; }

  /// Looks at a folder's queue; the answer comes through drain().
  void poll(const std::filesystem::path& folder);
  /// As it was looked at last.
  [[nodiscard]] const QueueSnapshot& queue() const { return m_queue; }
  /// Takes an entry back that waits; where it does not any more, nothing is lost.
  void withdraw(const std::string& id);
  void dismiss(const std::string& id);

  /// Runs that were added since it was asked last.
  struct Added {
    std::filesystem::path folder;
    std::vector<std::filesystem::path> runs = {};
  };
  [[nodiscard]] std::vector<Added> takeAdded() { return std::exchange(m_added, {}); }
  /// What failed since it was asked last, to be shown.
  [[nodiscard]] std::vector<Error> takeErrors() { return std::exchange(m_errors, {}); }
  /// Something worth a line, once: what was queued, or that a queue works already and keeps its own number at a time.
  [[nodiscard]] std::string takeNotice() { return std::exchange(m_notice, {}); }

 private:
  /// The way back from a queue's process, which may outlive this object.
  struct Door;

  /// Does it on the worker's thread; busy until then.
  void start(std::function<void()> act);

  // On the worker's thread.
  void deliver(std::function<void()> act) {
    m_inbox.push([act = std::move(act)] { return act(), true; });
  }
  void notice(std::string text) {
    deliver([this, text = std::move(text)] { m_notice = text; });
  }
  void fail(Error error) {
    deliver([this, error = std::move(error)] { m_errors.push_back(error); });
  }
  void answerCheck(std::uint64_t number, DiskCheck check);
  void addRuns(const LaunchPlan& plan);
  void startQueue(const std::filesystem::path& folder, std::int64_t atATime, int attempt);
  void queueEnded(const std::filesystem::path& folder, std::int64_t atATime, int attempt, const QueueEnd& end);
  void readQueue(const std::filesystem::path& folder);

  RunLauncherOptions m_options;
  Inbox<std::function<bool()>> m_inbox;  ///< what the worker has done; true: something that is shown differs
  std::optional<DiskCheck> m_diskCheck;
  std::uint64_t m_checkNumber = 0;
  int m_busy = 0;
  bool m_polling = false;
  QueueSnapshot m_queue;
  std::vector<Added> m_added;
  std::vector<Error> m_errors;
  std::string m_notice;
  std::shared_ptr<Door> m_door;
  std::map<std::filesystem::path, int> m_queues;  ///< started from here and not ended; the worker's
  Worker m_worker;                                ///< last: gone before anything it reaches
};

}  // namespace sojourn::session
