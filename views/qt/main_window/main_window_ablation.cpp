// SPDX-License-Identifier: GPL-3.0-or-later
// What the Ablation workspace asks of the window: studies to open, and their runs in other workspaces.
#include <QFileDialog>
#include <QMenu>

#include "model/runs/store/run_paths.h"
#include "views/qt/ablation/ablation_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/training/training_area.h"
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
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Open the folder of an ablation study"),
                                                           toText(m_state.study().folder().string()));
  if (folder.isEmpty()) return;
  m_state.study().open(folder.toStdString());
  showWorkspace(StudioWorkspace::Ablation);
}

void MainWindow::openStudy(const std::filesystem::path& folder) {
  m_studyGiven = true;
  m_state.study().open(folder);
  showWorkspace(StudioWorkspace::Ablation);
}

bool MainWindow::handleStudy(const present::Action& action) {
  const std::filesystem::path& folder = m_state.study().folder();
  const auto bestOf = [&folder](const std::string& run) -> std::filesystem::path {
    return RunPaths{folder / run}.bestCheckpoint();
  };
  if (action.id == "openStudy") {
    askStudy();
  } else if (action.id == "openStudyDataset") {
    if (const auto& known = m_state.study().state()) m_workspace.openDataset(known->plan.data);
  } else if (action.id == "inspectStudyRun") {
    m_workspace.openCheckpoint(bestOf(action.argument));
    showWorkspace(StudioWorkspace::Inspect);
  } else if (action.id == "compareStudyRun") {
    // A is the full model of the same seed.
    const std::string full = "full_model" + action.argument.substr(action.argument.rfind('-'));
    m_workspace.openCheckpoint(bestOf(full));
    m_state.comparisons().choose({bestOf(action.argument).string()});
    showWorkspace(StudioWorkspace::Compare);
  } else if (action.id == "showStudyRun") {
    openRuns(folder);
    m_training->runs()->select(folder / action.argument);
  } else {
    return false;
  }
  return true;
}

}  // namespace sojourn::qt
