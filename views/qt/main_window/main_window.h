// SPDX-License-Identifier: GPL-3.0-or-later
// The studio's window: puts tool bar, banners, docks and status bar together and passes on what the workspace
// announces.
#pragma once

#include <QMainWindow>

#include "views/qt/report/report_plan.h"
#include "views/qt/scene/export.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/studio_workspace.h"
#include "views/qt/studio/studio_views.h"
#include "views/qt/visits/edit_bar.h"
#include "views/qt/visits/visit_editor.h"
#include "views/session/files/path_classifier.h"
#include "views/session/files/workspace_autosave.h"
#include "views/session/follow/best_checkpoint_watcher.h"
#include "views/session/follow/run_follower.h"
#include "views/session/report/report_choice.h"
#include "views/session/what_if/what_if.h"
#include "views/session/workspace/workspace.h"

class QActionGroup;
class QStackedWidget;

namespace sojourn::qt {

class BannerArea;
class CompareArea;
class DatasetArea;
class PlacesArea;
class DockArea;
class ExplainArea;
class GalleryRun;
class HelpPanel;
class ImportPage;
class IntroStrip;
class InspectArea;
class JobBox;
class Navigation;
class NoteActions;
class ReportRun;
class SamplesPanel;
class StatusPanel;
class TopBar;
class SampleArea;
class TrainingArea;
class AblationArea;
class ViewDock;
class WhatIfArea;
class WorkspaceFiles;

struct WindowOptions {
  int threads = 1;         ///< torch's, as the status bar shows it
  bool keepLayout = true;  ///< restore and store the layout with the settings (off in tests)
  bool introduce = false;  ///< the first start explains itself
  bool fitScreen = false;  ///< a window that is larger than the screen becomes smaller
};

/// The export and the table of the runs side by side, which have no dock of their own.
inline const QString comparedRuns = QStringLiteral("compared_runs");

class MainWindow final : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(session::Workspace& workspace, WindowOptions options = {}, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Of the workspace that is shown.
  [[nodiscard]] DockArea* docks() const;
  [[nodiscard]] WhatIfArea* whatIf() const { return m_whatIf; }
  /// Edits, reference and scenarios, as the What if workspace shows them.
  [[nodiscard]] session::WhatIf& edits() { return m_edits; }
  [[nodiscard]] ExplainArea* explain() const { return m_explain; }
  [[nodiscard]] CompareArea* compare() const { return m_compare; }
  [[nodiscard]] DatasetArea* dataset() const { return m_dataset; }
  [[nodiscard]] PlacesArea* places() const { return m_places; }
  [[nodiscard]] AblationArea* variants() const { return m_variants; }
  [[nodiscard]] TrainingArea* training() const { return m_training; }
  /// The workspace as a file: opened, saved, saved by itself.
  [[nodiscard]] WorkspaceFiles* files() const { return m_files; }
  [[nodiscard]] StudioWorkspace shownWorkspace() const;
  void showWorkspace(StudioWorkspace workspace);
  [[nodiscard]] TopBar* topBar() const { return m_top; }
  /// Back and Forward.
  [[nodiscard]] Navigation* navigation() const { return m_navigation; }
  /// Bookmarks, notes and saved filters.
  [[nodiscard]] NoteActions* notes() const { return m_notes; }
  /// What explains the first start.
  [[nodiscard]] IntroStrip* intro() const { return m_intro; }
  [[nodiscard]] StatusPanel* status() const { return m_status; }
  [[nodiscard]] BannerArea* banners() const { return m_banners; }
  [[nodiscard]] SamplesPanel* samples() const;
  /// Of the workspace that is shown.
  [[nodiscard]] HelpPanel* help() const;
  /// A picture by its id; null for the docks that are no pictures (samples, runs, help).
  [[nodiscard]] SceneView* view(const QString& id) const;
  /// The menu entry with this object name ("showTable", "resetLayout", ...).
  [[nodiscard]] QAction* action(const char* name) const { return findChild<QAction*>(QLatin1String(name)); }

  /// What a file of this view holds, in the size the dock has now.
  [[nodiscard]] ExportItem exportItem(const QString& id) const;
  /// By the file's suffix; a failure becomes a banner.
  void exportView(const QString& id, const QString& file);
  /// Every view to a folder, in the background; the status bar says how far it is and when it is done.
  void exportAll(const QString& folder);
  void showTable(const QString& id);
  void openPalette();
  void resetLayout();
  /// Paths as they are dropped or chosen: dataset folders and .pk files, checkpoints, CSV files of labels, runs, raw
  /// movement data;
  /// a workspace comes instead of all others.
  void openPaths(const QStringList& paths);
  /// A dataset folder, or folder/prefix; asks which one where the folder holds several.
  void openDatasetAt(const std::filesystem::path& path);
  /// The Import page, with a file or folder where one is given.
  void showImport(const std::filesystem::path& input = {});
  /// The Import page with the input and the settings that the open dataset was prepared with.
  void importAgain();
  [[nodiscard]] ImportPage* importPage() const { return m_import; }
  /// A folder of runs, or a run: shown in the Training workspace.
  void openRuns(const std::filesystem::path& source);
  /// The same for what the command line names, in place of what was open; what is remembered stays as it is.
  void openOnlyRuns(const std::vector<std::string>& sources);
  /// How the curves are looked at and which runs are in them, as "Copy link to this view" names it.
  void showCurves(const std::string& state);
  /// The models that Compare shows beside the open one, in place of those that were kept.
  void compareModels(const std::vector<std::string>& models, const std::string& columns);
  /// The folder of an ablation study, in place of the one that was kept.
  void openStudy(const std::filesystem::path& folder);
  /// What the Explain workspace is asked, in place of what was kept.
  void showQuestion(const session::ExplanationChoice& choice);

 protected:
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  /// A workspace as the window keeps it.
  struct Page {
    StudioWorkspace kind = StudioWorkspace::Inspect;
    const char* actionName = "";  ///< of the menu entry that shows it
    QString title, keys;
    DockArea* area = nullptr;
    bool arranged = false;  ///< its docks have been given their sizes

    /// Of its layout in the settings.
    [[nodiscard]] const char* name() const { return studioWorkspaces[static_cast<std::size_t>(kind)].second; }
  };
  void makePages();
  void makeImport();
  [[nodiscard]] const Page& shownPage() const;
  [[nodiscard]] Page& page(StudioWorkspace workspace);
  void arrangePage(Page& page);
  /// By its id, of the workspace that is shown or else of the other one.
  [[nodiscard]] ViewDock* dockOf(const QString& id) const;
  /// Shows a dock, and its workspace where that is not shown.
  void reveal(ViewDock* dock);
  void updateFrom(session::Changes changes);
  /// Options of these views have changed.
  void repaint(const QStringList& views);
  void handle(const present::Action& action);
  void handle(const present::WindowAction& action);
  void handle(present::WindowCommand command);
  void handle(session::BannerAction action);
  void themeChosen();

  void makeIntro();
  void openIntroLink(const QString& target);

  // main_window_views.cpp
  void makeWindowMenu();
  void fillDockMenu(QMenu* menu);
  void connectDock(ViewDock* dock);
  void fillViewMenu(QMenu* menu, const QString& id, const present::HitArea* area);
  void addPlaceNames(QMenu* menu, LocationId place);

  // main_window_layout.cpp
  /// What a workspace keeps with the window's layouts; empty where there is nothing of that name.
  [[nodiscard]] QByteArray kept(const std::string& name) const;
  void keep(const std::string& name, const QByteArray& value);
  [[nodiscard]] session::WindowArrangement arrangement(QSize madeFor) const;
  void applyArrangement(const session::WindowArrangement& wanted);
  void makeFiles();
  [[nodiscard]] QSize firstSize() const;
  void fitScreen();
  [[nodiscard]] QSize layoutSize() const;
  void fitLayouts(double textBefore);

  // main_window_menus.cpp
  void makeMenus();
  void makeFileMenu();
  void makeEditMenu();
  void makeViewMenu();
  void makeModelMenu();
  void makeTrainingMenu();
  void makeHelpMenu();
  void fillRecent();
  void fillSplits();
  void fillHeads();
  void fillDevices();
  void fillTimes();
  QAction* add(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys, std::function<void()> run);
  /// The dock that commands about "this view" mean.
  [[nodiscard]] QString currentView() const;

  // main_window_training.cpp
  void makeTraining();
  void askRuns();
  void askLog();
  void rememberRuns();
  void fillCloseMenu(QMenu* menu);
  void showTrainingStatus();
  void copyLink();
  void inspectRun(const session::FollowedRunPtr& run);
  /// A checkpoint of a run, in all inspection views. Where its dataset is open the sample stays.
  void inspectCheckpoint(const session::FollowedRunPtr& run, const std::filesystem::path& checkpoint);
  void openOfRun(const session::FollowedRun& run, const std::filesystem::path& checkpoint,
                 std::optional<Split> split = std::nullopt);
  void followBest(const session::FollowedRunPtr& run, bool follow);
  /// Opens the followed run's best checkpoint where there is a newer one.
  void openFollowedBest();
  void showFollowed();

  // main_window_ablation.cpp
  void makeStudyMenu(QMenu* menu);
  void askStudy();
  void openStudyRun(const present::OpenStudyRun& wanted);

  // main_window_what_if.cpp
  [[nodiscard]] EditBar::Actions makeEditActions();
  void makeWhatIf();
  void tell(const Status& status);
  void updateEdits();
  void handle(const present::ShiftAction& action);
  void askScenario();
  void askScenarioName(int scenario);
  void askReference();
  void askUser();

  // main_window_report.cpp
  [[nodiscard]] std::vector<ReportView> allReportViews() const;
  [[nodiscard]] QString revealsText(const session::ReportChoice& choice, bool wholeSplit);
  void keepReport(const session::ReportChoice& choice, const QStringList& files);
  void updateReport();
  void askReport();
  void writeReport(const session::ReportChoice& choice, const QStringList& files);

  // main_window_files.cpp
  void askDataset();
  void askDatasetFolder();
  void askCheckpoint();
  /// Shows the command, to be changed and confirmed.
  void askProgram(const ProgramCommand& shown);
  void showProgramLog();
  void askSeeds();
  void askLabels();
  void askExport(const QString& id);
  void askExportAll();
  /// Where the last export went; the home folder where there was none.
  [[nodiscard]] QString exportFolder() const;
  void keepExportFolder(const QString& folder);
  void askPlaceName(LocationId location);
  void askUserName();
  void showProblems();
  void addMapFile(const std::string& file);
  void openFound(const std::vector<session::FoundPath>& found);
  void showShortcuts();
  void showAbout();
  void showHelp(const QString& id);

  session::Workspace& m_workspace;
  WindowOptions m_options;
  session::WhatIf m_edits;
  VisitEditor* m_editor;
  QList<QAction*> m_editActions;
  StudioViews m_views;
  TopBar* m_top;
  StatusPanel* m_status;
  BannerArea* m_banners;
  InspectArea* m_inspect;
  WhatIfArea* m_whatIf;
  ExplainArea* m_explain;
  CompareArea* m_compare;
  TrainingArea* m_training;
  DatasetArea* m_dataset;
  PlacesArea* m_places;
  AblationArea* m_variants;
  std::vector<SampleArea*> m_sampleAreas;  ///< all but Training
  std::vector<Page> m_workspaces;          ///< in the order of the tool bar
  QStackedWidget* m_pages;                 ///< the workspaces
  QStackedWidget* m_front;                 ///< these, or the Import page
  ImportPage* m_import;
  JobBox* m_jobBox;
  Navigation* m_navigation = nullptr;
  NoteActions* m_notes = nullptr;
  IntroStrip* m_intro = nullptr;
  WorkspaceFiles* m_files = nullptr;
  session::WindowArrangement m_arrangement;  ///< as it was kept: of areas that have not been on screen yet
  QMenu* m_recentDatasets = nullptr;
  QMenu* m_recentCheckpoints = nullptr;
  QMenu* m_recentPrograms = nullptr;
  QMenu* m_splits = nullptr;
  QMenu* m_heads = nullptr;
  QMenu* m_devices = nullptr;
  QMenu* m_times = nullptr;
  session::BestCheckpointWatcher m_best;
  std::unique_ptr<session::PathClassifier> m_paths;  ///< of what was dropped
  GalleryRun* m_gallery = nullptr;                   ///< that is being written
  ReportRun* m_report = nullptr;                     ///< that is being written
  bool m_reportAwaited = false;                      ///< its dialog comes back when the pseudonyms are there
  bool m_arranged = false;
  bool m_viewGiven = false;      ///< how the curves are looked at was asked for: what was kept does not come back
  bool m_modelsGiven = false;    ///< likewise the compared models
  bool m_studyGiven = false;     ///< likewise the ablation study
  bool m_questionGiven = false;  ///< likewise what Explain is asked
  session::Subscription m_subscription;
};

}  // namespace sojourn::qt
