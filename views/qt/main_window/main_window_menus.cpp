// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the studio's window, and the command palette that is made from them.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenuBar>
#include <QWhatsThis>
#include <cmath>
#include <set>
#include <tuple>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/files/workspace_files.h"
#include "views/qt/inspect/inspect_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/samples/note_actions.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/shell/command_palette.h"
#include "views/qt/shell/intro_strip.h"
#include "views/qt/shell/navigation.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/shell/top_bar.h"
#include "views/qt/training/training_area.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"
#include "views/qt/widgets/text_size.h"

namespace sojourn::qt {
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
  makeFileMenu();
  makeEditMenu();
  makeViewMenu();
  makeModelMenu();
  makeTrainingMenu();
  makeWindowMenu();
  makeHelpMenu();
  m_datasetMenu = new QMenu(this);
  m_checkpointMenu = new QMenu(this);
  m_top->setDatasetMenu(m_datasetMenu);
  m_top->setCheckpointMenu(m_checkpointMenu);
  // Both tool bar menus are made when they open: they hold what the menu bar holds.
  connect(m_datasetMenu, &QMenu::aboutToShow, this, [this] {
    m_datasetMenu->clear();
    m_datasetMenu->addActions(m_splits->actions());
    m_datasetMenu->addSeparator();
    m_datasetMenu->addActions(
        {action("openDataset"), action("openDatasetFile"), m_recentDatasets->menuAction(), action("openDemo")});
  });
  connect(m_checkpointMenu, &QMenu::aboutToShow, this, [this] {
    m_checkpointMenu->clear();
    m_checkpointMenu->addActions({action("openCheckpoint"), m_recentCheckpoints->menuAction()});
    m_checkpointMenu->addSeparator();
    m_checkpointMenu->addActions({m_heads->menuAction(), action("showModel"), action("showProblems")});
  });
}

void MainWindow::makeFileMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  m_files->fillMenu(menu);
  menu->addSeparator();
  add(menu, "openDataset", tr("Open &dataset folder…"), QKeySequence::Open, [this] { askDatasetFolder(); });
  add(menu, "openDatasetFile", tr("Open dataset &file…"), QKeySequence(tr("Ctrl+Alt+O")), [this] { askDataset(); });
  add(menu, "openCheckpoint", tr("Open &checkpoint…"), QKeySequence(tr("Ctrl+Shift+O")), [this] { askCheckpoint(); });
  m_recentDatasets = menu->addMenu(tr("Recent datasets"));
  m_recentCheckpoints = menu->addMenu(tr("Recent checkpoints"));
  add(menu, "openDemo", tr("Open the d&emo city"), {}, [this] { m_workspace.openDemo(); });
  menu->addSeparator();
  add(menu, "importLabels", tr("Import &labels…"), {}, [this] { askLabels(); });
  menu->addSeparator();
  add(menu, "exportView", tr("E&xport this view…"), QKeySequence(tr("Ctrl+E")), [this] { askExport(currentView()); });
  add(menu, "exportAll", tr("Export &all views…"), QKeySequence(tr("Ctrl+Shift+E")), [this] { askExportAll(); });
  add(menu, "report", tr("&Report…"), QKeySequence(tr("Ctrl+R")), [this] { askReport(); });
  menu->addSeparator();
  add(menu, "quit", tr("&Quit"), QKeySequence(tr("Ctrl+Q")), [this] { close(); });
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
  add(menu, "nextSample", tr("&Next sample"), QKeySequence(Qt::Key_PageDown), [this] { m_workspace.stepSample(1); });
  add(menu, "previousSample", tr("&Previous sample"), QKeySequence(Qt::Key_PageUp),
      [this] { m_workspace.stepSample(-1); });
  add(menu, "nextVisit", tr("Next &visit"), QKeySequence(tr("Ctrl+PgDown")), [this] { m_workspace.moveVisit(1); });
  add(menu, "previousVisit", tr("Previous v&isit"), QKeySequence(tr("Ctrl+PgUp")),
      [this] { m_workspace.moveVisit(-1); });
  add(menu, "clearSelection", tr("&Clear selection"), QKeySequence(tr("Ctrl+Shift+D")),
      [this] { m_workspace.clearSelection(); });
  menu->addSeparator();
  add(menu, "filter", tr("&Filter samples or runs"), QKeySequence::Find, [this] {
    if (shownWorkspace() == StudioWorkspace::Training) {
      m_training->dock(QStringLiteral("runs"))->reveal();
      m_training->runs()->filter()->setFocus(Qt::ShortcutFocusReason);
      m_training->runs()->filter()->selectAll();
      return;
    }
    reveal(m_inspect->dock(QStringLiteral("samples")));
    samples()->filter()->setFocus(Qt::ShortcutFocusReason);
    samples()->filter()->selectAll();
  });
  menu->addActions({m_notes->bookmark(), m_notes->note()});
  menu->addMenu(m_notes->filters());
  add(menu, "nameUser", tr("Name this &user…"), {}, [this] { askUserName(); });
  add(menu, "copyLink", tr("Copy &link to this view"), QKeySequence(tr("Ctrl+Shift+C")), [this] { copyLink(); });
  menu->addSeparator();
  add(menu, "palette", tr("Find view or c&ommand…"), QKeySequence(tr("Ctrl+K")), [this] { openPalette(); });
}

void MainWindow::makeViewMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  auto* workspaces = new QActionGroup(this);
  for (const Page& made : m_workspaces) {
    QAction* shown = add(menu, made.actionName, made.title, QKeySequence(made.keys),
                         [this, wanted = made.kind] { showWorkspace(wanted); });
    shown->setCheckable(true);
    shown->setChecked(made.kind == StudioWorkspace::Inspect);
    workspaces->addAction(shown);
    m_top->addWorkspace(shown);
  }
  menu->addSeparator();
  menu->addActions({m_navigation->back(), m_navigation->forward()});
  menu->addSeparator();
  add(menu, "showTable", tr("Show as &table"), QKeySequence(tr("Ctrl+T")), [this] { showTable(currentView()); });
  menu->addSeparator();
  QMenu* appearance = menu->addMenu(tr("&Appearance"));
  auto* modes = new QActionGroup(this);
  const std::initializer_list<std::tuple<const char*, QString, session::ThemeChoice>> choices{
      {"themeSystem", tr("&System"), session::ThemeChoice::System},
      {"themeLight", tr("&Light"), session::ThemeChoice::Light},
      {"themeDark", tr("&Dark"), session::ThemeChoice::Dark}};
  for (const auto& [name, title, choice] : choices) {
    QAction* mode = add(appearance, name, title, {}, [this, theme = choice] { m_workspace.setTheme(theme); });
    mode->setCheckable(true);
    mode->setChecked(m_workspace.settings().theme == choice);
    modes->addAction(mode);
  }
  QMenu* size = menu->addMenu(tr("Text si&ze"));
  const auto resize = [this](double by) {
    const double wanted = TextSize::allowed(m_workspace.settings().textPercent / 100.0 + by);
    m_workspace.setTextPercent(static_cast<std::int32_t>(std::lround(100 * wanted)));
    m_status->say(tr("Text at %1 %").arg(m_workspace.settings().textPercent));
  };
  QAction* larger = add(size, "largerText", tr("&Larger"), {}, [resize] { resize(TextSize::step); });
  larger->setShortcuts({QKeySequence(tr("Ctrl++")), QKeySequence(tr("Ctrl+="))});
  add(size, "smallerText", tr("&Smaller"), QKeySequence(tr("Ctrl+-")), [resize] { resize(-TextSize::step); });
  add(size, "normalText", tr("&Normal"), QKeySequence(tr("Ctrl+0")), [this] { m_workspace.setTextPercent(100); });
  m_times = menu->addMenu(tr("&Times shown"));
  QAction* proposals = add(menu, "proposals", tr("Propose &Home and Work"), {},
                           [this] { m_workspace.setProposalsShown(!m_workspace.naming().proposalsShown()); });
  proposals->setCheckable(true);
  proposals->setChecked(m_workspace.settings().proposalsShown);
  add(menu, "confirmProposals", tr("Confirm all proposed &names"), {}, [this] { m_workspace.confirmAllProposals(); });
  menu->addSeparator();
  QAction* full = add(menu, "fullScreen", tr("&Full screen"), QKeySequence(Qt::Key_F11),
                      [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  full->setCheckable(true);
}

void MainWindow::makeModelMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Model"));
  add(menu, "showModel", tr("Show the &architecture"), QKeySequence(tr("Ctrl+M")),
      [this] { reveal(m_inspect->dock(QStringLiteral("model"))); });
  m_splits = menu->addMenu(tr("&Split"));
  m_heads = menu->addMenu(tr("Number of &heads"));
  menu->addSeparator();
  add(menu, "showProblems", tr("&Problems and load report…"), {}, [this] { showProblems(); });
  add(menu, "compareSeeds", tr("Compare &seeds…"), {}, [this] { askSeeds(); });
  add(menu, "testRandomization", tr("Run parameter &randomization test"), {}, [this] {
    reveal(m_explain->dock(QStringLiteral("stability")));
    m_state.rankStability().testParameterRandomization();
  });
  menu->addSeparator();
  add(menu, "resumePass", tr("&Evaluate the rest of the split"), {}, [this] { m_workspace.resumePass(); });
}

void MainWindow::makeHelpMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  add(menu, "helpView", tr("Help on this &view"), QKeySequence(Qt::Key_F1), [this] { showHelp(currentView()); });
  add(menu, "helpIndex", tr("&Contents"), {}, [this] { showHelp(QStringLiteral("index")); });
  add(menu, "shortcuts", tr("&Keyboard shortcuts…"), {}, [this] { showShortcuts(); });
  add(menu, "glossary", tr("&Glossary"), {}, [this] { showHelp(QStringLiteral("glossary")); });
  add(menu, "whatsThis", tr("&What’s this?"), QKeySequence(tr("Shift+F1")), [] { QWhatsThis::enterWhatsThisMode(); });
  add(menu, "introduction", tr("&Introduction"), {}, [this] { m_intro->show(); });
  menu->addSeparator();
  add(menu, "about", tr("&About Sojourn…"), {}, [this] { showAbout(); });
}

void MainWindow::fillRecent() {
  const auto fill = [this](QMenu* menu, const std::vector<std::string>& paths) {
    menu->clear();
    for (const std::string& path : paths) {
      // A single & in a file's name would be taken for a mnemonic.
      QString words = toText(escapeForDisplay(path));
      connect(menu->addAction(words.replace(QLatin1Char('&'), QStringLiteral("&&"))), &QAction::triggered, this,
              [this, menu, path] {
                if (menu == m_recentDatasets)
                  m_workspace.openDataset(path);
                else
                  m_workspace.openCheckpoint(path);
              });
    }
    menu->menuAction()->setEnabled(!paths.empty());
  };
  fill(m_recentDatasets, m_workspace.settings().recentDatasets);
  fill(m_recentCheckpoints, m_workspace.settings().recentCheckpoints);
}

void MainWindow::fillSplits() {
  m_splits->clear();
  const auto& dataset = m_workspace.dataset();
  for (const Split split : allSplits) {
    if (!dataset || !dataset->split(split)) continue;
    QAction* choice =
        m_splits->addAction(tr("%1, %2 sequences")
                                .arg(QLatin1String(splitName(split)),
                                     toText(groupThousands(static_cast<long long>(dataset->split(split)->size())))));
    choice->setCheckable(true);
    choice->setChecked(split == m_workspace.split());
    connect(choice, &QAction::triggered, this, [this, split] { m_workspace.setSplit(split); });
  }
  m_splits->menuAction()->setEnabled(!m_splits->isEmpty());
}

void MainWindow::fillHeads() {
  m_heads->clear();
  const ModelDescription* model = m_workspace.model();
  if (model && model->capabilities.attentionMaps) {
    for (std::int64_t heads = 1; heads <= std::min<std::int64_t>(model->sizes.width, 64); ++heads) {
      if (model->sizes.width % heads != 0) continue;
      QAction* choice = m_heads->addAction(QString::number(heads));
      choice->setCheckable(true);
      choice->setChecked(heads == model->sizes.heads);
      connect(choice, &QAction::triggered, this, [this, heads] { m_workspace.setHeads(static_cast<int>(heads)); });
    }
  }
  m_heads->menuAction()->setEnabled(!m_heads->isEmpty());
}

void MainWindow::fillTimes() {
  m_times->clear();
  const auto offer = [this](int minutes, const QString& note) {
    QAction* choice =
        m_times->addAction((minutes == 0 ? tr("As recorded") : toText(offsetText(minutes) + " h")) + note);
    choice->setCheckable(true);
    choice->setChecked(minutes == m_workspace.displayOffsetMinutes());
    connect(choice, &QAction::triggered, this, [this, minutes] { m_workspace.setDisplayOffsetMinutes(minutes); });
  };
  offer(0, {});
  const auto suggested = m_workspace.suggestedOffsetMinutes();
  if (suggested && *suggested != 0) offer(*suggested, tr(", as the places' longitude suggests"));
  m_times->addSeparator();
  for (int hours = -12; hours <= 14; ++hours) {
    if (hours != 0 && !(suggested && hours * 60 == *suggested)) offer(hours * 60, {});
  }
}

void MainWindow::openPalette() {
  std::vector<PaletteEntry> entries;
  for (const Page& made : m_workspaces) {
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
      entries.push_back(
          {.title = toText(m_workspace.placeNames().name(place)),
           .kind = tr("Place of this sample"),
           .shortcut = {},
           .run = [this, place] { m_workspace.select({.visit = {}, .query = {}, .location = place, .head = {}}); }});
    }
  }
  const auto special = [this](const QString& typed) {
    std::vector<PaletteEntry> made;
    const QString digits = typed.section(QLatin1Char(' '), -1);
    bool isNumber = false;
    const qulonglong row = digits.toULongLong(&isNumber);
    const bool asked = typed.startsWith(QLatin1String("sample "), Qt::CaseInsensitive) || typed == digits;
    if (isNumber && asked && row < m_workspace.samples().size()) {
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
