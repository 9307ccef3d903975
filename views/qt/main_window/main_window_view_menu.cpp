// SPDX-License-Identifier: GPL-3.0-or-later
// What a view's title bar and menu offer: copies, its table, its export, names of the place under the mouse, help.
#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/sample_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/scene/table_dialog.h"
#include "views/qt/training/training_area.h"
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
  const auto copy = [menu](const QString& title, const QString& words) {
    menu->addAction(title, menu, [words] { QApplication::clipboard()->setText(words); });
  };
  const auto add = [this, menu](const char* icon, const QString& title, const auto& run) {
    menu->addAction(lineIcon(QLatin1String(icon)), title, this, run);
  };
  if (area && !area->value.empty()) copy(tr("Copy value"), textForClipboard(area->value));
  if (area && !area->label.empty()) copy(tr("Copy row"), textForClipboard(area->label));
  if (area && area->open) {
    const QString title = area->openLabel.empty() ? tr("Open") : toText(area->openLabel);
    menu->addAction(title, this, [this, open = *area->open] {
      if (auto* shown = qobject_cast<SampleArea*>(docks())) Q_EMIT shown->acted(open);
    });
    menu->addSeparator();
  }
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
  const session::PlaceNaming& naming = m_workspace.naming();
  const session::NameSource source = naming.source(place, user);
  const QString name = toText(naming.name(place, user));
  if (source == session::NameSource::Proposed) {
    QAction* confirm = menu->addAction(tr("Confirm “%1”").arg(QString(name).remove(QLatin1Char('?'))), this,
                                       [this, place] { m_workspace.confirmProposal(place); });
    confirm->setToolTip(toText(naming.proposalReason(place, user)));
  } else if (source == session::NameSource::Confirmed) {
    menu->addAction(tr("Remove the name “%1”").arg(name), this, [this, place] { m_workspace.withdrawRole(place); });
  }
}

void MainWindow::showTable(const QString& id) {
  const bool compares = id == comparedRuns;
  if (compares || id == QLatin1String("runs")) {
    const RunsPanel& runs = *m_training->runs();
    auto* dialog = compares ? new TableDialog(tr("Compare runs"), tr("checked runs, figures at each run's best epoch"),
                                              runs.comparedTable(), this)
                            : new TableDialog(tr("Runs"), runs.caption(), runs.shownTable(), this);
    connect(dialog, &TableDialog::saveWanted, this, [this, id] { askExport(id); });
    dialog->show();
    return;
  }
  const ExportItem item = exportItem(id);
  const auto* scene = std::get_if<present::Scene>(&item.content);
  if (!scene) return;
  auto* dialog = new TableDialog(item.title, toText(scene->caption), scene->table, this);
  connect(dialog, &TableDialog::saveWanted, this, [this, id] { askExport(id); });
  dialog->show();
}

}  // namespace sojourn::qt
