// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are open: each source followed by a thread of its own while it is shown, its runs steered and
// annotated on request.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/core/inbox.h"
#include "views/session/follow/source_follower.h"
#include "views/session/runs/run_choice.h"
#include "views/session/runs/sent_commands.h"

namespace sojourn::session {

struct RunLibraryOptions {
  /// Called from any thread when drain() has something to do; must only arrange that drain() runs on the owner thread.
  std::function<void()> wake;
  /// Called by drain() and by the acts below, on the owner thread, when anything has changed.
  std::function<void()> changed;
  std::chrono::milliseconds interval{1000};  ///< between two polls while it is shown
  TailOptions tail = {};
  std::size_t mostSteps = mostStepsTogether;  ///< of the runs in the curves
  /// Called by a source's thread before each look; a test has it wait, as a disk does that does not answer. It may be
  /// called after the library has gone.
  std::function<void(const std::filesystem::path& source)> beforePoll = {};
};

/// A source whose disk has not answered for a while.
struct SilentSource {
  std::filesystem::path source;
  double seconds = 0;
};

/// Owned and called on one thread, which waits for none of the others: a source whose disk does not answer holds up no
/// other source, and the end of the library by no more than two seconds. Snapshots are immutable; what they hold stays
/// true after they have been replaced.
class RunLibrary {
 public:
  explicit RunLibrary(RunLibraryOptions options);
  /// Commands and notes that have been sent are still written, unless the disk takes longer than two seconds.
  ~RunLibrary();
  RunLibrary(const RunLibrary&) = delete;
  RunLibrary& operator=(const RunLibrary&) = delete;

  /// Applies what the threads have found.
  void drain();

  // ---- where the runs come from: folders of runs (three levels deep), runs, logs of other programs. Nothing is looked
  // at before it is shown.
  /// Where the notes on imported logs are kept, before any is opened; empty: nowhere, and there can be none.
  void setImportNotes(std::filesystem::path folder) { m_importNotes = std::move(folder); }
  /// Replaces what was open. (By value here and below: it may be one of sources(), or of a run that goes.)
  void open(std::filesystem::path source);
  /// Beside what is open; nothing where it is open already. A log that is opened by its name is in the curves at once.
  void add(const std::filesystem::path& source);
  /// Closes a source; its files stay as they are.
  void remove(std::filesystem::path source);
  [[nodiscard]] const std::vector<std::filesystem::path>& sources() const { return m_paths; }
  /// The first source that a run lies in; empty where it is closed.
  [[nodiscard]] std::filesystem::path sourceOf(const std::filesystem::path& run) const;
  /// The first of the sources; empty: nothing is open.
  [[nodiscard]] std::filesystem::path folder() const { return m_paths.empty() ? std::filesystem::path() : m_paths[0]; }
  /// Without a watcher the threads sleep and nothing is read.
  void setWatched(bool watched);

  /// By sources in their order, within one in the order in which they were found. A run that lies in several is the
  /// first one's that has found it.
  [[nodiscard]] const std::vector<FollowedRunPtr>& runs() const { return m_runs; }
  [[nodiscard]] FollowedRunPtr run(const std::filesystem::path& folder) const;
  /// All sources have been looked at and all logs have been read to their ends.
  [[nodiscard]] bool settled() const;
  [[nodiscard]] bool settled(const std::filesystem::path& source) const;
  /// All sources have reported which runs they hold.
  [[nodiscard]] bool answered() const;
  /// The sources that one look, command or note has kept busy for so many seconds or longer, the longest first.
  [[nodiscard]] std::vector<SilentSource> silentFor(double seconds) const;

  // ---- the curves
  void setChosen(const std::filesystem::path& run, bool chosen);
  [[nodiscard]] bool chosen(const std::filesystem::path& run) const { return m_choice.chosen.contains(run); }
  /// The colour of a run: its own, but for one in the curves whose colour an older one there has another that is free.
  [[nodiscard]] std::size_t colorIndex(const FollowedRun& run) const;
  /// All colours are taken, and an older run in the curves has the same: this one is drawn dashed.
  [[nodiscard]] bool colorRepeats(const std::filesystem::path& run) const { return m_repeated.contains(run); }

  /// Drawn dashed and grey, as what the others are compared with: a training log unless set otherwise.
  [[nodiscard]] bool referenceLine(const FollowedRun& run) const { return m_choice.referenceLine(run); }
  [[nodiscard]] bool referenceLine(const std::filesystem::path& run) const;
  void setReferenceLine(const std::filesystem::path& run, bool reference);
  /// What was set by hand, true or false: to be kept, and given back before the runs are opened.
  [[nodiscard]] const std::map<std::string, bool>& referenceLines() const { return m_choice.references; }
  void setReferenceLines(std::map<std::string, bool> lines) { m_choice.references = std::move(lines); }

  /// A run has been moved away on purpose: it is not reported as vanished.
  void forget(std::filesystem::path run);

  // ---- commands and notes: carried out by the thread of the run's source, also while nothing is shown
  void send(const std::filesystem::path& run, ControlCommand command, std::optional<double> value = std::nullopt);
  /// The newest command to a run; null where there was none.
  [[nodiscard]] const SentCommand* lastCommand(const std::filesystem::path& run) const { return m_commands.last(run); }
  /// Reads the notes as they are on the disk, changes them, writes them.
  void editNotes(const std::filesystem::path& run, std::function<void(ViewerNotes&)> edit);
  /// The commands that have been sent from here, by their numbers, the newest last.
  [[nodiscard]] const std::map<std::uint64_t, SentCommand>& sentCommands() const { return m_commands.all(); }
  /// What failed since it was asked last, to be shown.
  [[nodiscard]] std::vector<Error> takeErrors() { return std::exchange(m_errors, {}); }

 private:
  struct Source {
    std::filesystem::path path;
    std::uint64_t number = 0;  ///< news that bear another are out of date
    std::unique_ptr<SourceFollower> follower;
    std::vector<FollowedRunPtr> runs = {};  ///< as it reported last
    WantedSteps wanted = {};                ///< what it was asked for last
    bool answered = false;                  ///< it has reported anything
    bool settled = false;
    bool fresh = true;  ///< none of its runs has been put into the curves
  };
  /// What a thread has found or done.
  using Message = std::function<void(RunLibrary&)>;

  [[nodiscard]] std::unique_ptr<SourceFollower> follow(const std::filesystem::path& source, std::uint64_t number);
  void close(Source& source);
  void takeNews(const SourceNews& news);
  void takeSent(std::uint64_t number, const Result<std::string>& id);
  void rearrange();
  void merge();
  void chooseFirst();
  [[nodiscard]] AskedSteps stepsOf(const std::set<std::filesystem::path>& runs) const;
  void passOnChoice();
  void assignColors();
  void matchAnswers();
  [[nodiscard]] const Source* sourceFor(const std::filesystem::path& run) const;
  [[nodiscard]] std::optional<Error> post(const std::filesystem::path& run, DetachablePoller::Task task);
  void report(Error error);
  void notifyChanged();

  RunLibraryOptions m_options;
  // Shared with the threads, which may outlive the library.
  std::shared_ptr<WakeupHandle> m_wakeup;
  std::shared_ptr<Inbox<Message>> m_inbox;

  std::filesystem::path m_importNotes;
  bool m_watched = false;
  std::vector<Source> m_sources;
  std::vector<std::filesystem::path> m_paths;              ///< theirs
  std::vector<std::unique_ptr<SourceFollower>> m_leaving;  ///< of closed sources, until they have ended
  std::unique_ptr<DetachablePoller> m_elsewhere;           ///< for runs that lie in no source; null before the first
  std::uint64_t m_number = 0;

  std::vector<FollowedRunPtr> m_runs;
  std::unordered_map<std::string, std::size_t> m_shownBy;  ///< of each of them the place of its source
  RunChoice m_choice;
  std::map<std::filesystem::path, std::size_t> m_colors;  ///< of the runs in the curves that have not their own
  std::set<std::filesystem::path> m_repeated;             ///< those for which no colour was left
  SentCommands m_commands;
  std::vector<Error> m_errors;
};

}  // namespace sojourn::session
