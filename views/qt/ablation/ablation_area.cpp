// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/ablation/ablation_area.h"

#include <algorithm>

#include "views/qt/ablation/ablation_bar.h"
#include "views/qt/ablation/new_study_dialog.h"
#include "views/session/ablation/live_study.h"

namespace sojourn::qt {
namespace {

/// The table over the whole width, below it the others side by side.
void arrangeVariants(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  ViewDock *study = at("ablation_study"), *users = at("ablation_users"), *layers = at("ablation_layers");
  ViewDock* trainings = at("ablation_trainings");
  area.addDockWidget(Qt::LeftDockWidgetArea, study);
  area.splitDockWidget(study, users, Qt::Vertical);
  area.splitDockWidget(users, layers, Qt::Horizontal);
  area.splitDockWidget(layers, trainings, Qt::Horizontal);
  area.tabifyDockWidget(trainings, at("help"));
  for (ViewDock* dock : area.docks())
    if (dock->id() != QLatin1String("help")) dock->show();
  trainings->raise();
  at("help")->hide();
  const int width = window.width(), height = std::max(480, window.height() - 196);
  area.shareOut({users, layers, trainings}, {width * 35 / 100, width * 27 / 100, width * 38 / 100}, Qt::Horizontal);
  area.shareOut({study, users}, {height * 60 / 100, height * 40 / 100}, Qt::Vertical);
}

}  // namespace

AblationArea::AblationArea(AblationViews& views, QWidget* parent)
    : SampleArea(views.current(), arrangeVariants, parent), m_views(views), m_bar(new AblationBar(views)) {
  setObjectName(QStringLiteral("variantsArea"));
  setMenuWidget(m_bar);
  for (const ViewSpec& spec : views.specs()) addView(spec);
  addHelp();
  connect(m_bar, &AblationBar::studyWanted, this, &AblationArea::studyWanted);
  connect(m_bar, &AblationBar::newStudyWanted, this, &AblationArea::askNewStudy);
}

void AblationArea::askNewStudy() {
  auto* dialog = new NewStudyDialog(workspace(), study(), this);
  dialog->show();
}

void AblationArea::updateFrom(session::Changes changes) {
  SampleArea::updateFrom(changes);
  m_bar->updateFrom(changes);
}

void AblationArea::showEvent(QShowEvent* event) {
  SampleArea::showEvent(event);
  study().setWatched(true);
}

void AblationArea::hideEvent(QHideEvent* event) {
  SampleArea::hideEvent(event);
  study().setWatched(false);
}

}  // namespace sojourn::qt
