// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/main_window/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "views/qt/ablation/ablation_area.h"
#include "views/qt/compare/compare_area.h"
#include "views/qt/dataset/dataset_area.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/files/workspace_files.h"
#include "views/qt/import/import_page.h"
#include "views/qt/inspect/inspect_area.h"
#include "views/qt/places/places_area.h"
#include "views/qt/replay/replay_panel.h"
#include "views/qt/report/gallery.h"
#include "views/qt/report/report_run.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/samples/note_actions.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/shell/banner_area.h"
#include "views/qt/shell/navigation.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/shell/top_bar.h"
#include "views/qt/training/training_area.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/glossary.h"
#include "views/qt/widgets/text.h"
#include "views/session/ablation/live_study.h"
#include "views/session/samples/filter_syntax.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

MainWindow::MainWindow(session::Workspace& workspace, WindowOptions options, QWidget* parent)
    : QMainWindow(parent),
      m_workspace(workspace),
      m_options(options),
      m_edits(workspace),
      m_editor(new VisitEditor(workspace, m_edits, this)),
      m_views(workspace, m_edits, [this](const QStringList& ids) { repaint(ids); }),
      m_top(new TopBar(workspace)),
      m_status(new StatusPanel(workspace, options.threads)),
      m_banners(new BannerArea(workspace)),
      m_inspect(new InspectArea(m_views.inspect, m_views.explain.seedEvaluations())),
      m_whatIf(new WhatIfArea(m_views.whatIf, *m_editor, makeEditActions())),
      m_explain(new ExplainArea(m_views.explain)),
      m_compare(new CompareArea(m_views.compare)),
      m_training(new TrainingArea(workspace)),
      m_dataset(new DatasetArea(m_views.dataset, m_views.compare.comparisons())),
      m_places(new PlacesArea(m_views.maps, m_views.embeddings)),
      m_variants(new AblationArea(m_views.ablation, m_training->library())),
      m_sampleAreas{m_inspect, m_whatIf, m_explain, m_compare, m_dataset, m_places, m_variants},
      m_pages(new QStackedWidget),
      m_front(new QStackedWidget),
      m_import(new ImportPage(workspace)),
      m_jobBox(new JobBox(workspace, m_pages)) {
  setObjectName(QStringLiteral("studio"));
  setWindowTitle(tr("Sojourn"));
  setAcceptDrops(true);
  resize(firstSize());
  addToolBar(m_top);
  auto* host = new QWidget;
  host->setObjectName(QStringLiteral("dockHost"));
  auto* column = new QVBoxLayout(host);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  makeIntro();
  column->addWidget(m_intro);
  column->addWidget(m_banners);
  makePages();
  m_front->addWidget(m_pages);
  m_front->addWidget(m_import);
  column->addWidget(m_front, 1);
  makeImport();
  setCentralWidget(host);
  auto* bar = new QStatusBar;
  bar->setSizeGripEnabled(false);
  bar->setContentsMargins(0, 0, 0, 0);
  bar->setFixedHeight(26);
  bar->addWidget(m_status, 1);
  setStatusBar(bar);

  m_navigation = new Navigation(this, m_workspace,
                                {.workspace = [this] { return shownWorkspace(); },
                                 .showWorkspace = [this](StudioWorkspace wanted) { showWorkspace(wanted); }});
  m_top->addNavigation(m_navigation->back(), m_navigation->forward());
  m_notes = new NoteActions(this, m_workspace);
  m_notes->addButton(samples()->filter());
  connect(m_notes, &NoteActions::said, m_status, &StatusPanel::say);
  connect(samples(), &SamplesPanel::menuWanted, m_notes,
          [this](QMenu* menu, session::SampleIndex row) { m_notes->fillMenu(menu, row); });
  new GlossaryTips(this);
  m_paths = std::make_unique<session::PathClassifier>(
      m_workspace, [this](const std::vector<session::FoundPath>& found) { openFound(found); });
  makeTraining();
  makeWhatIf();
  makeFiles();
  // Now, and again when the window has its size: docks that merely stand on each other would make it taller than a
  // screen.
  for (const Page& made : m_workspaces) made.area->arrange(size());
  makeMenus();
  connect(m_top, &TopBar::searchWanted, this, &MainWindow::openPalette);
  connect(m_banners, &BannerArea::actionWanted, this, qOverload<session::BannerAction>(&MainWindow::handle));
  connect(m_status, &StatusPanel::modelWanted, this, [this] { reveal(m_inspect->dock(QStringLiteral("model"))); });
  connect(m_status, &StatusPanel::filterWanted, this, [this] {
    reveal(m_inspect->dock(QStringLiteral("samples")));
    samples()->filter()->setFocus(Qt::ShortcutFocusReason);
  });
  connect(Appearance::instance(), &Appearance::changed, this, [this, before = textFactor()]() mutable {
    const double factor = std::exchange(before, textFactor());
    if (factor != textFactor() && m_arranged) fitLayouts(factor);
    for (const Page& shown : m_workspaces) shown.area->repaintViews();
  });
  m_subscription = workspace.subscribeView([this](Changes changes) { updateFrom(changes); });
  updateFrom(Changes::all());
}

MainWindow::~MainWindow() {
  // What is on screen stops its work when it is hidden, and asks members of this window for it.
  hide();
  // Draws from what this window holds.
  delete m_report;
  delete m_gallery;
  m_subscription.reset();
  // Before what it keeps.
  delete std::exchange(m_files, nullptr);
}

void MainWindow::makePages() {
  m_workspaces = {{StudioWorkspace::Inspect, "workspaceInspect", tr("&Inspect"), tr("Ctrl+1"), m_inspect},
                  {StudioWorkspace::WhatIf, "workspaceWhatIf", tr("&What if"), tr("Ctrl+2"), m_whatIf},
                  {StudioWorkspace::Explain, "workspaceExplain", tr("&Explain"), tr("Ctrl+3"), m_explain},
                  {StudioWorkspace::Training, "workspaceTraining", tr("T&raining"), tr("Ctrl+4"), m_training},
                  {StudioWorkspace::Compare, "workspaceCompare", tr("&Compare"), tr("Ctrl+5"), m_compare},
                  {StudioWorkspace::Dataset, "workspaceDataset", tr("&Dataset"), tr("Ctrl+6"), m_dataset},
                  {StudioWorkspace::Places, "workspacePlaces", tr("&Places"), tr("Ctrl+7"), m_places},
                  {StudioWorkspace::Ablation, "workspaceAblation", tr("&Ablation"), tr("Ctrl+8"), m_variants}};
  for (const Page& made : m_workspaces) {
    m_pages->addWidget(made.area);
    for (ViewDock* dock : made.area->docks()) connectDock(dock);
  }
  for (SampleArea* area : m_sampleAreas) {
    connect(area, &SampleArea::actionRequested, this, qOverload<const present::Action&>(&MainWindow::handle));
    connect(area, &SampleArea::said, m_status, &StatusPanel::preview);
    connect(area, &SampleArea::viewMenuWanted, this,
            [this](const QString& id, QMenu* menu, const present::HitArea* hit) { fillViewMenu(menu, id, hit); });
  }
  // Only the shown page asks for room: the largest of all would make the window higher than a small screen.
  const auto leaveRoom = [this] {
    for (const Page& made : m_workspaces) {
      const auto policy = made.area == m_pages->currentWidget() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
      made.area->setSizePolicy(policy, policy);
    }
  };
  connect(m_pages, &QStackedWidget::currentChanged, this, leaveRoom);
  leaveRoom();
}

const MainWindow::Page& MainWindow::shownPage() const {
  return *std::ranges::find(m_workspaces, m_pages->currentWidget(), &Page::area);
}

MainWindow::Page& MainWindow::page(StudioWorkspace workspace) {
  return *std::ranges::find(m_workspaces, workspace, &Page::kind);
}

DockArea* MainWindow::docks() const {
  return shownPage().area;
}

HelpPanel* MainWindow::help() const {
  return docks()->help();
}

SamplesPanel* MainWindow::samples() const {
  return m_inspect->samples();
}

SceneView* MainWindow::view(const QString& id) const {
  for (const Page& made : m_workspaces) {
    if (SceneView* found = made.area->view(id)) return found;
  }
  return nullptr;
}

ViewDock* MainWindow::dockOf(const QString& id) const {
  if (ViewDock* shown = docks()->dock(id)) return shown;
  for (const Page& made : m_workspaces) {
    if (ViewDock* found = made.area->dock(id)) return found;
  }
  return nullptr;
}

void MainWindow::reveal(ViewDock* dock) {
  const auto home =
      std::ranges::find_if(m_workspaces, [&](const Page& one) { return one.area->docks().contains(dock); });
  showWorkspace(home->kind);
  dock->reveal();
}

void MainWindow::updateFrom(Changes changes) {
  m_views.updateFrom(changes);
  m_top->updateFrom(changes);
  m_status->updateFrom(changes);
  m_banners->updateFrom(changes);
  m_jobBox->updateFrom(changes);
  for (SampleArea* area : m_sampleAreas) area->updateFrom(changes);
  if (changes.hasAny({Change::Dataset, Change::Model, Change::Settings})) {
    fillRecent();
    fillSplits();
    fillHeads();
  }
  if (changes.hasAny({Change::Device, Change::Settings})) fillDevices();
  if (changes.hasAny({Change::Dataset, Change::Time, Change::Names})) fillTimes();
  if (changes.hasAny({Change::History, Change::Selection, Change::Sample})) updateEdits();
  if (changes.has(Change::Settings)) themeChosen();
  if (changes.hasAny({Change::Names, Change::Time, Change::Settings})) m_training->replay()->updateNames();
  if (changes.hasAny({Change::Dataset, Change::Model}) && m_best.endsWith(m_workspace.checkpointPath())) showFollowed();
  if (changes.has(Change::Jobs)) openFollowedBest();
  if (changes.hasAny({Change::Dataset, Change::Model, Change::Sample, Change::Filter})) m_navigation->record();
  if (changes.hasAny({Change::Comparison, Change::Study})) m_files->workspaceAutosave().touch();
  m_files->updateFrom(changes);
  m_notes->updateFrom(changes);
  action("pseudonyms")->setChecked(!m_workspace.pseudonyms().empty());
  updateReport();
}

void MainWindow::makeIntro() {
  m_intro = new IntroStrip;
  m_intro->setVisible(m_options.introduce && !m_workspace.settings().introduced);
  connect(m_intro, &IntroStrip::linkActivated, this, &MainWindow::openIntroLink);
  connect(m_intro, &IntroStrip::dismissed, this, [this] {
    m_intro->hide();
    m_workspace.setIntroduced(true);
  });
}

void MainWindow::openIntroLink(const QString& target) {
  if (target == QLatin1String("samples")) return reveal(m_inspect->dock(target));
  if (target == QLatin1String("openDataset")) return askDatasetFolder();
  if (const auto workspace = studioWorkspaceNamed(target.toStdString())) showWorkspace(*workspace);
}

void MainWindow::repaint(const QStringList& views) {
  for (SampleArea* area : m_sampleAreas) area->repaint(views);
}

void MainWindow::themeChosen() {
  const auto wanted = static_cast<AppearanceMode>(m_workspace.settings().theme);
  Appearance& appearance = *Appearance::instance();
  if (appearance.mode() != wanted) appearance.setMode(wanted);
  appearance.setTextSize(m_workspace.settings().textPercent / 100.0);
}

void MainWindow::handle(const present::Action& action) {
  // Of the views whose options a workspace keeps.
  const auto keep = [this](auto& views, const auto& one) {
    views.handle(one);
    m_files->workspaceAutosave().touch();
  };
  std::visit(
      present::Overloaded{[this](const present::WindowAction& one) { handle(one); },
                          [&](const present::SampleAction& one) { keep(m_views.inspect, one); },
                          [this](const present::ExplainAction& one) { m_views.explain.handle(one); },
                          [&](const present::CompareAction& one) { keep(m_views.compare, one); },
                          [this](const present::DatasetAction& one) { m_views.dataset.handle(one); },
                          [this](const present::StudyAction& one) { m_views.ablation.handle(one); },
                          [this](const present::PlacesAction& one) { m_views.maps.handle(one); },
                          [this](const present::EmbeddingAction& one) { m_views.embeddings.handle(one); },
                          [this](const present::ShiftAction& one) { handle(one); },
                          // Of panels that answer these themselves, and of the monitor.
                          [](const present::SearchAction&) {}, [](const present::NearestAction&) {},
                          [](const present::ImportAction&) {}, [](const present::CurveAction&) {},
                          [](const present::ReplayAction&) {}, [](const present::SelectRun&) {}, [](std::monostate) {}},
      action);
}

void MainWindow::handle(const present::WindowAction& action) {
  std::visit(present::Overloaded{[this](const present::OpenView& one) {
                                   const QString id = toText(one.id);
                                   // "attention" in What if is that workspace's own.
                                   ViewDock* here =
                                       docks()->dock(QLatin1String(shownPage().name()) + QLatin1Char('_') + id);
                                   if (ViewDock* dock = here ? here : dockOf(id)) reveal(dock);
                                 },
                                 [this](const present::OpenSample& one) { m_workspace.setRow(one.row); },
                                 [this](const present::OpenStudyRun& one) { openStudyRun(one); },
                                 [this](const present::SetSplit& one) { m_workspace.setSplit(one.split); },
                                 [this](const present::ToggleFilter& one) {
                                   session::Samples& samples = m_workspace.samples();
                                   samples.setFilterText(session::withFilterTerms(samples.filterText(), one.terms));
                                 },
                                 [this](present::WindowCommand command) { handle(command); }},
             action);
}

void MainWindow::handle(present::WindowCommand command) {
  using present::WindowCommand;
  switch (command) {
    case WindowCommand::OpenDataset:
      return askDataset();
    case WindowCommand::OpenCheckpoint:
      return askCheckpoint();
    case WindowCommand::OpenDemo:
      return m_workspace.openDemo();
    case WindowCommand::OpenRuns:
      return;  // of the Runs table, which asks itself
    case WindowCommand::OpenStudy:
      return askStudy();
    case WindowCommand::OpenStudyDataset:
      if (const auto& known = m_views.ablation.study().state()) m_workspace.openDataset(known->plan.data);
      return;
    case WindowCommand::OpenPlaces:
      return showWorkspace(StudioWorkspace::Places);
    case WindowCommand::AddModel:
      if (shownWorkspace() != StudioWorkspace::Compare) showWorkspace(StudioWorkspace::Compare);
      return m_compare->offerModels();
    case WindowCommand::AskSeeds:
      return askSeeds();
    case WindowCommand::ClearFilter:
      return m_workspace.samples().setFilterText({});
  }
}

void MainWindow::handle(session::BannerAction action) {
  switch (action) {
    case session::BannerAction::OpenDataset:
      return askDataset();
    case session::BannerAction::OpenCheckpoint:
      return askCheckpoint();
    case session::BannerAction::UseAnyway:
      return m_workspace.useRefusedCheckpoint();
    case session::BannerAction::ShowProblems:
      return showProblems();
    case session::BannerAction::UseSuggestedZone:
      return m_workspace.names().setDisplayOffsetMinutes(m_workspace.names().suggestedOffsetMinutes().value_or(0));
    case session::BannerAction::KeepRecordedTimes:
      return m_workspace.names().setDisplayOffsetMinutes(0);
    case session::BannerAction::StartProgram:
      return askProgram(m_workspace.programAsked().value_or(ProgramCommand{.command = {}}));
    case session::BannerAction::ShowProgramLog:
      return showProgramLog();
    case session::BannerAction::RestartProgram:
      return m_workspace.restartProgram();
  }
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (m_arranged) return;
  m_arranged = true;
  if (shownWorkspace() == StudioWorkspace::Inspect) view(QStringLiteral("visits"))->setFocus(Qt::OtherFocusReason);
  if (const auto& geometry = m_workspace.settings().windowGeometry; m_options.keepLayout && !geometry.empty())
    restoreGeometry(QByteArray::fromBase64(QByteArray::fromStdString(geometry)));
  arrangePage(page(shownWorkspace()));
  // Its frame has a size only after the window manager has put it on the screen.
  if (m_options.fitScreen) QMetaObject::invokeMethod(this, &MainWindow::fitScreen, Qt::QueuedConnection);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  // Closing goes on whatever happens: what cannot be kept is no reason to hold a person back.
  if (m_options.keepLayout) m_workspace.rememberWindow(saveGeometry().toBase64().toStdString());
  if (const Status saved = m_files->workspaceAutosave().flush(); !saved)
    qWarning("%s", saved.error().sentence().c_str());
  QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  openPaths(paths);
  event->acceptProposedAction();
}

}  // namespace sojourn::qt
