// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the studio's window, and the command palette that is made from them.
#include <QAction>
#include <QActionGroup>
#include <QLineEdit>
#include <QMenuBar>
#include <QStackedWidget>
#include <QWhatsThis>
#include <cmath>
#include <set>
#include <tuple>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "views/qt/compare/compare_area.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/files/workspace_files.h"
#include "views/qt/import/import_page.h"
#include "views/qt/inspect/inspect_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/samples/note_actions.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/shell/banner_area.h"
#include "views/qt/shell/command_palette.h"
#include "views/qt/shell/navigation.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/shell/top_bar.h"
#include "views/qt/training/training_area.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::qt {
namespace {

void setCheckable(QAction* action, bool checked) {
  action->setCheckable(true);
  action->setChecked(checked);
}

/// One of several, which has a tick while it is the chosen one.
void addChoice(QMenu* menu, const QString& text, bool chosen, const std::function<void()>& choose) {
  setCheckable(menu->addAction(text, menu, choose), chosen);
}

/// Puts the keyboard into a filter line, over what it holds.
void focusFilter(QLineEdit* filter) {
  filter->setFocus(Qt::ShortcutFocusReason);
  filter->selectAll();
}

}  // namespace

QAction* MainWindow::add(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys,
                         std::function<void()> run) {
  QAction* made = menu->addAction(text);
  made->setObjectName(QLatin1String(name));
  made->setShortcut(keys);
  made->setShortcutVisibleInContextMenu(true);
  connect(made, &QAction::triggered, this, std::move(run));
  return made;
}

QString MainWindow::currentView() const {
  if (const ViewDock* dock = docks()->current()) return dock->id();
  if (shownWorkspace() == StudioWorkspace::Training) return QStringLiteral("runs");
  const auto& all = docks()->docks();
  return (*std::ranges::find_if(all, [&](const ViewDock* dock) { return docks()->view(dock->id()) != nullptr; }))->id();
}

void MainWindow::makeMenus() {
  menuBar()->setFixedHeight(26);
  // Its own: until the program runs, Qt hands no other font of the application on to widgets that are there.
  menuBar()->setFont(toFont({.size = 12.5F}));
  makeFileMenu();
  makeEditMenu();
  makeViewMenu();
  makeModelMenu();
  makeTrainingMenu();
  makeWindowMenu();
  makeHelpMenu();
  // Both tool bar menus are made when they open: they hold what the menu bar holds.
  auto* ofDataset = new QMenu(this);
  m_top->setDatasetMenu(ofDataset);
  connect(ofDataset, &QMenu::aboutToShow, this, [this, ofDataset] {
    ofDataset->clear();
    ofDataset->addActions(m_splits->actions());
    ofDataset->addSeparator();
    ofDataset->addActions(
        {action("openDataset"), action("openDatasetFile"), m_recentDatasets->menuAction(), action("openDemo")});
  });
  auto* ofCheckpoint = new QMenu(this);
  m_top->setCheckpointMenu(ofCheckpoint);
  connect(ofCheckpoint, &QMenu::aboutToShow, this, [this, ofCheckpoint] {
    ofCheckpoint->clear();
    ofCheckpoint->addActions({action("openCheckpoint"), m_recentCheckpoints->menuAction(), action("openProgram"),
                              m_recentPrograms->menuAction()});
    ofCheckpoint->addSeparator();
    ofCheckpoint->addActions({m_heads->menuAction(), action("showModel"), action("showProblems")});
  });
}

void MainWindow::makeFileMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  m_files->fillMenu(menu);
  menu->addSeparator();
  add(menu, "openDataset", tr("Open &dataset folder…"), QKeySequence::Open, [this] { askDatasetFolder(); });
  add(menu, "openDatasetFile", tr("Open dataset &file…"), tr("Ctrl+Alt+O"), [this] { askDataset(); });
  add(menu, "openCheckpoint", tr("Open &checkpoint…"), tr("Ctrl+Shift+O"), [this] { askCheckpoint(); });
  m_recentDatasets = menu->addMenu(tr("Recent datasets"));
  m_recentCheckpoints = menu->addMenu(tr("Recent checkpoints"));
  add(menu, "openDemo", tr("Open the d&emo city"), {}, [this] { m_workspace.openDemo(); });
  menu->addSeparator();
  add(menu, "importData", tr("&Import tracks, visits or check-ins…"), tr("Ctrl+I"), [this] { showImport(); });
  add(menu, "importAgain", tr("Import the open dataset's input a&gain…"), {}, [this] { importAgain(); });
  add(menu, "importLabels", tr("Import &labels…"), {}, [this] { askLabels(); });
  menu->addSeparator();
  add(menu, "exportView", tr("E&xport this view…"), tr("Ctrl+E"), [this] { askExport(currentView()); });
  add(menu, "exportAll", tr("Export &all views…"), tr("Ctrl+Shift+E"), [this] { askExportAll(); });
  QAction* pseudonyms = add(menu, "pseudonyms", tr("&Pseudonyms for users and places"), {},
                            [this] { m_workspace.setPseudonymsShown(m_workspace.pseudonyms().empty()); });
  setCheckable(pseudonyms, !m_workspace.pseudonyms().empty());
  pseudonyms->setToolTip(tr("What exports, reports and links show, and the window too"));
  add(menu, "report", tr("&Report…"), tr("Ctrl+R"), [this] { askReport(); });
  menu->addSeparator();
  add(menu, "quit", tr("&Quit"), tr("Ctrl+Q"), [this] { close(); });
}

void MainWindow::makeEditMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Edit"));
  menu->addActions({action("undo"), action("redo")});
  menu->addSeparator();
  menu->addActions({action("removeVisits"), action("duplicateVisits"), action("insertVisit"), action("replacePlace")});
  QMenu* visit = menu->addMenu(tr("&Visits and time"));
  for (QAction* made : std::as_const(m_editActions)) {
    if (!menu->actions().contains(made)) visit->addAction(made);
  }
  menu->addSeparator();
  add(menu, "nextSample", tr("&Next sample"), Qt::Key_PageDown, [this] { m_workspace.stepSample(1); });
  add(menu, "previousSample", tr("&Previous sample"), Qt::Key_PageUp, [this] { m_workspace.stepSample(-1); });
  add(menu, "nextVisit", tr("Next &visit"), tr("Ctrl+PgDown"), [this] { m_workspace.selection().moveVisit(1); });
  add(menu, "previousVisit", tr("Previous v&isit"), tr("Ctrl+PgUp"), [this] { m_workspace.selection().moveVisit(-1); });
  add(menu, "clearSelection", tr("&Clear selection"), tr("Ctrl+Shift+D"), [this] { m_workspace.selection().clear(); });
  menu->addSeparator();
  add(menu, "filter", tr("&Filter samples or runs"), QKeySequence::Find, [this] {
    if (shownWorkspace() == StudioWorkspace::Training) {
      m_training->dock(QStringLiteral("runs"))->reveal();
      return focusFilter(m_training->runs()->filter());
    }
    reveal(m_inspect->dock(QStringLiteral("samples")));
    focusFilter(samples()->filter());
  });
  menu->addActions({m_notes->bookmark(), m_notes->note()});
  menu->addMenu(m_notes->filters());
  add(menu, "nameUser", tr("Name this &user…"), {}, [this] { askUserName(); });
  add(menu, "copyLink", tr("Copy &link to this view"), tr("Ctrl+Shift+C"), [this] { copyLink(); });
  menu->addSeparator();
  add(menu, "palette", tr("Find view or c&ommand…"), tr("Ctrl+K"), [this] { openPalette(); });
}

void MainWindow::makeViewMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  auto* workspaces = new QActionGroup(this);
  for (const Page& made : m_workspaces) {
    QAction* shown =
        add(menu, made.actionName, made.title, made.keys, [this, wanted = made.kind] { showWorkspace(wanted); });
    setCheckable(shown, made.kind == StudioWorkspace::Inspect);
    workspaces->addAction(shown);
    m_top->addWorkspace(shown);
  }
  menu->addSeparator();
  menu->addActions({m_navigation->back(), m_navigation->forward()});
  menu->addSeparator();
  add(menu, "showTable", tr("Show as &table"), tr("Ctrl+T"), [this] { showTable(currentView()); });
  menu->addSeparator();
  QMenu* appearance = menu->addMenu(tr("&Appearance"));
  auto* modes = new QActionGroup(this);
  const std::initializer_list<std::tuple<const char*, QString, session::ThemeChoice>> choices{
      {"themeSystem", tr("&System"), session::ThemeChoice::System},
      {"themeLight", tr("&Light"), session::ThemeChoice::Light},
      {"themeDark", tr("&Dark"), session::ThemeChoice::Dark}};
  for (const auto& [name, title, choice] : choices) {
    QAction* mode = add(appearance, name, title, {}, [this, theme = choice] { m_workspace.setTheme(theme); });
    setCheckable(mode, m_workspace.settings().theme == choice);
    modes->addAction(mode);
  }
  QMenu* size = menu->addMenu(tr("Text si&ze"));
  const auto setPercent = [this](std::int32_t percent) {
    m_workspace.setTextPercent(percent);
    m_status->say(tr("Text at %1 %").arg(percent));
  };
  const auto resize = [this, setPercent](double by) {
    const double wanted = Appearance::allowedTextSize(m_workspace.settings().textPercent / 100.0 + by);
    setPercent(static_cast<std::int32_t>(std::lround(100 * wanted)));
  };
  QAction* larger = add(size, "largerText", tr("&Larger"), {}, [resize] { resize(Appearance::textSizeStep); });
  larger->setShortcuts({QKeySequence(tr("Ctrl++")), QKeySequence(tr("Ctrl+="))});
  QAction* smaller =
      add(size, "smallerText", tr("&Smaller"), tr("Ctrl+-"), [resize] { resize(-Appearance::textSizeStep); });
  // A key that is held down comes faster than the window follows.
  for (QAction* step : {larger, smaller}) step->setAutoRepeat(false);
  add(size, "normalText", tr("&Normal"), tr("Ctrl+0"), [setPercent] { setPercent(100); });
  m_times = menu->addMenu(tr("&Times shown"));
  QAction* proposals = add(menu, "proposals", tr("Propose &Home and Work"), {}, [this] {
    m_workspace.names().setProposalsShown(!m_workspace.names().naming().proposalsShown());
  });
  setCheckable(proposals, m_workspace.settings().proposalsShown);
  add(menu, "confirmProposals", tr("Confirm all proposed &names"), {},
      [this] { m_workspace.names().confirmAllProposals(); });
  menu->addSeparator();
  QAction* full = add(menu, "fullScreen", tr("&Full screen"), Qt::Key_F11,
                      [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  full->setCheckable(true);
}

void MainWindow::makeModelMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Model"));
  add(menu, "showModel", tr("Show the &architecture"), tr("Ctrl+M"),
      [this] { reveal(m_inspect->dock(QStringLiteral("model"))); });
  m_splits = menu->addMenu(tr("&Split"));
  m_heads = menu->addMenu(tr("Number of &heads"));
  m_devices = menu->addMenu(tr("De&vice"));
  menu->addSeparator();
  add(menu, "openProgram", tr("&Open model program…"), {}, [this] {
    const auto& asked = m_workspace.programAsked();
    askProgram(asked ? *asked : m_workspace.program().value_or(ProgramCommand{.command = {}}));
  });
  m_recentPrograms = menu->addMenu(tr("Recent model programs"));
  add(menu, "restartProgram", tr("Res&tart the model program"), {}, [this] { m_workspace.restartProgram(); });
  menu->addSeparator();
  add(menu, "showProblems", tr("&Problems and load report…"), {}, [this] { showProblems(); });
  add(menu, "compareSeeds", tr("Compare &seeds…"), {}, [this] { askSeeds(); });
  add(menu, "addComparedModel", tr("Compare with another &model…"), {}, [this] {
    showWorkspace(StudioWorkspace::Compare);
    m_compare->offerModels();
  });
  add(menu, "swapCompared", tr("S&wap the compared models"), tr("Ctrl+Shift+X"),
      [this] { m_views.compare.comparisons().swapPair(); });
  add(menu, "testRandomization", tr("Run parameter &randomization test"), {}, [this] {
    reveal(m_explain->dock(QStringLiteral("stability")));
    m_views.explain.rankStability().testParameterRandomization();
  });
  menu->addSeparator();
  add(menu, "resumePass", tr("&Evaluate the rest of the split"), {}, [this] { m_workspace.samples().resumePass(); });
}

void MainWindow::makeHelpMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  add(menu, "helpView", tr("Help on this &view"), Qt::Key_F1, [this] {
    if (m_front->currentWidget() == m_import) return m_import->showHelp();
    showHelp(currentView());
  });
  add(menu, "helpIndex", tr("&Contents"), {}, [this] { showHelp(QStringLiteral("index")); });
  add(menu, "shortcuts", tr("&Keyboard shortcuts…"), {}, [this] { showShortcuts(); });
  add(menu, "glossary", tr("&Glossary"), {}, [this] { showHelp(QStringLiteral("glossary")); });
  add(menu, "whatsThis", tr("&What’s this?"), tr("Shift+F1"), [] { QWhatsThis::enterWhatsThisMode(); });
  add(menu, "introduction", tr("&Introduction"), {}, [this] { m_intro->show(); });
  menu->addSeparator();
  add(menu, "about", tr("&About Sojourn…"), {}, [this] { showAbout(); });
}

void MainWindow::fillRecent() {
  const auto fill = [this](QMenu* menu, const std::vector<std::string>& paths, auto open) {
    menu->clear();
    for (const std::string& path : paths)
      menu->addAction(menuText(path), this, [this, open, path] { (m_workspace.*open)(path); });
    menu->menuAction()->setEnabled(!paths.empty());
  };
  fill(m_recentDatasets, m_workspace.settings().recentDatasets, &session::Workspace::openDataset);
  fill(m_recentCheckpoints, m_workspace.settings().recentCheckpoints, &session::Workspace::openCheckpoint);
  m_recentPrograms->clear();
  for (const auto& [name, program] : m_workspace.settings().recentPrograms)
    m_recentPrograms->addAction(menuText(program.command), this, [this, program = program] { askProgram(program); });
  m_recentPrograms->menuAction()->setEnabled(!m_recentPrograms->isEmpty());
}

void MainWindow::fillSplits() {
  m_splits->clear();
  const auto& dataset = m_workspace.dataset();
  for (const Split split : allSplits) {
    const SequenceSet* sequences = dataset ? dataset->split(split) : nullptr;
    if (!sequences) continue;
    const QString size = toText(groupThousands(static_cast<long long>(sequences->size())));
    addChoice(m_splits, tr("%1, %2 sequences").arg(QLatin1String(splitName(split)), size), split == m_workspace.split(),
              [this, split] { m_workspace.setSplit(split); });
  }
  m_splits->menuAction()->setEnabled(!m_splits->isEmpty());
}

void MainWindow::fillHeads() {
  m_heads->clear();
  const ModelDescription* model = m_workspace.model();
  const std::int64_t most =
      model && model->capabilities.attentionMaps ? std::min<std::int64_t>(model->sizes.width, 64) : 0;
  for (std::int64_t heads = 1; heads <= most; ++heads) {
    if (model->sizes.width % heads != 0) continue;
    addChoice(m_heads, QString::number(heads), heads == model->sizes.heads,
              [this, heads] { m_workspace.setHeads(static_cast<int>(heads)); });
  }
  m_heads->menuAction()->setEnabled(!m_heads->isEmpty());
}

void MainWindow::fillDevices() {
  m_devices->clear();
  const Device chosen = m_workspace.device();
  const auto offer = [&](const QString& text, const Device& device) {
    addChoice(m_devices, text, device == chosen, [this, device] { m_workspace.setDevice(device); });
  };
  offer(tr("Automatic: the faster, as measured"), Device::Auto);
  offer(tr("CPU"), Device::Cpu);
  for (const Gpu& gpu : m_workspace.gpus()) {
    const QString name = toText(escapeForDisplay(gpu.name, 60));
    const QString memory = toText(humanBytes(static_cast<unsigned long long>(gpu.memoryBytes)));
    offer(gpu.memoryBytes > 0 ? tr("GPU %1: %2, %3").arg(gpu.index).arg(name, memory)
                              : tr("GPU %1: %2").arg(gpu.index).arg(name),
          {.kind = Device::Kind::Cuda, .index = gpu.index});
  }
  if (m_workspace.gpus().empty()) m_devices->addAction(tr("No GPU with a CUDA driver found"))->setEnabled(false);
}

void MainWindow::fillTimes() {
  m_times->clear();
  const auto offer = [this](int minutes, const QString& note) {
    addChoice(m_times, (minutes == 0 ? tr("As recorded") : toText(offsetText(minutes) + " h")) + note,
              minutes == m_workspace.names().displayOffsetMinutes(),
              [this, minutes] { m_workspace.names().setDisplayOffsetMinutes(minutes); });
  };
  offer(0, {});
  const auto suggested = m_workspace.names().suggestedOffsetMinutes();
  if (suggested && *suggested != 0) offer(*suggested, tr(", as the places' longitude suggests"));
  m_times->addSeparator();
  for (int hours = -12; hours <= 14; ++hours) {
    if (hours != 0 && hours * 60 != suggested) offer(hours * 60, {});
  }
}

void MainWindow::openPalette() {
  std::vector<PaletteEntry> entries;
  // Of two views of one name the one on the screen stands first.
  std::vector<const Page*> pages{&shownPage()};
  for (const Page& made : m_workspaces)
    if (&made != pages.front()) pages.push_back(&made);
  for (const Page* one : pages) {
    const Page& made = *one;
    for (ViewDock* dock : made.area->docks()) {
      // Help is in all.
      if (made.area != docks() && dock->id() == QLatin1String("help")) continue;
      entries.push_back({.title = dock->windowTitle(),
                         .kind = tr("View of %1").arg(QString(made.title).remove(QLatin1Char('&'))),
                         .shortcut = dock->revealAction()->shortcut().toString(QKeySequence::NativeText),
                         .run = [this, dock] { reveal(dock); }});
    }
  }
  for (QAction* made : findChildren<QAction*>()) {
    const QString title = made->text().remove(QLatin1Char('&'));
    if (made->objectName().isEmpty() || made->menu() || title.isEmpty() || !made->isEnabled() ||
        made->objectName() == QLatin1String("palette"))
      continue;
    entries.push_back({.title = title,
                       .kind = tr("Command"),
                       .shortcut = made->shortcut().toString(QKeySequence::NativeText),
                       .run = [made] { made->trigger(); }});
  }
  if (const Sequence* sequence = m_workspace.sequence()) {
    std::set<LocationId> places;
    for (const Visit& visit : sequence->visits) places.insert(visit.location);
    for (const LocationId place : places) {
      entries.push_back({.title = toText(m_workspace.names().ofSample().name(place)),
                         .kind = tr("Place of this sample"),
                         .shortcut = {},
                         .run = [this, place] {
                           m_workspace.selection().select({.visit = {}, .query = {}, .location = place, .head = {}});
                         }});
    }
  }
  const auto special = [this](const QString& typed) {
    std::vector<PaletteEntry> made;
    const QString digits = typed.section(QLatin1Char(' '), -1);
    bool isNumber = false;
    const qulonglong row = digits.toULongLong(&isNumber);
    const bool asked = typed.startsWith(QLatin1String("sample "), Qt::CaseInsensitive) || typed == digits;
    if (isNumber && asked && row < m_workspace.samples().table().size()) {
      made.push_back({.title = tr("Sample %1").arg(row), .kind = tr("Go to"), .shortcut = {}, .run = [this, row] {
                        m_workspace.setRow(row);
                      }});
    }
    return made;
  };
  auto* palette = new CommandPalette(std::move(entries), special, this);
  palette->move(mapToGlobal(QPoint(std::max(0, width() - palette->width() - 12), 66)));
  palette->show();
}

}  // namespace sojourn::qt
