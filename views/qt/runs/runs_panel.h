// SPDX-License-Identifier: GPL-3.0-or-later
// The Runs dock: filter line, the commands to the run that is current, and the table of runs.
#pragma once

#include <QAction>
#include <QWidget>
#include <filesystem>

#include "views/qt/runs/runs_order.h"

class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace sojourn::qt {

class EmptyPanel;
class RunRemoval;
class RunsTableView;

class RunsPanel final : public QWidget {
  Q_OBJECT
 public:
  explicit RunsPanel(session::RunLibrary& library, QWidget* parent = nullptr);
  ~RunsPanel() override;

  /// The library has changed.
  void refresh();
  [[nodiscard]] QLineEdit* filter() const { return m_filter; }
  [[nodiscard]] RunsTableView* table() const { return m_table; }
  [[nodiscard]] const RunLines& lines() const { return m_lines; }
  [[nodiscard]] RunsOrder* order() const { return m_order; }
  /// The run of the current row; null where none is.
  [[nodiscard]] session::FollowedRunPtr current() const;
  /// Makes the run of that folder the current one, as soon as the library has it.
  void select(const std::filesystem::path& folder);
  /// Those that are selected; the current one alone where it is not among them.
  [[nodiscard]] std::vector<session::FollowedRunPtr> selected() const;
  [[nodiscard]] RunRemoval& removal() const { return *m_removal; }
  /// What became of the newest command to the current run; empty where there was none.
  [[nodiscard]] QString commandText() const;
  /// The lines that are shown, in their order, with their numbers unrounded.
  [[nodiscard]] present::Table shownTable() const;
  /// The runs in the curves side by side: what differs, then their figures.
  [[nodiscard]] present::Table comparedTable() const;
  /// "~/runs and 2 more, 8 runs, 2 running"
  [[nodiscard]] QString caption() const;
  /// Fills the menu bar's and the table's own menu with what can be done with the current run. Named actions:
  /// "pauseRun", "stopRun", "checkpointRun", "evaluateRun", "setLearningRate", "inspectBest", "renameRun", "tagRun",
  /// "noteRun", "archiveRun", "showArchived", "differFromRun", "referenceLine", "deleteRun", "revealTest", "hideTest",
  /// "groupSeeds", "resumeRun", "launchLike", "compareRuns".
  void fillMenu(QMenu* menu) const;
  [[nodiscard]] QAction* command(const char* name) const { return findChild<QAction*>(QLatin1String(name)); }

 Q_SIGNALS:
  void inspectWanted(const sojourn::session::FollowedRunPtr& run);
  void folderWanted();
  void resumeWanted(const sojourn::session::FollowedRunPtr& run);
  void launchWanted(const sojourn::session::FollowedRunPtr& run);
  /// The runs in the curves side by side.
  void compareWanted();
  /// Another reference, or test figures that are shown or hidden.
  void comparisonChanged();
  /// Another row is the current one, or none.
  void currentChanged();
  /// Which runs are reference lines has been changed by hand.
  void referenceLinesChanged();
  /// A log has been closed.
  void sourcesChanged();
  void failed(const sojourn::Error& error);

 private:
  void makeActions();
  QAction* add(const char* name, const char* icon, const QString& text, const QString& tip = {});
  /// One that acts on the current run; nothing where there is none.
  QAction* addForRun(const char* name, const char* icon, const QString& text, const QString& tip,
                     std::function<void(const session::FollowedRunPtr&)> act);
  void updateActions();
  [[nodiscard]] QString sourcesText() const;
  /// Asks before what costs something; `question` names the run, `title` is also the button's.
  void confirm(const QString& title, const std::string& question, std::function<void()> confirmed);
  void askRate(const session::FollowedRun& run);
  void askTags(const session::FollowedRun& run);
  void askReveal(const session::FollowedRunPtr& run);

  session::RunLibrary& m_library;
  session::RunComparison m_comparison;
  RunLines m_lines;
  QLineEdit* m_filter;
  QLabel* m_command;
  QToolButton* m_goOn = nullptr;  ///< pause, or resume
  RunsOrder* m_order;
  RunsTableView* m_table;
  RunRemoval* m_removal;
  std::filesystem::path m_wanted;  ///< folder of the run to select; empty where none is awaited
  EmptyPanel* m_empty;
  QToolButton* m_seeds = nullptr;  ///< where there are groups
};

}  // namespace sojourn::qt
