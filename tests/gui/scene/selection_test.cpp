// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys on the pictures: one selection for all views.
#include <QAccessible>
#include <QApplication>
#include <QScrollBar>
#include <QSpinBox>
#include <QTest>
#include <QWheelEvent>

#include "tests/gui/window_fixture.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/shell/top_bar.h"

namespace sojourn::test {
namespace {

bool isVisit(const present::HitArea& area, std::size_t visit) {
  return area.focus.visit == visit;
}

TEST_F(WindowTest, ShowsAPictureInEveryView) {
  for (const char* id : {"visits", "prediction", "pointer", "attention", "gate", "position_bias"}) {
    ASSERT_NE(view(id).scene(), nullptr) << id;
    EXPECT_FALSE(view(id).scene()->shapes.empty()) << id;
    EXPECT_FALSE(window().docks()->dock(QLatin1String(id))->bar()->caption().isEmpty()) << id << " states no scope";
  }
}

TEST_F(WindowTest, AClickOnACardSelectsTheVisitInAllViews) {
  const auto& card = hit("visits", [](const auto& area) { return isVisit(area, 3); });
  const LocationId place = workspace().sequence()->visits[3].location;
  click("visits", card);
  EXPECT_EQ(workspace().selection().now().selected.visit, 3U);
  EXPECT_EQ(workspace().selection().now().selected.location, place);
  // The other pictures were made again with it: their scenes differ from those without a selection.
  const std::size_t marked = view("pointer").scene()->shapes.size();
  QTest::keyClick(&view("visits"), Qt::Key_Escape);
  EXPECT_TRUE(workspace().selection().now().selected.empty());
  EXPECT_NE(view("pointer").scene()->shapes.size(), marked);
}

TEST_F(WindowTest, ShiftClickAddsAVisit) {
  click("visits", hit("visits", [](const auto& area) { return isVisit(area, 1); }));
  click("visits", hit("visits", [](const auto& area) { return isVisit(area, 4); }), Qt::ShiftModifier);
  EXPECT_EQ(workspace().selection().now().selected.visit, 1U);
  ASSERT_EQ(workspace().selection().now().alsoVisits.size(), 1U);
  EXPECT_EQ(workspace().selection().now().alsoVisits.front(), 4U);
}

TEST_F(WindowTest, HoveringPreviewsAndSaysTheExactValue) {
  const auto& card = hit("visits", [](const auto& area) { return isVisit(area, 2); });
  const QString label = QString::fromStdString(card.label);
  QTest::mouseMove(view("visits").viewport(), middleOf("visits", card));
  EXPECT_EQ(workspace().selection().now().hovered.visit, 2U);
  EXPECT_EQ(window().status()->message(), label);
  EXPECT_TRUE(workspace().selection().now().selected.empty());
}

TEST(Tips, HideNoCurve) {
  const QRect view(500, 300, 400, 300), point(600, 400, 10, 10), curve(600, 320, 10, 120), lowest(600, 320, 10, 275);
  const QPoint pointer(605, 402);
  const auto placed = [&](const QRect& mark, const QRect& screen) {
    return qt::SceneView::tipPlace(pointer, mark, view, 60, screen);
  };
  const QRect screen(0, 0, 1366, 768);
  EXPECT_EQ(placed(point, screen), pointer);
  EXPECT_LE(placed(curve, screen).y() + 28 + 60, view.top());
  EXPECT_EQ(placed(lowest, screen).y(), lowest.bottom());
  EXPECT_LE(placed(lowest, {0, 0, 1366, 640}).y() + 28 + 60, view.top()) << "the screen ends below the view";
  EXPECT_EQ(placed(curve, {0, 280, 1366, 768}).y(), curve.bottom()) << "no room above";
}

TEST_F(WindowTest, ArrowsMoveAlongTheVisits) {
  view("visits").setFocus();
  QTest::keyClick(&view("visits"), Qt::Key_Left);
  const std::size_t last = workspace().sequence()->visits.size() - 1;
  EXPECT_EQ(workspace().selection().now().selected.visit, last);
  QTest::keyClick(&view("visits"), Qt::Key_Left);
  EXPECT_EQ(workspace().selection().now().selected.visit, last - 1);
}

TEST_F(WindowTest, PageDownAndTheIndexChangeTheSample) {
  const auto row = workspace().row().value();
  QTest::keyClick(&window(), Qt::Key_PageDown);
  EXPECT_EQ(workspace().row(), row + 1);
  ASSERT_TRUE(settled());
  EXPECT_EQ(window().topBar()->index()->value(), static_cast<int>(row + 1));
  window().topBar()->index()->setFocus();
  window().topBar()->index()->selectAll();
  QTest::keyClicks(window().topBar()->index(), QStringLiteral("17"));
  QTest::keyClick(window().topBar()->index(), Qt::Key_Return);
  EXPECT_EQ(workspace().row(), 17U);
  ASSERT_TRUE(settled());
  EXPECT_EQ(workspace().inspection()->sequence, workspace().dataset()->split(Split::Test)->sequence(17));
  EXPECT_TRUE(window().status()->message().startsWith(QLatin1String("Sample 17 inspected in")));
}

TEST_F(WindowTest, ChoosingAHeadShowsItLarge) {
  const HeadRef wanted{.layer = 0, .head = 2};
  click("attention",
        hit("attention", [&](const auto& area) { return area.focus.head == wanted && !area.focus.visit; }));
  EXPECT_EQ(workspace().selection().now().selected.head, wanted);
}

TEST_F(WindowTest, TheWheelWithCtrlEnlargesTheMapAroundTheMouse) {
  workspace().setRow(8);  // 16 visits
  ASSERT_TRUE(settled());
  // At the right edge, so that whatever the map grows by can be scrolled away at its left.
  const std::size_t last = workspace().sequence()->visits.size() - 1;
  const auto cell = [&]() -> const present::HitArea& {
    return hit("attention", [last](const auto& area) { return area.focus.query == 2U && area.focus.visit == last; });
  };
  qt::SceneView& attention = view("attention");
  const auto turn = [&](int by, QPoint mouse) {
    QWheelEvent event(mouse, attention.viewport()->mapToGlobal(mouse), {}, {0, by}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(attention.viewport(), &event);
  };
  const float fitted = cell().rect.width;
  ASSERT_EQ(attention.horizontalScrollBar()->maximum(), 0);
  while (attention.horizontalScrollBar()->maximum() == 0 && attention.scene()->zoom.in)
    turn(120, middleOf("attention", cell()));
  ASSERT_TRUE(attention.scene()->zoom.in) << "the largest map fits the view: nothing is tested";
  attention.horizontalScrollBar()->setValue(attention.horizontalScrollBar()->maximum());
  const QPoint mouse = middleOf("attention", cell());
  const float before = cell().rect.width;
  turn(120, mouse);
  EXPECT_GT(cell().rect.width, before);
  EXPECT_NEAR(middleOf("attention", cell()).x(), mouse.x(), 2) << "the cell under the mouse stays there";
  turn(-120, mouse);
  EXPECT_LE(cell().rect.width, before);
  // The way back stays on screen however far the map is scrolled, and works by the mouse alone.
  turn(120, mouse);
  attention.horizontalScrollBar()->setValue(attention.horizontalScrollBar()->maximum());
  attention.verticalScrollBar()->setValue(attention.verticalScrollBar()->maximum());
  const auto isFit = [](const auto& area) {
    return area.action == present::Action(present::ZoomAttention{0}) && area.label.starts_with("Fit");
  };
  ASSERT_TRUE(attention.viewport()->rect().contains(middleOf("attention", hit("attention", isFit))));
  click("attention", hit("attention", isFit));
  EXPECT_EQ(cell().rect.width, fitted);
  turn(120, mouse);
  QTest::keyClick(&attention, Qt::Key_0);
  EXPECT_EQ(cell().rect.width, fitted);
  EXPECT_EQ(attention.horizontalScrollBar()->maximum(), 0);
}

TEST_F(WindowTest, PicturesHaveWordsForAScreenReader) {
  for (const char* id : {"visits", "prediction", "pointer", "attention", "gate", "position_bias"}) {
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&view(id));
    ASSERT_NE(spoken, nullptr);
    EXPECT_FALSE(spoken->text(QAccessible::Name).isEmpty()) << id;
    EXPECT_GT(spoken->text(QAccessible::Description).size(), 20) << id;
  }
}

TEST_F(WindowTest, AnIdleWindowPaintsNothing) {
  class Counter : public QObject {
   public:
    int paints = 0;
    bool eventFilter(QObject*, QEvent* event) override {
      if (event->type() == QEvent::Paint) ++paints;
      return false;
    }
  } counter;
  qApp->installEventFilter(&counter);
  // What the start still has to draw may take its time; then it rests for longer than anything ticks.
  int painted = 1;
  for (int attempt = 0; painted > 0 && attempt < 10; ++attempt) {
    counter.paints = 0;
    QTest::qWait(1500);
    painted = counter.paints;
  }
  qApp->removeEventFilter(&counter);
  EXPECT_EQ(painted, 0);
}

}  // namespace
}  // namespace sojourn::test
