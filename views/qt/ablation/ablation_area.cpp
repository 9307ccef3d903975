// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/ablation/ablation_area.h"

#include <algorithm>

#include "views/qt/ablation/ablation_bar.h"
#include "views/qt/ablation/new_study_dialog.h"
#include "views/session/ablation/live_study.h"

namespace sojourn::qt {
namespace {

/// The table over the whole width, below it the others side by side.
DockLayout variantsLayout(QSize room) {
  const int width = room.width();
  return column({{room.height() * 60 / 100, tabs({"ablation_study"})},
                 {0, row({{width * 35 / 100, tabs({"ablation_users"})},
                          {width * 27 / 100, tabs({"ablation_layers"})},
                          {0, tabs({"ablation_trainings"}, {"help"})}})}});
}

}  // namespace

AblationArea::AblationArea(AblationViews& views, const session::RunLibrary& library, QWidget* parent)
    : SampleArea(views.current(), variantsLayout, parent),
      m_views(views),
      m_library(library),
      m_bar(new AblationBar(views)) {
  setObjectName(QStringLiteral("variantsArea"));
  setMenuWidget(m_bar);
  for (const ViewSpec& spec : views.specs()) addView(spec);
  addHelp();
  connect(m_bar, &AblationBar::studyWanted, this, &AblationArea::studyWanted);
  connect(m_bar, &AblationBar::newStudyWanted, this, &AblationArea::askNewStudy);
}

void AblationArea::askNewStudy() {
  auto* dialog = new NewStudyDialog(workspace(), study(), m_library, this);
  dialog->show();
}

void AblationArea::updateFrom(session::Changes changes) {
  SampleArea::updateFrom(changes);
  m_bar->updateFrom(changes);
  if (changes.has(session::Change::Study)) cover(present::nothingStudied(m_views.input()));
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
