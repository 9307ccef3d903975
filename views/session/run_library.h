// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are open: followed by a thread of its own while somebody watches, steered and annotated on request.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "model/core/inbox.h"
#include "model/runs/control.h"
#include "views/session/run_follower.h"

namespace sojourn::session {

struct RunLibraryOptions {
  /// Called from any thread when drain() has something to do; must only arrange that drain() runs on the owner thread.
  std::function<void()> wake;
  /// Called by drain() and by the acts below, on the owner thread, when anything has changed.
  std::function<void()> changed;
  std::chrono::milliseconds interval{1000};  ///< between two looks while somebody watches
  TailOptions tail = {};
};

/// A command to a trainer and what became of it.
struct SentCommand {
  enum class Stage {
    Sending,
    Waiting,  ///< the file is written; the trainer has not answered
    Answered,
    NotSent,  ///< the file could not be written; why() says so
  };
  std::filesystem::path run;
  ControlCommand command = ControlCommand::Pause;
  std::optional<double> value;
  Stage stage = Stage::Sending;
  std::string id;  ///< once it is written
  ControlAnswer answer = ControlAnswer::Done;
  std::string why;  ///< of the trainer's answer, or of the failure
};

/// Owned and called on one thread. Snapshots are immutable; what they hold stays true after they have been replaced.
class RunLibrary {
 public:
  explicit RunLibrary(RunLibraryOptions options);
  ~RunLibrary();
  RunLibrary(const RunLibrary&) = delete;
  RunLibrary& operator=(const RunLibrary&) = delete;

  /// Applies what the thread has found.
  void drain();

  /// A folder of runs (three levels deep), or one run; replaces what was open. Nothing is looked at before somebody
  /// watches.
  void open(const std::filesystem::path& folder);
  [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
  /// Without a watcher the thread sleeps and nothing is read.
  void setWatched(bool watched);

  [[nodiscard]] const std::vector<FollowedRunPtr>& runs() const { return m_runs; }
  [[nodiscard]] FollowedRunPtr run(const std::filesystem::path& folder) const;
  /// The folder has been looked at and all logs have been read to their ends.
  [[nodiscard]] bool settled() const { return m_settled; }

  // ---- the curves
  void setChosen(const std::filesystem::path& run, bool chosen);
  [[nodiscard]] bool chosen(const std::filesystem::path& run) const { return m_chosen.contains(run); }
  /// Which of the runs' colours: given when a run is chosen for the first time, and its own as long as this folder is
  /// open. Absent for one that never was in the curves.
  [[nodiscard]] std::optional<std::size_t> colorOf(const std::filesystem::path& run) const;

  // ---- commands and notes: carried out by the thread, also while nobody watches
  void send(const std::filesystem::path& run, ControlCommand command, std::optional<double> value = std::nullopt);
  /// The newest command to a run; null where there was none.
  [[nodiscard]] const SentCommand* lastCommand(const std::filesystem::path& run) const;
  /// Reads the notes as they are on the disk, changes them, writes them.
  void editNotes(const std::filesystem::path& run, std::function<void(ViewerNotes&)> edit);
  /// What failed since it was asked last, to be shown.
  [[nodiscard]] std::vector<Error> takeErrors() { return std::exchange(m_errors, {}); }

 private:
  struct Looked {
    std::uint64_t opening = 0;
    std::vector<FollowedRunPtr> runs;
    bool settled = false;
  };
  struct Sent {
    std::uint64_t number = 0;
    Result<std::string> id;
  };
  using Message = std::variant<Looked, Sent, Error>;
  using Task = std::function<void()>;

  void post(Task task);
  void work();
  [[nodiscard]] bool lookOnce();
  void passOnChoice();
  void apply(Looked& looked);
  void chooseFirst();
  void giveColor(const std::filesystem::path& run);
  void matchAnswers();

  RunLibraryOptions m_options;
  Inbox<Message> m_inbox;

  // The owner's.
  std::filesystem::path m_folder;
  std::uint64_t m_opening = 0;
  std::vector<FollowedRunPtr> m_runs;
  bool m_settled = false;
  bool m_firstLook = false;
  std::set<std::filesystem::path> m_chosen;
  std::map<std::filesystem::path, std::size_t> m_colors;
  std::map<std::uint64_t, SentCommand> m_commands;  ///< by number, the newest last
  std::uint64_t m_number = 0;
  std::vector<Error> m_errors;

  // The thread's.
  std::unique_ptr<RunFollower> m_follower;
  std::uint64_t m_followed = 0;  ///< the opening that m_follower belongs to
  bool m_toldSettled = false;

  std::mutex m_mutex;
  std::condition_variable m_arrived;
  std::deque<Task> m_tasks;
  bool m_watched = false;
  bool m_stop = false;
  std::thread m_thread;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::session
