// SPDX-License-Identifier: GPL-3.0-or-later
// The Window menu: which views there are, and what the keyboard does to the one that has it.
#include <QAction>
#include <QMenuBar>
#include <tuple>

#include "views/qt/docks/dock_area.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/inspect/inspect_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/shell/intro_strip.h"
#include "views/qt/training/training_area.h"
#include "views/qt/what_if/what_if_area.h"

namespace sojourn::qt {

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
  list(menu, m_training, true);
  menu->addSeparator();
  // Their names are mostly those of Inspect's views.
  list(menu->addMenu(tr("In &What if")), m_whatIf, false);
  list(menu->addMenu(tr("In &Explain")), m_explain, false);
  menu->addSeparator();
  add(menu, "nextDock", tr("&Next view"), QKeySequence(Qt::Key_F6), [this] { docks()->focusNext(1); });
  add(menu, "previousDock", tr("&Previous view"), QKeySequence(tr("Shift+F6")), [this] { docks()->focusNext(-1); });
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
  act("maximizeView", tr("&Maximize or restore"), QKeySequence(tr("Shift+F11")),
      [this](ViewDock* dock) { docks()->toggleMaximized(dock); });
  act("floatView", tr("&Float or dock"), QKeySequence(tr("Ctrl+Shift+F")), [](ViewDock* dock) {
    dock->setFloating(!dock->isFloating());
    dock->activateWindow();
    dock->widget()->setFocus(Qt::OtherFocusReason);
  });
  act("closeView", tr("&Close"), QKeySequence(tr("Ctrl+W")), [this](ViewDock* dock) {
    docks()->restoreMaximized();
    docks()->focusNext(1);
    dock->close();
  });
  menu->addSeparator();
  const std::initializer_list<std::tuple<const char*, QString, QString, Qt::Edge>> moves{
      {"moveViewLeft", tr("Move &left"), tr("Alt+Shift+Left"), Qt::LeftEdge},
      {"moveViewRight", tr("Move &right"), tr("Alt+Shift+Right"), Qt::RightEdge},
      {"moveViewUp", tr("Move &up"), tr("Alt+Shift+Up"), Qt::TopEdge},
      {"moveViewDown", tr("Move &down"), tr("Alt+Shift+Down"), Qt::BottomEdge}};
  for (const auto& [name, text, keys, side] : moves)
    act(name, text, QKeySequence(keys), [this, edge = side](ViewDock* dock) { docks()->moveDock(dock, edge); });
  act("joinView", tr("Move into the &tabs of the next view"), {}, [this](ViewDock* dock) { docks()->joinNext(dock); });
}

void MainWindow::makeIntro() {
  m_intro = new IntroStrip;
  m_intro->setVisible(m_options.introduce && !m_workspace.settings().introduced);
  connect(m_intro, &IntroStrip::linkActivated, this, &MainWindow::followIntro);
  connect(m_intro, &IntroStrip::dismissed, this, [this] {
    m_intro->hide();
    m_workspace.setIntroduced(true);
  });
}

void MainWindow::followIntro(const QString& target) {
  if (target == QLatin1String("samples")) return reveal(m_inspect->dock(target));
  if (target == QLatin1String("openDataset")) return askDatasetFolder();
  if (const auto workspace = studioWorkspaceNamed(target.toStdString())) showWorkspace(*workspace);
}

}  // namespace sojourn::qt
