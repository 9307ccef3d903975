// SPDX-License-Identifier: GPL-3.0-or-later
// The studio's window and its workspaces: switching between them, and what Training asks of the rest.
#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QStackedWidget>

#include "views/qt/dock_area.h"
#include "views/qt/main_window.h"
#include "views/qt/runs_panel.h"
#include "views/qt/scene_view.h"
#include "views/qt/status_panel.h"
#include "views/qt/text.h"
#include "views/qt/top_bar.h"
#include "views/qt/training_area.h"

namespace sojourn::qt {

void MainWindow::makeTraining() {
  for (ViewDock* dock : m_training->docks()) {
    connectDock(dock);
    const QString id = dock->id();
    connect(dock->bar(), &DockTitleBar::tableWanted, this, [this, id] { showTable(id); });
    connect(dock->bar(), &DockTitleBar::exportWanted, this, [this, id] { askExport(id); });
  }
  SceneView* curves = m_training->curves();
  connect(curves, &SceneView::said, m_status, &StatusPanel::preview);
  connect(curves, &SceneView::menuWanted, this, [this](QMenu* menu, const present::HitArea* area) {
    fillViewMenu(menu, QStringLiteral("training_curves"), area);
  });
  connect(m_training, &TrainingArea::folderWanted, this, &MainWindow::askRuns);
  connect(m_training, &TrainingArea::inspectWanted, this, &MainWindow::inspectRun);
  connect(m_training, &TrainingArea::failed, this, [this](const Error& error) { m_workspace.report(error); });
  if (const std::string& folder = m_workspace.settings().runsFolder; !folder.empty())
    m_training->library().open(folder);
}

void MainWindow::makeTrainingMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Training"));
  add(menu, "openRuns", tr("Open folder of &runs…"), QKeySequence(tr("Ctrl+Shift+R")), [this] { askRuns(); });
  menu->addSeparator();
  m_training->runs()->fillMenu(menu);
}

StudioWorkspace MainWindow::shownWorkspace() const {
  return m_pages->currentWidget() == m_training ? StudioWorkspace::Training : StudioWorkspace::Inspect;
}

void MainWindow::showWorkspace(StudioWorkspace workspace) {
  const bool training = workspace == StudioWorkspace::Training;
  action(training ? "workspaceTraining" : "workspaceInspect")->setChecked(true);
  if (workspace == shownWorkspace()) return;
  m_pages->setCurrentWidget(training ? static_cast<QWidget*>(m_training) : m_area);
  m_top->setSampleShown(!training);
  // Their keys would change a sample that is not on screen.
  for (const char* name : {"nextSample", "previousSample", "nextVisit", "previousVisit", "clearSelection"})
    action(name)->setEnabled(!training);
  if (training) arrangeTraining();
  const QWidget* focused = QApplication::focusWidget();
  if (focused && docks()->isAncestorOf(focused)) return;
  if (ViewDock* last = docks()->current())
    last->widget()->setFocus(Qt::OtherFocusReason);
  else
    docks()->focusNext(1);
}

void MainWindow::askRuns() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a folder of runs, or a run"),
                                                           toText(m_training->library().folder().string()));
  if (!folder.isEmpty()) openRuns(folder.toStdString());
}

void MainWindow::openRuns(const std::filesystem::path& folder) {
  std::error_code failed;
  const std::filesystem::path whole = std::filesystem::absolute(folder, failed);
  m_training->library().open(failed ? folder : whole);
  m_workspace.rememberRunsFolder(m_training->library().folder().string());
  showWorkspace(StudioWorkspace::Training);
}

void MainWindow::inspectRun(const session::FollowedRunPtr& run) {
  const RunPaths& paths = run->entry.paths;
  if (!run->entry.record) return;
  std::error_code ignored;
  std::filesystem::path checkpoint = paths.bestCheckpoint();
  if (!std::filesystem::exists(checkpoint, ignored)) checkpoint = paths.lastCheckpoint();
  if (!std::filesystem::exists(checkpoint, ignored)) {
    m_workspace.report({ErrorKind::BadInput, paths.checkpoints().string(), "holds no checkpoint yet",
                        "wait for the first epoch, or write a checkpoint now (Training menu)"});
    return;
  }
  const RunRecord::Dataset& dataset = run->entry.record->dataset;
  m_workspace.open({.data = std::filesystem::path(dataset.path) / dataset.prefix,
                    .checkpoint = checkpoint,
                    .heads = {},
                    .split = {},
                    .index = {}});
  showWorkspace(StudioWorkspace::Inspect);
}

}  // namespace sojourn::qt
