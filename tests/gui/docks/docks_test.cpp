// SPDX-License-Identifier: GPL-3.0-or-later
// Views that are maximized, closed, floated and moved by keyboard, and help that leaves the view it explains in sight.
#include <QDataStream>
#include <QDir>
#include <QSet>
#include <QTest>
#include <QTextBlock>
#include <cstdlib>

#include "tests/gui/window_fixture.h"
#include "tests/support/built.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/scene/scene_view.h"

namespace sojourn {
namespace {

using test::waitFor;
using test::WindowTest;

struct DocksTest : WindowTest {
  [[nodiscard]] qt::ViewDock& dock(const char* id) { return *window().docks()->dock(QLatin1String(id)); }
  void focus(const char* id) {
    dock(id).widget()->setFocus();
    ASSERT_EQ(window().docks()->current(), &dock(id));
  }
  [[nodiscard]] bool inFront(const char* id) { return dock(id).isVisible() && !dock(id).visibleRegion().isEmpty(); }
  [[nodiscard]] bool seen(const char* id) {
    return waitFor([&] { return inFront(id); });
  }
};

TEST_F(DocksTest, WhatIsNoLayoutIsRefused) {
  EXPECT_FALSE(window().docks()->restore("no layout"));
}

TEST_F(DocksTest, ADoubleClickOnATitleMaximizesAndEscapeRestores) {
  const QByteArray before = window().docks()->state();
  QTest::mouseDClick(dock("gate").bar(), Qt::LeftButton, {}, QPoint(30, 14));
  EXPECT_EQ(window().docks()->maximized(), &dock("gate"));
  EXPECT_TRUE(seen("gate"));
  EXPECT_FALSE(dock("visits").isVisible());
  EXPECT_TRUE(waitFor([&] { return dock("gate").width() > window().width() * 9 / 10; }));
  EXPECT_EQ(window().docks()->state(), before) << "what is kept is the layout, not the enlarged view";
  QTest::keyClick(dock("gate").widget(), Qt::Key_Escape);
  EXPECT_EQ(window().docks()->maximized(), nullptr);
  EXPECT_TRUE(seen("visits"));
  EXPECT_TRUE(seen("gate"));
  QTest::mouseDClick(dock("visits").bar(), Qt::LeftButton, {}, QPoint(30, 14));
  QTest::mouseDClick(dock("visits").bar(), Qt::LeftButton, {}, QPoint(30, 14));
  EXPECT_TRUE(seen("gate")) << "a second one restores, too";
}

TEST_F(DocksTest, AClickOnATitleMakesTheViewCurrent) {
  focus("visits");
  QTest::mouseClick(dock("gate").bar(), Qt::LeftButton, {}, QPoint(30, 14));
  EXPECT_EQ(window().docks()->current(), &dock("gate"));
}

TEST_F(DocksTest, AnotherViewEndsTheMaximizedOne) {
  window().docks()->toggleMaximized(&dock("gate"));
  dock("visits").reveal();
  EXPECT_EQ(window().docks()->maximized(), nullptr);
  EXPECT_TRUE(seen("visits"));
  EXPECT_TRUE(seen("attention"));
}

TEST_F(DocksTest, KeysCloseFloatAndMoveAView) {
  focus("gate");
  QTest::keyClick(&window(), Qt::Key_W, Qt::ControlModifier);
  EXPECT_FALSE(dock("gate").isVisible());
  EXPECT_NE(window().docks()->current(), &dock("gate")) << "the keyboard is somewhere";

  focus("prediction");
  QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(dock("prediction").isFloating());
  window().action("resetLayout")->trigger();
  EXPECT_FALSE(dock("prediction").isFloating());
}

TEST_F(DocksTest, KeysMoveAViewPastOneWhosePlaceHasHiddenTabs) {
  // At first Model and Help are hidden tabs in the place of Pointer.
  ASSERT_TRUE(seen("pointer"));
  const int prediction = dock("prediction").width(), pointer = dock("pointer").width();
  const auto move = [&](Qt::Key key) {
    focus("prediction");
    QTest::keyClick(&window(), key, Qt::AltModifier | Qt::ShiftModifier);
  };
  const auto inOrder = [&](const char* first, const char* second) {
    return waitFor([&] { return dock(first).geometry().right() < dock(second).geometry().left(); }) && seen(first) &&
           seen(second);
  };
  for (int turn = 0; turn < 2; ++turn) {
    move(Qt::Key_Right);
    EXPECT_TRUE(inOrder("pointer", "prediction"));
    EXPECT_TRUE(inOrder("prediction", "attention"));
    move(Qt::Key_Left);
    EXPECT_TRUE(inOrder("prediction", "pointer"));
    EXPECT_TRUE(inOrder("samples", "prediction"));
    EXPECT_TRUE(waitFor([&] {
      return std::abs(dock("prediction").width() - prediction) <= 8 && std::abs(dock("pointer").width() - pointer) <= 8;
    })) << dock("prediction").width()
        << " and " << dock("pointer").width() << " instead of " << prediction << " and " << pointer;
    for (const char* id : {"model", "help"}) EXPECT_TRUE(dock(id).isHidden()) << id;
  }
  move(Qt::Key_Left);
  EXPECT_TRUE(inOrder("prediction", "samples"));
  move(Qt::Key_Right);
  EXPECT_TRUE(inOrder("samples", "prediction"));

  dock("model").show();
  EXPECT_TRUE(window().docks()->tabifiedDockWidgets(&dock("pointer")).contains(&dock("model")))
      << "a hidden tab keeps its place";
}

TEST_F(DocksTest, TheContentsOfTheHelpLeadToEveryPage) {
  window().help()->showPage(QStringLiteral("index"));
  QSet<QString> linked;
  for (QTextBlock block = window().help()->document()->begin(); block.isValid(); block = block.next())
    for (auto part = block.begin(); !part.atEnd(); ++part)
      if (part.fragment().charFormat().isAnchor()) linked.insert(part.fragment().charFormat().anchorHref());
  const QDir pages(QString::fromStdString((test::sourceFolder() / "resources" / "help").string()));
  const QStringList files = pages.entryList({QStringLiteral("*.md")}, QDir::Files);
  EXPECT_GE(files.size(), 40);
  for (const QString& file : files) {
    EXPECT_TRUE(file == QLatin1String("index.md") || linked.contains(file)) << qPrintable(file);
    window().help()->showPage(QFileInfo(file).baseName());
    EXPECT_EQ(window().help()->page(), QFileInfo(file).baseName()) << "is not in the program";
  }
}

TEST_F(DocksTest, HelpLeavesTheViewInSightThatItExplains) {
  for (const char* id : {"pointer", "visits", "samples", "gate"}) {
    window().resetLayout();
    focus(id);
    QTest::keyClick(&window(), Qt::Key_F1);
    EXPECT_EQ(window().help()->page(), QLatin1String(id));
    EXPECT_TRUE(seen("help")) << id;
    EXPECT_TRUE(seen(id)) << id;
  }
  window().resize(1366, 720);
  window().resetLayout();
  for (const char* id : {"pointer", "samples", "attention"}) {
    window().resetLayout();
    focus(id);
    QTest::keyClick(&window(), Qt::Key_F1);
    EXPECT_TRUE(seen("help")) << id;
    EXPECT_TRUE(seen(id)) << id;
    EXPECT_LE(window().width(), 1366) << "help does not push the window over the edge of the screen";
  }
}

TEST_F(DocksTest, ANarrowTrainingWorkspaceOffersLaunch) {
  window().resize(1366, 700);
  window().showWorkspace(qt::StudioWorkspace::Training);
  window().resetLayout();
  EXPECT_TRUE(dock("launch").isVisible()) << "behind its tab";
  EXPECT_TRUE(seen("runs"));
  EXPECT_TRUE(waitFor([&] { return inFront("training_curves") || inFront("learning_replay"); }));
}

}  // namespace
}  // namespace sojourn
