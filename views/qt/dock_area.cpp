// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/dock_area.h"

#include <QApplication>

namespace sojourn::qt {
namespace {

// Below this the right docks share one tab bar.
constexpr int wideFrom = 1440;

}  // namespace

DockArea::DockArea(QWidget* parent) : QMainWindow(parent, Qt::Widget) {
  setObjectName(QStringLiteral("dockArea"));
  setDockOptions(AllowNestedDocks | AllowTabbedDocks);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setContextMenuPolicy(Qt::PreventContextMenu);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

void DockArea::add(ViewDock* dock) {
  m_docks.insert(dock->id(), dock);
  m_order.append(dock);
  addDockWidget(Qt::LeftDockWidgetArea, dock);
}

void DockArea::follow(QWidget* focused) {
  for (ViewDock* dock : std::as_const(m_order)) {
    if (!focused || !dock->isAncestorOf(focused)) continue;
    if (m_current == dock) return;
    if (m_current) m_current->bar()->setCurrent(false);
    m_current = dock;
    dock->bar()->setCurrent(true);
    Q_EMIT currentDockChanged();
    return;
  }
}

void DockArea::focusNext(int by) {
  QList<ViewDock*> shown;
  // A dock behind another tab is "visible" to Qt but has nothing on screen.
  for (ViewDock* dock : std::as_const(m_order)) {
    if (dock->isVisible() && !dock->visibleRegion().isEmpty()) shown.append(dock);
  }
  if (shown.isEmpty()) return;
  const qsizetype at = shown.indexOf(m_current);
  const qsizetype next = at < 0 ? 0 : (at + by + shown.size()) % shown.size();
  shown[next]->widget()->setFocus(Qt::TabFocusReason);
}

void DockArea::arrange(QSize window) {
  for (ViewDock* dock : std::as_const(m_order)) {
    dock->setFloating(false);
    removeDockWidget(dock);
  }
  if (window.width() >= wideFrom)
    arrangeWide(window);
  else
    arrangeNarrow(window);
}

void DockArea::arrangeWide(QSize window) {
  const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
  addDockWidget(Qt::LeftDockWidgetArea, at("samples"));
  splitDockWidget(at("samples"), at("visits"), Qt::Horizontal);
  splitDockWidget(at("visits"), at("attention"), Qt::Horizontal);
  splitDockWidget(at("visits"), at("prediction"), Qt::Vertical);
  splitDockWidget(at("prediction"), at("pointer"), Qt::Horizontal);
  splitDockWidget(at("attention"), at("gate"), Qt::Vertical);
  splitDockWidget(at("gate"), at("position_bias"), Qt::Vertical);
  for (const char* id : {"samples", "visits", "prediction", "pointer", "attention", "gate", "position_bias"})
    at(id)->show();
  for (const char* id : {"model", "help"}) {
    tabifyDockWidget(at("pointer"), at(id));
    at(id)->hide();
  }
  // The picture at 1600 x 1000; what a larger window has more goes to everybody, most of it to the middle and the maps.
  const int wider = std::max(0, window.width() - 1600);
  const int left = 316 + wider / 10;
  const int right = 452 + wider / 3;
  const int middle = window.width() - left - right - 8;
  const int prediction = 268 + wider / 10;
  resizeDocks({at("samples"), at("visits"), at("attention")}, {left, middle, right}, Qt::Horizontal);
  resizeDocks({at("prediction"), at("pointer")}, {prediction, middle - prediction - 4}, Qt::Horizontal);
  const int height = std::max(600, window.height() - 92);
  const int taller = std::max(0, window.height() - 1000);
  const int visits = 262 + taller / 6;
  const int gate = 168 + taller / 5;
  const int bias = 156 + taller / 5;
  resizeDocks({at("visits"), at("prediction")}, {visits, height - visits - 4}, Qt::Vertical);
  resizeDocks({at("attention"), at("gate"), at("position_bias")}, {height - gate - bias - 8, gate, bias}, Qt::Vertical);
}

void DockArea::arrangeNarrow(QSize window) {
  const auto at = [this](const char* id) { return dock(QLatin1String(id)); };
  addDockWidget(Qt::LeftDockWidgetArea, at("samples"));
  splitDockWidget(at("samples"), at("visits"), Qt::Horizontal);
  splitDockWidget(at("visits"), at("prediction"), Qt::Vertical);
  splitDockWidget(at("prediction"), at("pointer"), Qt::Horizontal);
  splitDockWidget(at("pointer"), at("attention"), Qt::Horizontal);
  tabifyDockWidget(at("attention"), at("gate"));
  tabifyDockWidget(at("gate"), at("position_bias"));
  tabifyDockWidget(at("position_bias"), at("model"));
  for (const char* id : {"samples", "visits", "prediction", "pointer", "attention", "gate", "position_bias", "model"})
    at(id)->show();
  tabifyDockWidget(at("pointer"), at("help"));
  at("help")->hide();
  at("attention")->raise();
  const int middle = std::max(900, window.width() - 264);
  resizeDocks({at("samples"), at("visits")}, {260, middle}, Qt::Horizontal);
  resizeDocks({at("visits"), at("prediction")}, {220, std::max(200, window.height() - 92 - 224)}, Qt::Vertical);
  resizeDocks({at("prediction"), at("pointer"), at("attention")}, {232, middle - 232 - 364 - 8, 364}, Qt::Horizontal);
}

}  // namespace sojourn::qt
