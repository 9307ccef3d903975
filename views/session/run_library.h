// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are open: followed by a thread of its own while somebody watches, steered and annotated on request.
#pragma once

#include <atomic>
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
  /// Called by the thread before each look; a test has it wait, as a disk does that does not answer.
  std::function<void()> beforeLook = {};
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

  // ---- where the runs come from: folders of runs (three levels deep), runs, logs of other programs. Nothing is looked
  // at before somebody watches.
  /// Where the notes on imported logs are kept, before any is opened; empty: nowhere, and there can be none.
  void setImportNotes(std::filesystem::path folder) { m_importNotes = std::move(folder); }
  /// Replaces what was open.
  void open(const std::filesystem::path& source);
  /// Beside what is open; nothing where it is open already. A log that is opened by its name is in the curves at once.
  void add(const std::filesystem::path& source);
  /// Closes a source; its files stay as they are.
  void remove(const std::filesystem::path& source);
  [[nodiscard]] const std::vector<std::filesystem::path>& sources() const { return m_sources; }
  /// The source that a run came from; empty where it is closed.
  [[nodiscard]] std::filesystem::path sourceOf(const std::filesystem::path& run) const;
  /// The first of the sources; empty: nothing is open.
  [[nodiscard]] std::filesystem::path folder() const {
    return m_sources.empty() ? std::filesystem::path() : m_sources[0];
  }
  /// Without a watcher the thread sleeps and nothing is read.
  void setWatched(bool watched);

  [[nodiscard]] const std::vector<FollowedRunPtr>& runs() const { return m_runs; }
  [[nodiscard]] FollowedRunPtr run(const std::filesystem::path& folder) const;
  /// The folder has been looked at and all logs have been read to their ends.
  [[nodiscard]] bool settled() const { return m_settled; }
  /// For how many seconds the thread has been looking; 0 between two looks. Long where a disk does not answer: nothing
  /// that is here waits for it.
  [[nodiscard]] double lookingFor() const;

  // ---- the curves
  void setChosen(const std::filesystem::path& run, bool chosen);
  [[nodiscard]] bool chosen(const std::filesystem::path& run) const { return m_chosen.contains(run); }
  /// Which of the runs' colours: given when a run is chosen for the first time, and its own as long as its source is
  /// open. Absent for one that never was in the curves, and for a reference line.
  [[nodiscard]] std::optional<std::size_t> colorOf(const std::filesystem::path& run) const;

  /// Drawn dashed and grey, as what the others are held against: a training log unless somebody says otherwise.
  [[nodiscard]] bool referenceLine(const FollowedRun& run) const;
  [[nodiscard]] bool referenceLine(const std::filesystem::path& run) const;
  void setReferenceLine(const std::filesystem::path& run, bool reference);
  /// What people have said of runs, true or false: to be kept, and told again before the runs are opened.
  [[nodiscard]] const std::map<std::string, bool>& referenceLines() const { return m_references; }
  void tellReferenceLines(std::map<std::string, bool> told) { m_references = std::move(told); }

  /// A run has been moved away on purpose: it is not told as vanished.
  void forget(const std::filesystem::path& run);

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
  void openSources(std::vector<std::filesystem::path> sources);
  void chooseFirst(const std::filesystem::path& source);
  void giveColor(const std::filesystem::path& run);
  void matchAnswers();

  RunLibraryOptions m_options;
  Inbox<Message> m_inbox;
  std::atomic<std::chrono::steady_clock::rep> m_lookBegan{0};  ///< of the look that is under way; 0: none is

  // The owner's.
  std::filesystem::path m_importNotes;
  std::vector<std::filesystem::path> m_sources;
  std::vector<std::filesystem::path> m_fresh;  ///< sources of which no run has been seen yet
  std::uint64_t m_opening = 0;
  std::vector<FollowedRunPtr> m_runs;
  bool m_settled = false;
  std::map<std::string, bool> m_references;
  std::set<std::filesystem::path> m_chosen;
  std::map<std::filesystem::path, std::size_t> m_colors;
  std::map<std::uint64_t, SentCommand> m_commands;  ///< by number, the newest last
  std::uint64_t m_number = 0;
  std::vector<Error> m_errors;

  // The thread's.
  std::unique_ptr<RunFollower> m_follower;
  CancelToken m_cancel;          ///< of what it reads
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
