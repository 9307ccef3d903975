// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QUrl>
#include <QVBoxLayout>

#include "views/qt/appearance.h"
#include "views/qt/banner_area.h"
#include "views/qt/dock_area.h"
#include "views/qt/filter_edit.h"
#include "views/qt/help_panel.h"
#include "views/qt/icons.h"
#include "views/qt/inspect_layout.h"
#include "views/qt/job_box.h"
#include "views/qt/replay_panel.h"
#include "views/qt/runs_panel.h"
#include "views/qt/samples_model.h"
#include "views/qt/samples_panel.h"
#include "views/qt/samples_table_view.h"
#include "views/qt/status_panel.h"
#include "views/qt/table_dialog.h"
#include "views/qt/text.h"
#include "views/qt/top_bar.h"
#include "views/qt/training_area.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

namespace {

/// Below this a new picture is simply awaited.
constexpr int waitingMilliseconds = 200;
const std::string inspectLayout = "inspect";
const std::string trainingLayout = "training";
const std::string trainingView = "training_view";
const std::string shownLayout = "shown";
const std::string windowGeometry = "window";

std::string encoded(const QByteArray& bytes) {
  return bytes.toBase64().toStdString();
}
QByteArray decoded(const std::string& text) {
  return QByteArray::fromBase64(QByteArray::fromStdString(text));
}

}  // namespace

MainWindow::MainWindow(session::Workspace& workspace, WindowOptions options, QWidget* parent)
    : QMainWindow(parent),
      m_workspace(workspace),
      m_options(options),
      m_state(workspace),
      m_top(new TopBar(workspace)),
      m_status(new StatusPanel(workspace, options.threads)),
      m_banners(new BannerArea(workspace)),
      m_area(new DockArea(arrangeInspect)),
      m_training(new TrainingArea(workspace)),
      m_pages(new QStackedWidget),
      m_samples(new SamplesPanel(workspace)),
      m_help(new HelpPanel),
      m_jobBox(new JobBox(workspace, m_area)) {
  setObjectName(QStringLiteral("studio"));
  setWindowTitle(tr("Sojourn"));
  setAcceptDrops(true);
  resize(QSize(1600, 1000).boundedTo(screen()->availableSize()));
  addToolBar(m_top);
  auto* host = new QWidget;
  host->setObjectName(QStringLiteral("dockHost"));
  auto* column = new QVBoxLayout(host);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_banners);
  m_pages->addWidget(m_area);
  m_pages->addWidget(m_training);
  column->addWidget(m_pages, 1);
  setCentralWidget(host);
  auto* bar = new QStatusBar;
  bar->setSizeGripEnabled(false);
  bar->setContentsMargins(0, 0, 0, 0);
  bar->setFixedHeight(26);
  bar->addWidget(m_status, 1);
  setStatusBar(bar);

  makeDocks();
  makeTraining();
  // Now, and again when the window has its size: docks that merely stand on each other would make it taller than a
  // screen.
  m_area->arrange(size());
  m_training->arrange(size());
  makeMenus();
  m_waiting.setSingleShot(true);
  m_waiting.setInterval(waitingMilliseconds);
  connect(&m_waiting, &QTimer::timeout, this, [this] {
    const bool late = m_workspace.inspectionOutdated() && m_workspace.inspection() && !m_workspace.inspectionError();
    for (SceneView* shown : std::as_const(m_views)) shown->setWaiting(late);
    for (const ViewEntry& entry : m_state.views()) m_area->dock(entry.id)->bar()->setWaiting(late);
  });
  connect(m_top, &TopBar::searchWanted, this, &MainWindow::openPalette);
  connect(m_banners, &BannerArea::actionWanted, this, qOverload<session::BannerAction>(&MainWindow::carryOut));
  connect(m_status, &StatusPanel::modelWanted, this, [this] { reveal(m_area->dock(QStringLiteral("model"))); });
  connect(m_samples, &SamplesPanel::said, m_status, &StatusPanel::preview);
  connect(Appearance::instance(), &Appearance::changed, this, [this] {
    for (SceneView* shown : std::as_const(m_views)) shown->refresh();
    m_training->repaintViews();
  });
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
  follow(Changes::all());
}

MainWindow::~MainWindow() {
  m_subscription.reset();
}

void MainWindow::makeDocks() {
  auto* samples = new ViewDock(QStringLiteral("samples"), tr("Samples"), m_samples, {240, 160});
  m_area->add(samples);
  connect(samples->bar(), &DockTitleBar::tableWanted, this, [this] { showTable(QStringLiteral("samples")); });
  connect(samples->bar(), &DockTitleBar::exportWanted, this, [this] { askExport(QStringLiteral("samples")); });
  for (const ViewEntry& entry : m_state.views()) {
    auto* shown = new SceneView(entry.title, [&entry](present::Size size) {
      return entry.present({.size = size, .theme = Appearance::theme(), .text = measurer()});
    });
    m_views.insert(entry.id, shown);
    auto* dock = new ViewDock(entry.id, entry.title, shown, entry.minimum);
    m_area->add(dock);
    const QString id = entry.id;
    connect(shown, &SceneView::hovered, this, [this](const Focus& focus) { m_workspace.hover(focus); });
    connect(shown, &SceneView::locked, this,
            [this](const Focus& focus, bool more) { m_workspace.select(focus, more); });
    connect(shown, &SceneView::cleared, this, [this] { m_workspace.clearSelection(); });
    connect(shown, &SceneView::visitStepped, this, [this](int by) { m_workspace.moveVisit(by); });
    connect(shown, &SceneView::acted, this, qOverload<const present::Action&>(&MainWindow::carryOut));
    connect(shown, &SceneView::said, m_status, &StatusPanel::preview);
    connect(shown, &SceneView::pictureChanged, this, [this, id] { updateCaptions(id); });
    connect(shown, &SceneView::menuWanted, this,
            [this, id](QMenu* menu, const present::HitArea* area) { fillViewMenu(menu, id, area); });
    connect(dock->bar(), &DockTitleBar::tableWanted, this, [this, id] { showTable(id); });
    connect(dock->bar(), &DockTitleBar::exportWanted, this, [this, id] { askExport(id); });
  }
  auto* help = new ViewDock(QStringLiteral("help"), tr("Help"), m_help, {260, 160}, false, false);
  m_area->add(help);
  for (ViewDock* dock : m_area->docks()) connectDock(dock);
}

void MainWindow::connectDock(ViewDock* dock) {
  connect(dock->bar(), &DockTitleBar::menuWanted, this, [this, id = dock->id()](QPoint at) {
    QMenu menu(this);
    fillViewMenu(&menu, id, nullptr);
    menu.exec(at);
  });
  // The dock has shown itself already; its workspace may be the other one.
  connect(dock->revealAction(), &QAction::triggered, this, [this, dock] { reveal(dock); });
}

DockArea* MainWindow::docks() const {
  return shownWorkspace() == StudioWorkspace::Training ? m_training : m_area;
}

HelpPanel* MainWindow::help() const {
  return shownWorkspace() == StudioWorkspace::Training ? m_training->help() : m_help;
}

SceneView* MainWindow::view(const QString& id) const {
  if (id == QLatin1String("training_curves")) return m_training->curves();
  const ReplayPanel* replay = m_training->replay();
  if (SceneView* part = replay->view(id == QLatin1String("learning_replay") ? replay->currentId() : id)) return part;
  return m_views.value(id);
}

ViewDock* MainWindow::dockOf(const QString& id) const {
  if (ViewDock* shown = docks()->dock(id)) return shown;
  if (ViewDock* inspect = m_area->dock(id)) return inspect;
  return m_training->dock(id);
}

void MainWindow::reveal(ViewDock* dock) {
  const bool training = m_training->docks().contains(dock);
  showWorkspace(training ? StudioWorkspace::Training : StudioWorkspace::Inspect);
  dock->reveal();
}

void MainWindow::follow(Changes changes) {
  m_state.follow(changes);
  m_top->follow(changes);
  m_status->follow(changes);
  m_banners->follow(changes);
  m_jobBox->follow(changes);
  m_samples->follow(changes);
  refreshViews(changes);
  m_area->dock(QStringLiteral("samples"))->bar()->setCaption(m_samples->caption(), {});
  if (changes.hasAny({Change::Inspection, Change::Sample, Change::Model})) followWaiting();
  if (changes.hasAny({Change::Dataset, Change::Model, Change::Settings})) {
    fillRecent();
    fillSplits();
    fillHeads();
  }
  if (changes.hasAny({Change::Dataset, Change::Time, Change::Names})) fillTimes();
  if (changes.has(Change::Settings)) themeChosen();
  if (changes.hasAny({Change::Names, Change::Time, Change::Settings})) m_training->replay()->followNames();
  if (changes.hasAny({Change::Dataset, Change::Model}) && m_best.endsWith(m_workspace.checkpointPath())) showFollowed();
  if (changes.has(Change::Jobs)) openFollowedBest();
  if (changes.has(Change::Dataset)) {
    const auto& dataset = m_workspace.dataset();
    setWindowTitle(dataset ? QStringLiteral("%1 · Sojourn").arg(toText(dataset->title)) : tr("Sojourn"));
  }
}

void MainWindow::refreshViews(Changes changes) {
  changes |= std::exchange(m_postponed, {});
  // The answer to a new sample comes within a frame or two: until then the old pictures stay, and are not made twice.
  const bool coming = m_workspace.inspection() && m_workspace.inspectionOutdated() && !m_workspace.inspectionError();
  if (coming && changes.has(Change::Sample)) {
    m_postponed = changes;
    return;
  }
  for (const ViewEntry& entry : m_state.views()) {
    if (changes.hasAny(entry.dependsOn)) m_views[entry.id]->refresh();
  }
}

void MainWindow::followWaiting() {
  if (m_workspace.inspectionOutdated() && m_workspace.inspection() && !m_workspace.inspectionError()) {
    if (!m_waiting.isActive()) m_waiting.start();
    return;
  }
  m_waiting.stop();
  for (SceneView* shown : std::as_const(m_views)) shown->setWaiting(false);
  for (const ViewEntry& entry : m_state.views()) m_area->dock(entry.id)->bar()->setWaiting(false);
}

void MainWindow::updateCaptions(const QString& id) {
  const present::Scene* scene = m_views[id]->scene();
  m_area->dock(id)->bar()->setCaption(scene ? toText(scene->caption) : QString(),
                                      scene ? toText(scene->captionRight) : QString());
}

void MainWindow::themeChosen() {
  const auto wanted = static_cast<AppearanceMode>(m_workspace.settings().theme);
  if (Appearance::instance()->mode() != wanted) Appearance::instance()->setMode(wanted);
}

void MainWindow::carryOut(const present::Action& action) {
  if (m_state.act(action)) {
    for (SceneView* shown : std::as_const(m_views)) shown->refresh();
  } else if (action.id == "openView") {
    if (ViewDock* dock = m_area->dock(toText(action.argument))) reveal(dock);
  } else if (action.id == "openSample") {
    m_workspace.setRow(toText(action.argument).toULongLong());
  } else if (action.id == "openDataset") {
    askDataset();
  } else if (action.id == "openCheckpoint") {
    askCheckpoint();
  } else if (action.id == "openDemo") {
    m_workspace.openDemo();
  } else if (action.id == "resumePass") {
    m_workspace.resumePass();
  }
}

void MainWindow::carryOut(session::BannerAction action) {
  switch (action) {
    case session::BannerAction::OpenDataset:
      askDataset();
      break;
    case session::BannerAction::OpenCheckpoint:
      askCheckpoint();
      break;
    case session::BannerAction::UseAnyway:
      m_workspace.useRefusedCheckpoint();
      break;
    case session::BannerAction::ShowProblems:
      showProblems();
      break;
  }
}

void MainWindow::fillViewMenu(QMenu* menu, const QString& id, const present::HitArea* area) {
  const auto copy = [menu](const QString& title, const QString& words) {
    connect(menu->addAction(title), &QAction::triggered, menu, [words] { QApplication::clipboard()->setText(words); });
  };
  if (area && !area->value.empty()) copy(tr("Copy value"), toText(area->value));
  if (area && !area->label.empty()) copy(tr("Copy row"), toText(area->label));
  const ExportItem item = exportItem(id);
  const auto* scene = std::get_if<present::Scene>(&item.picture);
  const bool hasTable = scene && !scene->table.rows.empty();
  if (hasTable) {
    copy(tr("Copy table"), tabSeparated(scene->table));
    menu->addSeparator();
    connect(menu->addAction(lineIcon(QStringLiteral("table")), tr("Show as table")), &QAction::triggered, this,
            [this, id] { showTable(id); });
  }
  if (id != QLatin1String("help")) {
    connect(menu->addAction(lineIcon(QStringLiteral("export")), tr("Export…")), &QAction::triggered, this,
            [this, id] { askExport(id); });
  }
  if (id != QLatin1String("help")) {
    connect(menu->addAction(lineIcon(QStringLiteral("copy")), tr("Copy link to this view")), &QAction::triggered, this,
            [this] { copyLink(); });
  }
  if (area && area->focus.location && *area->focus.location > unseenLocation) {
    menu->addSeparator();
    connect(menu->addAction(tr("Name this place…")), &QAction::triggered, this,
            [this, place = *area->focus.location] { askPlaceName(place); });
  }
  menu->addSeparator();
  connect(menu->addAction(lineIcon(QStringLiteral("info")), tr("Help on this view")), &QAction::triggered, this,
          [this, id] { showHelp(id); });
}

void MainWindow::showTable(const QString& id) {
  const bool compares = id == comparedRuns;
  if (compares || id == QLatin1String("runs")) {
    const RunsPanel& runs = *m_training->runs();
    auto* dialog = compares
                       ? new TableDialog(tr("Compare runs"), tr("the checked runs, figures at each one's best epoch"),
                                         runs.comparedTable(), this)
                       : new TableDialog(tr("Runs"), runs.caption(), runs.shownTable(), this);
    connect(dialog, &TableDialog::saveWanted, this, [this, id] { askExport(id); });
    dialog->show();
    return;
  }
  const ExportItem item = exportItem(id);
  const auto* scene = std::get_if<present::Scene>(&item.picture);
  if (!scene) return;
  auto* dialog = new TableDialog(item.title, toText(scene->caption), scene->table, this);
  connect(dialog, &TableDialog::saveWanted, this, [this, id] { askExport(id); });
  dialog->show();
}

void MainWindow::resetLayout() {
  docks()->arrange(size());
  for (SceneView* shown : std::as_const(m_views)) shown->refresh();
  m_training->repaintViews();
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (m_arranged) return;
  m_arranged = true;
  if (shownWorkspace() == StudioWorkspace::Inspect) view(QStringLiteral("visits"))->setFocus(Qt::OtherFocusReason);
  restoreLayouts();
}

void MainWindow::restoreLayouts() {
  const auto& layouts = m_workspace.settings().layouts;
  const auto stored = [&](const std::string& name) {
    const auto found = layouts.find(name);
    return m_options.keepLayout && found != layouts.end() ? decoded(found->second) : QByteArray();
  };
  if (const QByteArray geometry = stored(windowGeometry); !geometry.isEmpty()) restoreGeometry(geometry);
  if (const QByteArray view = stored(trainingView); !view.isEmpty() && !m_viewGiven)
    m_training->restoreView(view.toStdString());
  const QByteArray inspect = stored(inspectLayout);
  if (inspect.isEmpty() || !m_area->restore(inspect)) m_area->arrange(size());
  if (stored(shownLayout) == QByteArray(trainingLayout.c_str())) showWorkspace(StudioWorkspace::Training);
  if (shownWorkspace() == StudioWorkspace::Training) arrangeTraining();
}

/// When it is shown first: docks of an area that has never been on screen have no sizes to be shared out.
void MainWindow::arrangeTraining() {
  if (m_trainingArranged || !m_arranged) return;
  m_trainingArranged = true;
  const auto& layouts = m_workspace.settings().layouts;
  const auto found = layouts.find(trainingLayout);
  const bool stored = m_options.keepLayout && found != layouts.end();
  if (!stored || !m_training->restore(decoded(found->second))) m_training->arrange(size());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (m_options.keepLayout) {
    m_workspace.storeLayout(windowGeometry, encoded(saveGeometry()));
    m_workspace.storeLayout(inspectLayout, encoded(m_area->state()));
    if (m_trainingArranged) m_workspace.storeLayout(trainingLayout, encoded(m_training->state()));
    m_workspace.storeLayout(trainingView, encoded(QByteArray::fromStdString(m_training->viewState())));
    const bool training = shownWorkspace() == StudioWorkspace::Training;
    m_workspace.storeLayout(shownLayout, encoded(QByteArray((training ? trainingLayout : inspectLayout).c_str())));
    // Closing goes on whatever happens: settings that cannot be kept are no reason to hold a person back.
    if (const Status saved = m_workspace.saveSettings(); !saved) qWarning("%s", saved.error().sentence().c_str());
  }
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
