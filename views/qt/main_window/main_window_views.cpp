// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the window: the Window menu, and what the title bar and the menu of a view offer.
#include <QApplication>
#include <QClipboard>
#include <QMenuBar>

#include "views/qt/ablation/ablation_area.h"
#include "views/qt/compare/compare_area.h"
#include "views/qt/dataset/dataset_area.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/inspect/inspect_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/places/places_area.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/scene/table_dialog.h"
#include "views/qt/shell/banner_area.h"
#include "views/qt/training/training_area.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// Reads the same as in a copied table, as it may be pasted into a spreadsheet just as well: a line that would run as a
/// formula there begins with an apostrophe.
QString textForClipboard(const std::string& text) {
  QStringList lines;
  for (const QString& line : toText(text).split(QLatin1Char('\n'))) lines << tabSeparated(QStringList{line});
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

void MainWindow::makeWindowMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Window"));
  int number = 1;
  const auto list = [&](QMenu* into, const DockArea* area, bool numbered) {
    for (ViewDock* dock : area->docks()) {
      if (dock->id() == QLatin1String("help")) continue;
      // After Alt+0 come Alt+Shift+1 and so on.
      const QString keys = number <= 10 ? QStringLiteral("Alt+%1") : QStringLiteral("Alt+Shift+%1");
      if (numbered) dock->revealAction()->setShortcut(QKeySequence(keys.arg(number++ % 10)));
      into->addAction(dock->revealAction());
    }
  };
  list(menu, m_inspect, true);
  menu->addAction(m_inspect->dock(QStringLiteral("help"))->revealAction());
  menu->addSeparator();
  list(menu->addMenu(tr("In T&raining")), m_training, true);
  // Their names are mostly those of Inspect's views.
  list(menu->addMenu(tr("In &What if")), m_whatIf, false);
  list(menu->addMenu(tr("In &Explain")), m_explain, false);
  list(menu->addMenu(tr("In &Compare")), m_compare, false);
  list(menu->addMenu(tr("In &Dataset")), m_dataset, false);
  list(menu->addMenu(tr("In &Places")), m_places, false);
  list(menu->addMenu(tr("In &Ablation")), m_variants, false);
  menu->addSeparator();
  add(menu, "programLog", tr("Model program &log"), {}, [this] { showProgramLog(); });
  menu->addSeparator();
  add(menu, "nextDock", tr("&Next view"), Qt::Key_F6, [this] { docks()->focusNext(1); });
  add(menu, "previousDock", tr("&Previous view"), tr("Shift+F6"), [this] { docks()->focusNext(-1); });
  fillDockMenu(menu->addMenu(tr("&This view")));
  menu->addSeparator();
  add(menu, "resetLayout", tr("&Reset layout"), {}, [this] { resetLayout(); });
}

void MainWindow::fillDockMenu(QMenu* menu) {
  const auto act = [&](const char* name, const QString& text, const QKeySequence& keys,
                       const std::function<void(ViewDock*)>& run) {
    add(menu, name, text, keys, [this, run] {
      if (ViewDock* dock = docks()->current(); dock && dock->isVisible()) run(dock);
    });
  };
  act("maximizeView", tr("&Maximize or restore"), tr("Shift+F11"),
      [this](ViewDock* dock) { docks()->toggleMaximized(dock); });
  act("floatView", tr("&Float or dock"), tr("Ctrl+Shift+F"), [](ViewDock* dock) {
    dock->setFloating(!dock->isFloating());
    dock->activateWindow();
    dock->widget()->setFocus(Qt::OtherFocusReason);
  });
  act("closeView", tr("&Close"), tr("Ctrl+W"), [this](ViewDock* dock) {
    docks()->restoreMaximized();
    docks()->focusNext(1);
    dock->close();
  });
  menu->addSeparator();
  const auto move = [this](Qt::Edge side) { return [this, side](ViewDock* dock) { docks()->moveDock(dock, side); }; };
  act("moveViewLeft", tr("Move &left"), tr("Alt+Shift+Left"), move(Qt::LeftEdge));
  act("moveViewRight", tr("Move &right"), tr("Alt+Shift+Right"), move(Qt::RightEdge));
  act("moveViewUp", tr("Move &up"), tr("Alt+Shift+Up"), move(Qt::TopEdge));
  act("moveViewDown", tr("Move &down"), tr("Alt+Shift+Down"), move(Qt::BottomEdge));
  act("joinView", tr("Move into the &tabs of the next view"), {}, [this](ViewDock* dock) { docks()->joinNext(dock); });
}

void MainWindow::connectDock(ViewDock* dock) {
  connect(dock->bar(), &DockTitleBar::menuWanted, this, [this, id = dock->id()](QPoint at) {
    QMenu menu(this);
    fillViewMenu(&menu, id, nullptr);
    if (ViewDock* shown = docks()->dock(id); shown && !shown->isFloating()) {
      menu.addSeparator();
      menu.addAction(docks()->maximized() ? tr("Restore all views") : tr("Maximize this view"), this,
                     [this, shown] { docks()->toggleMaximized(shown); });
    }
    menu.exec(at);
  });
  connect(dock->bar(), &DockTitleBar::tableWanted, this, [this, id = dock->id()] { showTable(id); });
  connect(dock->bar(), &DockTitleBar::exportWanted, this, [this, id = dock->id()] { askExport(id); });
  // The dock has shown itself already; its workspace may be another one.
  connect(dock->revealAction(), &QAction::triggered, this, [this, dock] { reveal(dock); });
}

void MainWindow::fillViewMenu(QMenu* menu, const QString& id, const present::HitArea* area) {
  const auto copy = [menu](const QString& title, const QString& text) {
    menu->addAction(title, menu, [text] { QApplication::clipboard()->setText(text); });
  };
  const auto add = [this, menu](const char* icon, const QString& title, const auto& run) {
    menu->addAction(lineIcon(QLatin1String(icon)), title, this, run);
  };
  if (area && !area->value.empty()) copy(tr("Copy value"), textForClipboard(area->value));
  if (area && !area->label.empty()) copy(tr("Copy row"), textForClipboard(area->label));
  const auto act = [this, menu](const QString& title, const present::Action& action) {
    menu->addAction(title, this, [this, action] {
      if (auto* shown = qobject_cast<SampleArea*>(docks())) Q_EMIT shown->actionRequested(action);
    });
  };
  if (area && area->open) act(area->openLabel.empty() ? tr("Open") : toText(area->openLabel), *area->open);
  if (area)
    for (const auto& [title, action] : area->further) act(toText(title), action);
  if (area && (area->open || !area->further.empty())) menu->addSeparator();
  const ExportItem item = exportItem(id);
  const auto* scene = std::get_if<present::Scene>(&item.content);
  if (scene && !scene->table.rows.empty()) {
    copy(tr("Copy table"), tabSeparated(scene->table));
    menu->addSeparator();
    add("table", tr("Show as table"), [this, id] { showTable(id); });
  }
  if (id != QLatin1String("help")) {
    add("export", tr("Export…"), [this, id] { askExport(id); });
    add("copy", tr("Copy link to this view"), [this] { copyLink(); });
    menu->addAction(action("pseudonyms"));
  }
  if (area && area->focus.location && *area->focus.location > unseenLocation)
    addPlaceNames(menu, *area->focus.location);
  menu->addSeparator();
  add("info", tr("Help on this view"), [this, id] { showHelp(id); });
}

void MainWindow::addPlaceNames(QMenu* menu, LocationId place) {
  menu->addSeparator();
  menu->addAction(tr("Name this place…"), this, [this, place] { askPlaceName(place); });
  const UserId user = m_workspace.sequence() ? m_workspace.sequence()->user : 0;
  const session::PlaceNaming& naming = m_workspace.names().naming();
  const session::NameSource source = naming.source(place, user);
  const QString name = toText(naming.name(place, user));
  if (source == session::NameSource::Proposed) {
    QAction* confirm = menu->addAction(tr("Confirm “%1”").arg(QString(name).remove(QLatin1Char('?'))), this,
                                       [this, place] { m_workspace.names().confirmProposal(place); });
    confirm->setToolTip(toText(naming.proposalReason(place, user)));
  } else if (source == session::NameSource::Confirmed) {
    menu->addAction(tr("Remove the name “%1”").arg(name), this,
                    [this, place] { m_workspace.names().withdrawRole(place); });
  }
}

void MainWindow::showTable(const QString& id) {
  const auto show = [&](const QString& title, const QString& caption, const present::Table& table) {
    auto* dialog = new TableDialog(title, caption, table, this);
    connect(dialog, &TableDialog::saveWanted, this, [this, id] { askExport(id); });
    BannerArea::showIn(*dialog, m_workspace);
    dialog->show();
  };
  const RunsPanel& runs = *m_training->runs();
  if (id == comparedRuns)
    return show(tr("Compare runs"), tr("checked runs, figures at each run's best epoch"), runs.comparedTable());
  if (id == QLatin1String("runs")) return show(tr("Runs"), runs.caption(), runs.shownTable());
  const ExportItem item = exportItem(id);
  if (const auto* scene = std::get_if<present::Scene>(&item.content))
    show(item.title, toText(scene->caption), scene->table);
}

}  // namespace sojourn::qt
