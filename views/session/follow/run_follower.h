// SPDX-License-Identifier: GPL-3.0-or-later
// Polls folders of runs, and logs of other programs, and makes immutable snapshots of what it
// finds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/log/tail_reader.h"

namespace sojourn::session {

/// One run as it stood at a look. Never changes.
struct FollowedRun {
  RunEntry entry;
  /// It was there at an earlier look and is not any more; the rest is what was known last.
  bool vanished = false;
  /// events.jsonl was truncated or replaced while it was followed, and has been read again.
  bool logRestarted = false;
  /// What the log says but for its steps; null before the log has been read.
  std::shared_ptr<const RunHistory> outline;
  /// The same with its steps, for a run in the curves; of a long log the latest part until `complete`.
  std::shared_ptr<const RunHistory> history;
  /// The latest steps, a few hundred, of every run whose log has been read: how it goes now. Null before, and for an
  /// imported log.
  std::shared_ptr<const StepColumns> recent;
  bool complete = false;            ///< the whole log has been read
  std::int64_t badLines = 0;        ///< of the log, skipped
  std::int64_t laterLines = 0;      ///< of the log, of a later version of this program, skipped
  std::optional<Error> logProblem;  ///< why the log cannot be read now, or the latest of its bad lines
  bool logUnreadable = false;       ///< the log is there, or was, and cannot be read now
  /// The training loss of the first step: what a model says that has learned nothing. Absent until it has been read.
  std::optional<double> firstLoss;

  [[nodiscard]] const std::filesystem::path& folder() const { return entry.paths.folder; }
};
using FollowedRunPtr = std::shared_ptr<const FollowedRun>;

/// So many of its latest steps are known of every run, at least where it has made them.
inline constexpr std::size_t recentSteps = 256;

/// Of so many steps the runs in the curves may remember together: about 150 MB, a run of a million steps and twenty of
/// 50,000. Where there are more, the longest are thinned (history_bounds.h).
inline constexpr std::size_t mostStepsTogether = std::size_t{1} << 21U;
/// Of so many bytes a run's events may be that are no steps.
inline constexpr std::size_t mostEventBytes = std::size_t{16} << 20U;

/// Whether a path is a source or lies in it.
[[nodiscard]] bool liesIn(const std::filesystem::path& path, const std::filesystem::path& source);

/// For one thread. The log of a run that is not written is read once and closed, so a hundred old runs cost a few
/// hundred calls of stat a look. A look reads no more than one chunk of each log, and no more logs than take it a
/// fraction of a second: those that have waited longest first, of these the living. So the first look says how each
/// run stands, however slow the disk.
class RunFollower {
 public:
  explicit RunFollower(TailOptions options = {}) : m_options(options) {}
  explicit RunFollower(std::filesystem::path source, TailOptions options = {});

  /// What RunCatalogue takes. Runs that lie in none of them are let go; what is known of the others stays.
  void setSources(std::vector<std::filesystem::path> sources);
  void setNotesFolder(std::filesystem::path folder) { m_catalogue.setNotesFolder(std::move(folder)); }
  void setCancel(CancelToken cancel) { m_catalogue.setCancel(std::move(cancel)); }
  /// Instead of mostStepsTogether.
  void setMostSteps(std::size_t most) { m_mostSteps = most; }
  /// Forgets a run that has been deleted on purpose, so that it is not reported as vanished.
  void forget(const std::filesystem::path& run) { m_forgotten.insert(run); }

  /// The runs whose steps are wanted, by their folders.
  void choose(std::set<std::filesystem::path> folders) { m_chosen = std::move(folders); }

  struct Poll {
    bool changed = false;  ///< runs() differs from what it was
    bool more = false;     ///< look again at once: a log has not been read to its end
  };
  [[nodiscard]] Poll poll();

  /// In the order in which they were found first; those found together by their paths. Vanished ones stay.
  [[nodiscard]] const std::vector<FollowedRunPtr>& runs() const { return m_runs; }

 private:
  struct Stamp {
    std::uintmax_t size = 0;
    std::pair<std::int64_t, std::int64_t> time = {};  ///< seconds and nanoseconds of the last change
    bool operator==(const Stamp&) const = default;
  };
  struct Tracked {
    std::unique_ptr<TailReader> reader;  ///< null while the log is not written and has been read
    RunStore store;
    StepColumns recent;  ///< its latest steps, whether wanted or not
    bool withSteps = false;
    std::optional<Stamp> read;  ///< the log when its reader was let go
    std::uintmax_t seen = 0;    ///< the log's size at the last look: one that is shorter has been truncated
    std::uint64_t foundAt = 0;  ///< the number of the look that found it last
    std::uint64_t readAt = 0;   ///< the number of the look that read in its log last
    std::size_t at = 0;         ///< in m_runs

    /// The same place without anything that was read.
    [[nodiscard]] Tracked forgotten() const {
      Tracked run;
      run.withSteps = withSteps;
      run.foundAt = foundAt;
      run.at = at;
      return run;
    }
  };
  /// A run in the course of a look.
  struct Sight {
    Tracked* run = nullptr;
    FollowedRun next;
    bool changed = false;
  };

  /// True where there was any.
  bool drop(const std::function<bool(const FollowedRun&)>& unwanted);
  [[nodiscard]] Sight sightOf(RunEntry entry);
  /// True where there is more to read.
  [[nodiscard]] bool readLogs(std::vector<Sight>& sights);
  /// The log's part of an imported one, which the catalogue has read.
  void takeImport(FollowedRun& next, bool& changed) const;
  /// Fills the log's part of `next`; true where there is more to read.
  [[nodiscard]] bool readLog(Tracked& run, FollowedRun& next, bool& changed) const;
  /// True where a run has been thinned.
  bool boundSteps();
  [[nodiscard]] static std::size_t stepsOf(const Tracked& run, const FollowedRun& seen);
  static void take(const TailUpdate& update, Tracked& run, FollowedRun& next);
  [[nodiscard]] static std::optional<Stamp> stampOf(const std::filesystem::path& file);

  RunCatalogue m_catalogue;
  TailOptions m_options;
  std::size_t m_mostSteps = mostStepsTogether;
  std::set<std::filesystem::path> m_chosen;
  std::set<std::filesystem::path> m_forgotten;
  std::map<std::filesystem::path, Tracked> m_tracked;
  std::vector<FollowedRunPtr> m_runs;
  std::uint64_t m_polls = 0;
};

}  // namespace sojourn::session
