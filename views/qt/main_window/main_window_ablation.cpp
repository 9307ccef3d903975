// SPDX-License-Identifier: GPL-3.0-or-later
// What the Ablation workspace asks of the window: studies to open, and their runs in other workspaces.
#include <QMenu>

#include "model/runs/store/run_paths.h"
#include "views/qt/ablation/ablation_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/training/training_area.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"
#include "views/session/ablation/live_study.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::qt {

void MainWindow::makeStudyMenu(QMenu* menu) {
  add(menu, "openStudy", tr("Open an &ablation study…"), {}, [this] { askStudy(); });
  add(menu, "newStudy", tr("New ablation s&tudy…"), {}, [this] {
    showWorkspace(StudioWorkspace::Ablation);
    m_variants->askNewStudy();
  });
  connect(m_variants, &AblationArea::studyWanted, this, &MainWindow::askStudy);
}

void MainWindow::askStudy() {
  const QString folder =
      askFolder(this, tr("Open the folder of an ablation study"), toText(m_views.ablation.study().folder().string()));
  if (folder.isEmpty()) return;
  m_views.ablation.study().open(folder.toStdString());
  showWorkspace(StudioWorkspace::Ablation);
}

void MainWindow::openStudy(const std::filesystem::path& folder) {
  m_studyGiven = true;
  m_views.ablation.study().open(folder);
  showWorkspace(StudioWorkspace::Ablation);
}

void MainWindow::openStudyRun(const present::OpenStudyRun& wanted) {
  using In = present::OpenStudyRun::In;
  const std::filesystem::path& folder = m_views.ablation.study().folder();
  const auto bestOf = [&folder](const std::string& run) { return RunPaths{folder / run}.bestCheckpoint(); };
  switch (wanted.in) {
    case In::Inspect:
      m_workspace.openCheckpoint(bestOf(wanted.run));
      return showWorkspace(StudioWorkspace::Inspect);
    case In::Compare:
      // A is the full model of the same seed.
      m_workspace.openCheckpoint(bestOf("full_model" + wanted.run.substr(wanted.run.rfind('-'))));
      m_views.compare.comparisons().choose({bestOf(wanted.run).string()});
      return showWorkspace(StudioWorkspace::Compare);
    case In::Runs:
      openRuns(folder);
      m_training->runs()->select(folder / wanted.run);
  }
}

}  // namespace sojourn::qt
