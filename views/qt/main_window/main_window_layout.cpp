// SPDX-License-Identifier: GPL-3.0-or-later
// How the studio's window is arranged, as a workspace keeps it.
#include <QScreen>
#include <algorithm>

#include "views/qt/docks/dock_area.h"
#include "views/qt/files/workspace_files.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/training/training_area.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/what_if/what_if_searches.h"
#include "views/qt/widgets/text.h"
#include "views/session/ablation/live_study.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::qt {
namespace {

// Parts of the window whose options a workspace keeps, beside those of the views.
constexpr const char* explainPart = "explain";
constexpr const char* searchesPart = "searches";
constexpr const char* comparePart = "compare";
constexpr const char* ablationPart = "ablation";
constexpr const char* curvesPart = "curves";

/// After the name of a workspace: the size of the window that its layout was made for, unless people made it.
const std::string madeForSuffix = "_made_for";

std::string encoded(const QByteArray& bytes) {
  return bytes.toBase64().toStdString();
}

QByteArray textOf(QSize size) {
  return QByteArray::number(size.width()) + 'x' + QByteArray::number(size.height());
}

}  // namespace

void MainWindow::makeFiles() {
  m_files =
      new WorkspaceFiles(this, m_workspace, m_edits, m_training->library(),
                         {.stateFolder = m_workspace.stateFolder(),
                          .explanations = &m_views.explain.explanations(),
                          .arrangement = [this] { return arrangement(layoutSize()); },
                          .arrange = [this](const session::WindowArrangement& wanted) { applyArrangement(wanted); },
                          .due = {},
                          .saved = {}});
  connect(m_files, &WorkspaceFiles::said, m_status, &StatusPanel::say);
  connect(m_whatIf->searches(), &WhatIfSearches::optionsChanged, m_files,
          [this] { m_files->workspaceAutosave().touch(); });
  // There is no signal for a dock that was moved or made larger, but it gets another size then.
  for (const Page& made : m_workspaces) {
    for (ViewDock* dock : made.area->docks()) dock->installEventFilter(this);
  }
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && m_arranged && m_files) m_files->workspaceAutosave().touch();
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::showQuestion(const session::ExplanationChoice& choice) {
  m_questionGiven = true;
  m_views.explain.explanations().choose(choice);
}

void MainWindow::compareModels(const std::vector<std::string>& models, const std::string& columns) {
  m_modelsGiven = true;
  // Typed on the command line.
  for (const std::string& model : models)
    if (auto command = programCommandIn(model)) m_workspace.programs().confirm({.command = std::move(*command)});
  m_views.compare.comparisons().choose(models, columns);
}

/// With room for the frame that the window manager puts around it.
QSize MainWindow::firstSize() const {
  constexpr QSize wanted(1600, 1000), frame(16, 40);
  return wanted.boundedTo(screen()->availableSize() - frame);
}

bool MainWindow::event(QEvent* event) {
  const bool done = QMainWindow::event(event);
  // What had made the window larger than the screen may need less by now.
  if (event->type() == QEvent::LayoutRequest && m_options.fitScreen && m_arranged &&
      size().boundedTo(screen()->availableSize()) != size())
    QMetaObject::invokeMethod(this, &MainWindow::fitScreen, Qt::QueuedConnection);
  return done;
}

/// A window that is larger than the screen, or partly beside it, has controls that cannot be reached.
void MainWindow::fitScreen() {
  if (isMaximized() || isFullScreen() || isMinimized()) return;
  const QRect room = screen()->availableGeometry(), framed = frameGeometry();
  if (room.isEmpty() || room.contains(framed)) return;
  const QSize frame = framed.size() - size();
  resize(size().boundedTo(room.size() - frame));
  const QSize whole = size() + frame;
  const int x = std::clamp(framed.x(), room.left(), std::max(room.left(), room.right() + 1 - whole.width()));
  const int y = std::clamp(framed.y(), room.top(), std::max(room.top(), room.bottom() + 1 - whole.height()));
  move(x, y);
}

QByteArray MainWindow::kept(const std::string& name) const {
  const auto found = m_arrangement.layouts.find(name);
  if (found == m_arrangement.layouts.end()) return {};
  return QByteArray::fromBase64(QByteArray::fromStdString(found->second));
}

void MainWindow::keep(const std::string& name, const QByteArray& value) {
  m_arrangement.layouts[name] = encoded(value);
  m_files->workspaceAutosave().touch();
}

void MainWindow::resetLayout() {
  docks()->arrange(layoutSize());
  docks()->repaintViews();
}

/// As large as the window would be with text of the designed size.
QSize MainWindow::layoutSize() const {
  return size() / textFactor();
}

/// When it is shown first: docks of an area that has never been on screen have no sizes to be shared out.
void MainWindow::arrangePage(Page& page) {
  if (page.arranged || !m_arranged) return;
  page.arranged = true;
  const QByteArray layout = m_options.keepLayout ? kept(page.name()) : QByteArray();
  if (layout.isEmpty() || !page.area->restore(layout)) return page.area->arrange(layoutSize());
  const QByteArray madeFor = kept(page.name() + madeForSuffix);
  page.area->setArrangedByHand(madeFor.isEmpty());
  // Which views are in front is known once they are on the screen.
  if (!madeFor.isEmpty() && madeFor != textOf(layoutSize()))
    QMetaObject::invokeMethod(
        page.area, [this, area = page.area] { area->fit(layoutSize()); }, Qt::QueuedConnection);
}

/// Gives the docks other sizes for the text's new one, except where people chose their sizes.
void MainWindow::fitLayouts(double textBefore) {
  m_arrangement = arrangement(size() / textBefore);
  for (Page& made : m_workspaces) {
    if (!made.arranged || made.area->arrangedByHand()) continue;
    if (&made == &shownPage())
      QMetaObject::invokeMethod(
          made.area, [this, area = made.area] { area->fit(layoutSize()); }, Qt::QueuedConnection);
    else
      made.arranged = false;
  }
}

session::WindowArrangement MainWindow::arrangement(QSize madeFor) const {
  session::WindowArrangement all = m_arrangement;
  all.front = shownPage().name();
  for (const Page& made : m_workspaces) {
    if (!made.arranged) continue;
    all.layouts[made.name()] = encoded(made.area->state());
    all.layouts.erase(made.name() + madeForSuffix);
    if (!made.area->arrangedByHand()) all.layouts[made.name() + madeForSuffix] = encoded(textOf(madeFor));
  }
  m_views.keepOptions(all.options);
  session::keepOptions(all.options, explainPart, m_views.explain.explanations().choice());
  session::keepOptions(all.options, searchesPart, m_whatIf->searches()->options());
  session::keepOptions(all.options, comparePart, m_views.compare.comparisons().chosen());
  session::keepOptions(all.options, ablationPart, m_views.ablation.study().chosen());
  session::keepOptions(all.options, curvesPart, m_training->curvesToKeep());
  return all;
}

void MainWindow::applyArrangement(const session::WindowArrangement& wanted) {
  m_arrangement = wanted;
  if (!m_options.keepLayout) return;
  const session::KeptOptions& options = wanted.options;
  m_views.restoreOptions(options);
  m_whatIf->searches()->setOptions(session::optionsOf<session::SearchOptions>(options, searchesPart));
  // What was asked for on the command line stands.
  if (!m_viewGiven) m_training->restoreCurves(session::optionsOf<present::KeptCurves>(options, curvesPart));
  if (!m_questionGiven)
    m_views.explain.explanations().choose(session::optionsOf<session::ExplanationChoice>(options, explainPart));
  if (!m_modelsGiven)
    m_views.compare.comparisons().restore(session::optionsOf<session::ChosenModels>(options, comparePart));
  if (!m_studyGiven) m_views.ablation.study().restore(session::optionsOf<session::ChosenStudy>(options, ablationPart));
  for (SampleArea* area : m_sampleAreas) area->repaintViews();
  for (Page& made : m_workspaces) {
    made.arranged = false;
    if (made.area == docks()) arrangePage(made);
  }
  showWorkspace(studioWorkspaceNamed(wanted.front).value_or(StudioWorkspace::Inspect));
}

}  // namespace sojourn::qt
