// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/geolife_window.h"

#include <QMenuBar>
#include <QTest>
#include <algorithm>
#include <cstdlib>

#include "app/studio/studio_loaders.h"
#include "tests/support/shared_data.h"
#include "tests/support/waiting.h"

namespace sojourn::test {

bool waitFor(const std::function<bool()>& condition) {
  return eventually(condition, [] { QTest::qWait(2); });
}

void GeoLifeWindow::SetUp() {
  SOJOURN_NEEDS_SHARED_DATA(data);
  ::setenv("XDG_CACHE_HOME", (m_folder / "cache").c_str(), 1);
  m_dataset = data / "geolife";
  m_checkpoint = data / "checkpoints/pointer_v45_geolife_full_model_best.pt";
  m_host = std::make_unique<qt::WorkspaceHost>(loaders(), std::filesystem::path());
  m_window =
      std::make_unique<qt::MainWindow>(m_host->workspace(), qt::WindowOptions{.threads = 1, .keepLayout = false});
  m_window->resize(1600, 1000);
  m_window->show();
  workspace().open({.data = m_dataset, .checkpoint = m_checkpoint, .heads = {}, .split = Split::Test, .index = sample});
  ASSERT_TRUE(waitFor([this] { return workspace().row() == sample && workspace().inspection(); }));
  window().showWorkspace(qt::StudioWorkspace::WhatIf);
  ASSERT_TRUE(settled());
}

void GeoLifeWindow::TearDown() {
  m_window.reset();
  m_host.reset();
}

session::Loaders GeoLifeWindow::loaders() const {
  return studio::studioLoaders();
}

bool GeoLifeWindow::settled() {
  const bool there = waitFor([this] {
    return workspace().inspection() && !workspace().inspectionOutdated() && workspace().inspection()->sequence == now();
  });
  QCoreApplication::processEvents();
  return there;
}

present::HitArea GeoLifeWindow::markOf(std::size_t visit) {
  const present::Scene* scene = view("what_if_visits").scene();
  const QRectF seen = view("what_if_visits").viewport()->rect();
  for (std::size_t i = 0; scene && i < scene->hits.size(); ++i) {
    const present::HitArea& mark = scene->hits[i];
    const QPointF middle = middleOf("what_if_visits", mark);
    const auto covers = [&](const present::HitArea& later) {
      return view("what_if_visits").onViewport(later.rect).contains(middle);
    };
    const auto above = scene->hits.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (mark.drag && mark.drag->visit == visit && seen.contains(middle) &&
        std::none_of(above, scene->hits.end(), covers))
      return mark;
  }
  ADD_FAILURE() << "visit " << visit << " has no mark that the mouse reaches";
  return {};
}

present::HitArea GeoLifeWindow::markOf(const char* id, const present::Action& action) {
  if (const present::Scene* scene = view(id).scene()) {
    const auto found = std::ranges::find(scene->hits, std::optional(action), &present::HitArea::action);
    if (found != scene->hits.end()) return *found;
  }
  ADD_FAILURE() << id << " has no such mark";
  return {};
}

QPoint GeoLifeWindow::middleOf(const char* id, const present::HitArea& mark) {
  return view(id).onViewport(mark.rect).center().toPoint();
}

void GeoLifeWindow::click(const char* id, const present::HitArea& mark, Qt::KeyboardModifiers modifiers) {
  QTest::mouseClick(view(id).viewport(), Qt::LeftButton, modifiers, middleOf(id, mark));
  QCoreApplication::processEvents();
}

void GeoLifeWindow::select(std::size_t visit, const std::vector<std::size_t>& others) {
  press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
  click("what_if_visits", markOf(visit));
  for (const std::size_t other : others) click("what_if_visits", markOf(other), Qt::ShiftModifier);
  ASSERT_EQ(workspace().selection().now().selected.visit, visit);
  ASSERT_EQ(workspace().selection().now().alsoVisits.size(), others.size());
}

void GeoLifeWindow::press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
  // The offscreen platform does not give the window the keyboard back when a popup or a dialog has gone.
  window().activateWindow();
  ASSERT_TRUE(waitFor([this] { return window().isActiveWindow(); }));
  view("what_if_visits").setFocus();
  QTest::keyClick(view("what_if_visits").viewport(), key, modifiers);
}

void GeoLifeWindow::openMenu(QMenu* menu) {
  QAction* entry = menu->menuAction();
  if (window().menuBar()->actions().contains(entry)) {
    QTest::mouseClick(window().menuBar(), Qt::LeftButton, {}, window().menuBar()->actionGeometry(entry).center());
  } else {
    for (QMenu* outer : window().menuBar()->findChildren<QMenu*>()) {
      if (!outer->actions().contains(entry)) continue;
      openMenu(outer);
      QTest::mouseClick(outer, Qt::LeftButton, {}, outer->actionGeometry(entry).center());
    }
  }
  ASSERT_TRUE(waitFor([menu] { return menu->isVisible(); })) << menu->title().toStdString();
}

void GeoLifeWindow::chooseFromMenu(const char* name) {
  QAction* wanted = window().action(name);
  for (QMenu* menu : window().menuBar()->findChildren<QMenu*>()) {
    if (!menu->actions().contains(wanted)) continue;
    openMenu(menu);
    ASSERT_TRUE(wanted->isEnabled()) << name;
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(wanted).center());
    QCoreApplication::processEvents();
    return;
  }
  FAIL() << name << " is in no menu";
}

}  // namespace sojourn::test
