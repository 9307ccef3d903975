// SPDX-License-Identifier: GPL-3.0-or-later
// All that the monitor knows and can do, without a window: the runs in their order, alerts, the selected run, commands.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "views/monitor/state/compare.h"
#include "views/monitor/state/monitor_settings.h"
#include "views/monitor/state/panel_data.h"
#include "views/present/monitor/run_wall.h"
#include "views/session/runs/run_comparison.h"
#include "views/session/runs/run_library.h"

namespace sojourn::monitor {

enum class WallOrder { Severity, Name, BestLoss };

/// What an update brought.
enum class Change {
  None,
  Figures,  ///< steps, epochs and ages went on
  News,     ///< a run came, went or is in another state; a command was answered; a person did something
};

struct MonitorOptions {
  std::vector<std::filesystem::path> sources;
  /// Called from any thread when update() has something to do.
  std::function<void()> wake;
  /// A notification: a run that has come to need attention.
  std::function<void(const std::string& title, const std::string& text)> notify;
  std::chrono::milliseconds interval{1000};
  bool curves = true;  ///< false: no run's steps are kept but the latest, so a long run costs no more than a short one
  std::function<void(const std::filesystem::path& source)> beforePoll = {};  ///< as RunLibraryOptions has it
};

/// Owned and called on one thread; the library's own threads read.
class Monitor {
 public:
  Monitor(MonitorOptions options, MonitorSettings settings);

  /// Takes over what has come and works out what it means. `now` is wallNow().
  Change update(double now);
  /// All logs have been read to their ends.
  [[nodiscard]] bool settled() const { return m_library.settled(); }
  /// A folder is still being read whose disk has not been silent for so many seconds.
  [[nodiscard]] bool expectsMore(double seconds) const;

  // ---- what is shown
  [[nodiscard]] const std::vector<WatchedRun>& runs() const { return m_runs; }  ///< by need
  [[nodiscard]] const WatchedRun* run(const std::string& id) const;
  [[nodiscard]] const present::RunWall& wall() const { return m_wall; }                     ///< filtered, ordered
  [[nodiscard]] const std::vector<present::TileCount>& counts() const { return m_counts; }  ///< of all runs
  [[nodiscard]] const std::vector<present::RunAlert>& alerts() const { return m_alerts; }
  [[nodiscard]] const std::vector<present::RunAlert>& mutedAlerts() const { return m_mutedAlerts; }
  [[nodiscard]] const std::vector<present::RunLogLine>& log() const { return m_log; }  ///< newest last
  [[nodiscard]] const std::vector<present::SentLine>& sent() const { return m_sent; }  ///< newest first
  [[nodiscard]] const present::RunCard& card() const { return m_card; }                ///< of the selected run
  /// Histories with all their steps are there for the chosen runs and the selected one.
  [[nodiscard]] const present::RunPlots& plots() const { return m_plots; }
  /// Of the runs that pass the filter; made only for whom looks.
  [[nodiscard]] const Compare& compare();
  [[nodiscard]] const present::RunDifferences& differences() const { return m_differences; }  ///< of the same runs
  [[nodiscard]] const std::vector<std::string>& problems() const { return m_problems; }
  void clearProblems() { m_problems.clear(); }
  /// Something that failed beside the runs, to be shown like their problems.
  void reportProblem(const std::string& problem);
  /// "12 runs in ~/runs, 6 live, 3 alerts"
  [[nodiscard]] std::string statusLine() const;
  [[nodiscard]] std::string sourceText() const;
  /// Which folder's disk does not answer and for how long; empty where all do.
  [[nodiscard]] std::string silenceText() const;
  /// Grows with every change of what is shown.
  [[nodiscard]] std::uint64_t version() const { return m_version; }
  /// In how many seconds a text that tells an age becomes untrue; for a loop that waits.
  [[nodiscard]] double secondsToNextAge() const;

  // ---- what a person does
  /// While it is held, tiles and alerts keep their places, whatever becomes of their runs: what is new comes behind
  /// them, an alert that is over stays. For as long as the pointer is over them.
  void holdOrder(bool held);
  void setOrder(WallOrder order);
  [[nodiscard]] WallOrder order() const { return m_order; }
  void setFilter(const std::string& text);
  [[nodiscard]] const std::string& filter() const { return m_filter; }
  void select(const std::string& id);
  [[nodiscard]] const std::string& selected() const { return m_selected; }
  /// The tile beside the selected one in the wall's order.
  void selectNext(int step);
  /// What the panels ask of runs, and of their table.
  void act(const present::RunAction& action);
  void act(const present::RunTableAction& action);
  [[nodiscard]] MonitorSettings& settings() { return m_settings; }
  /// The runs of another folder, too; nothing where it is watched already.
  void watch(const std::filesystem::path& folder);
  [[nodiscard]] const session::RunLibrary& library() const { return m_library; }

 private:
  void takeRuns();
  void tellSpeeds();
  void order(std::vector<const WatchedRun*>& runs) const;
  void tellAlerts();
  void arrange();
  void keepAlerts(std::vector<present::RunAlert> before);
  void mergeLog();
  void chooseSelected();
  std::shared_ptr<const std::vector<present::RunLogLine>> eventsOf(const WatchedRun& run);
  [[nodiscard]] std::string newsKey() const;

  MonitorOptions m_options;
  MonitorSettings m_settings;
  session::RunLibrary m_library;
  session::RunComparison m_comparison;
  Compare m_compare;
  std::uint64_t m_compared = 0;  ///< the version it was made of
  bool m_changed = true;
  bool m_acted = false;  ///< a person did something since the last update
  std::string m_newsKey;
  double m_now = 0;
  std::uint64_t m_version = 0;

  std::vector<WatchedRun> m_runs;
  present::RunWall m_wall;
  std::vector<present::TileCount> m_counts;
  std::vector<present::RunAlert> m_alerts, m_mutedAlerts;
  std::vector<present::RunLogLine> m_log;
  std::vector<present::SentLine> m_sent;
  present::RunCard m_card;
  std::shared_ptr<const RunHistory> m_eventsFrom;
  std::shared_ptr<const std::vector<present::RunLogLine>> m_events;  ///< of the selected run
  present::RunPlots m_plots;
  present::RunDifferences m_differences;
  std::vector<std::string> m_problems;
  std::map<std::string, std::string> m_stateAtLastPoll;  ///< of each run, with its verdict
  std::set<std::filesystem::path> m_read;                ///< the sources whose logs have been read to their ends once
  bool m_firstPoll = true;                               ///< until those of all sources have

  WallOrder m_order = WallOrder::Severity;
  bool m_held = false;
  bool m_rearrange = true;  ///< once, although the order is held: another one or another filter was asked for
  std::string m_filter;
  std::string m_selected;
  std::string m_chosenHere;  ///< a run that is in the charts only because it is selected
};

}  // namespace sojourn::monitor
