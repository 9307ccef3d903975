// SPDX-License-Identifier: GPL-3.0-or-later
// The studio's window and its workspaces: switching between them, and what Training asks of the rest.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenuBar>
#include <QStackedWidget>
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/run_files.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/replay/replay_panel.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/navigation.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/shell/top_bar.h"
#include "views/qt/training/training_area.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"
#include "views/session/compare/model_comparisons.h"
#include "views/session/explain/explanation_arguments.h"

namespace sojourn::qt {

void MainWindow::makeTraining() {
  SceneView* curves = m_training->curves();
  connect(curves, &SceneView::said, m_status, &StatusPanel::preview);
  connect(curves, &SceneView::menuWanted, this, [this](QMenu* menu, const present::HitArea* area) {
    fillViewMenu(menu, QStringLiteral("training_curves"), area);
  });
  connect(m_training->runs(), &RunsPanel::compareWanted, this, [this] { showTable(comparedRuns); });
  connect(m_training, &TrainingArea::statusChanged, this, &MainWindow::showTrainingStatus);
  connect(m_training, &TrainingArea::folderWanted, this, &MainWindow::askRuns);
  connect(m_training, &TrainingArea::runsWanted, this, &MainWindow::openRuns);
  connect(m_training, &TrainingArea::said, m_status, &StatusPanel::say);
  connect(m_training, &TrainingArea::inspectWanted, this, &MainWindow::inspectRun);
  connect(m_training, &TrainingArea::runsFollowed, this, &MainWindow::openFollowedBest);
  ReplayPanel* replay = m_training->replay();
  replay->setPseudonymsOf([this] { return m_workspace.pseudonyms(); });
  replay->setSettingsOf([this](const std::string& prefix, const std::string& fingerprint) {
    const auto& datasets = m_workspace.settings().datasets;
    const auto found = datasets.find(session::datasetKey(prefix, fingerprint));
    return found == datasets.end() ? session::DatasetSettings{} : found->second;
  });
  connect(replay, &ReplayPanel::said, m_status, &StatusPanel::preview);
  connect(replay, &ReplayPanel::menuWanted, this,
          [this](const QString& id, QMenu* menu, const present::HitArea* area) { fillViewMenu(menu, id, area); });
  connect(replay, &ReplayPanel::inspectWanted, this, &MainWindow::inspectCheckpoint);
  connect(replay, &ReplayPanel::followWanted, this, &MainWindow::followBest);
  connect(m_status, &StatusPanel::followingEnded, this, [this] { followBest(nullptr, false); });
  connect(m_training, &TrainingArea::failed, this, [this](const Error& error) { m_workspace.banners().report(error); });
  connect(m_training->runs(), &RunsPanel::referenceLinesChanged, this,
          [this] { m_workspace.runs().setReferenceLines(m_training->library().referenceLines()); });
  connect(m_training->runs(), &RunsPanel::sourcesChanged, this, &MainWindow::rememberRuns);
  connect(m_training->runs(), &RunsPanel::failed, this,
          [this](const Error& error) { m_workspace.banners().report(error); });
  session::RunLibrary& library = m_training->library();
  library.setImportNotes(m_workspace.importNotesFolder());
}

void MainWindow::makeTrainingMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Training"));
  add(menu, "openRuns", tr("Open folder of &runs…"), tr("Ctrl+Shift+R"), [this] { askRuns(); });
  add(menu, "newTraining", tr("&New training…"), tr("Ctrl+N"),
      [this] { reveal(m_training->dock(QStringLiteral("launch"))); });
  add(menu, "openLog", tr("Open a &log as a run…"), {}, [this] { askLog(); });
  QMenu* close = menu->addMenu(tr("&Close"));
  close->setObjectName(QStringLiteral("closeRuns"));
  connect(close, &QMenu::aboutToShow, this, [this, close] { fillCloseMenu(close); });
  menu->addSeparator();
  makeStudyMenu(menu);
  menu->addSeparator();
  // All in one menu would be higher than a laptop's screen.
  m_training->runs()->fillMenu(menu->addMenu(tr("&Selected run")));
  m_training->replay()->fillMenu(menu);
}

StudioWorkspace MainWindow::shownWorkspace() const {
  return shownPage().kind;
}

void MainWindow::showWorkspace(StudioWorkspace workspace) {
  Page& wanted = page(workspace);
  action(wanted.actionName)->setChecked(true);
  m_front->setCurrentWidget(m_pages);
  if (workspace == shownWorkspace()) return;
  // A list of what is left is no list of what comes.
  if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  m_pages->setCurrentWidget(wanted.area);
  const bool hasSample = workspace != StudioWorkspace::Training && workspace != StudioWorkspace::Ablation;
  m_top->setSampleShown(hasSample);
  // Their keys would change a sample that is not on screen.
  for (const char* name : {"nextSample", "previousSample", "nextVisit", "previousVisit", "clearSelection"})
    action(name)->setEnabled(hasSample);
  updateEdits();
  m_navigation->record();
  arrangePage(wanted);
  showTrainingStatus();
  // Qt gives the focus of what it hides to the next widget, which may be a button above the docks.
  const QWidget* focused = QApplication::focusWidget();
  const auto holdsFocus = [&](const ViewDock* dock) { return focused && dock->isAncestorOf(focused); };
  if (std::ranges::any_of(docks()->docks(), holdsFocus)) return;
  docks()->dock(currentView())->widget()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showTrainingStatus() {
  m_status->setTraining(shownWorkspace() == StudioWorkspace::Training ? std::optional(m_training->status())
                                                                      : std::nullopt);
}

void MainWindow::showCurves(const std::string& state) {
  m_viewGiven = true;
  m_training->openLink(state);
}

void MainWindow::copyLink() {
  const StudioWorkspace shown = shownWorkspace();
  std::string command = shown == StudioWorkspace::Training ? m_training->commandLine() : m_workspace.commandLine();
  // Inspect is what opens by itself, and runs bring Training.
  if (shown != StudioWorkspace::Inspect && shown != StudioWorkspace::Training)
    command += std::string(" --workspace ") + shownPage().name();
  if (shown == StudioWorkspace::Explain)
    command += session::explanationArguments(m_views.explain.explanations().choice());
  if (shown == StudioWorkspace::Compare || shown == StudioWorkspace::Places)
    command += m_views.compare.comparisons().arguments();
  QApplication::clipboard()->setText(toText(command));
}

void MainWindow::askRuns() {
  const QString folder =
      askFolder(this, tr("Open a folder of runs, or a run"), toText(m_training->library().folder().string()));
  if (!folder.isEmpty()) openRuns(folder.toStdString());
}

void MainWindow::askLog() {
  const QString file = askFile(this, tr("Open a log of another program as a run"),
                               tr("Logs (*.log *.txt *.csv *.tsv *.jsonl *.json *tfevents*);;All files (*)"));
  if (!file.isEmpty()) openRuns(file.toStdString());
}

void MainWindow::openRuns(const std::filesystem::path& source) {
  m_training->library().add(source);
  rememberRuns();
  showWorkspace(StudioWorkspace::Training);
}

void MainWindow::openOnlyRuns(const std::vector<std::string>& sources) {
  session::RunLibrary& library = m_training->library();
  for (bool first = true; const std::string& source : sources) {
    if (std::exchange(first, false))
      library.open(source);
    else
      library.add(source);
  }
  showWorkspace(StudioWorkspace::Training);
}

void MainWindow::rememberRuns() {
  std::vector<std::string> sources;
  for (const std::filesystem::path& source : m_training->library().sources()) sources.push_back(source.string());
  m_workspace.runs().setSources(std::move(sources));
}

void MainWindow::fillCloseMenu(QMenu* menu) {
  menu->clear();
  const std::vector<std::filesystem::path> sources = m_training->library().sources();
  for (const std::filesystem::path& source : sources) {
    menu->addAction(menuText(source.string(), 120), this, [this, source] {
      m_training->library().remove(source);
      rememberRuns();
    });
  }
  if (sources.empty()) menu->addAction(tr("Nothing is open"))->setEnabled(false);
}

void MainWindow::inspectRun(const session::FollowedRunPtr& run) {
  const RunPaths& paths = run->entry.paths;
  if (!run->entry.record) return;
  GuardedPath checkpoint = paths.bestCheckpoint();
  if (!isNamed(checkpoint)) checkpoint = paths.lastCheckpoint();
  if (!isNamed(checkpoint)) {
    m_workspace.banners().report(
        {ErrorKind::BadInput, paths.checkpoints().string(), sojourn::tr("holds no checkpoint yet"),
         sojourn::tr("wait for the first epoch, or write a checkpoint now (Training menu)")},
        Severity::Error, {}, session::BannerTopic::CheckpointFile);
    return;
  }
  if (const Status real = checkNoLink(checkpoint); !real)
    m_workspace.banners().report(real.error(), Severity::Error, {}, session::BannerTopic::CheckpointFile);
  else
    inspectCheckpoint(run, checkpoint);
}

void MainWindow::inspectCheckpoint(const session::FollowedRunPtr& run, const std::filesystem::path& checkpoint) {
  if (!run || !run->entry.record) return;
  // Test figures stay hidden until they are asked for.
  openOfRun(*run, checkpoint, Split::Validation);
  showWorkspace(StudioWorkspace::Inspect);
}

void MainWindow::openOfRun(const session::FollowedRun& run, const std::filesystem::path& checkpoint,
                           std::optional<Split> split) {
  const RunRecord::Dataset& dataset = run.entry.record->dataset;
  const bool there = m_workspace.dataset() && m_workspace.dataset()->fingerprint == dataset.fingerprint;
  m_workspace.open({.data = there ? std::nullopt : std::optional(std::filesystem::path(dataset.path) / dataset.prefix),
                    .checkpoint = checkpoint,
                    .heads = {},
                    .split = there && split == m_workspace.split() ? std::nullopt : split,
                    .index = {}});
}

void MainWindow::followBest(const session::FollowedRunPtr& run, bool follow) {
  if (follow && run && run->entry.record)
    m_best.start(*run, m_workspace.checkpointPath());
  else
    m_best.stop();
  showFollowed();
  openFollowedBest();
}

void MainWindow::openFollowedBest() {
  if (!m_best.active()) return;
  // What is being opened just now goes before; afterwards it is asked again.
  const auto opens = [](const session::Job& job) {
    return job.kind == session::JobKind::OpenDataset || job.kind == session::JobKind::OpenCheckpoint;
  };
  if (std::ranges::any_of(m_workspace.jobs().all(), opens)) return;
  const session::FollowedRunPtr run = m_training->library().run(m_best.run());
  if (!run || !run->entry.record) return;
  const auto checkpoint = m_best.newest(*run);
  if (!checkpoint) return;
  // Whatever workspace is on screen stays there.
  openOfRun(*run, *checkpoint);
  showFollowed();
}

void MainWindow::showFollowed() {
  m_training->setKeptWatched(m_best.active());
  m_training->replay()->setFollowed(m_best.run());
  if (!m_best.active()) return m_status->setFollowing({});
  const session::FollowedRunPtr run = m_training->library().run(m_best.run());
  const QString title = toText(escapeForDisplay(run ? run->entry.title() : m_best.run().filename().string(), 40));
  m_status->setFollowing(m_best.epoch() ? tr("Following the best of %1, epoch %2").arg(title).arg(*m_best.epoch())
                                        : tr("Following the best of %1").arg(title));
}

}  // namespace sojourn::qt
