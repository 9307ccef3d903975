// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard and the wheel in a picture: what has the focus, what stays in sight, which parts of a turn add up.
#include <QAccessible>
#include <QApplication>
#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>
#include <cstdlib>
#include <set>
#include <utility>

#include "tests/gui/window_fixture.h"
#include "views/present/scene/scene_builder.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace {

/// The names of the marks that the studio announced to screen readers.
QStringList& announcedMarks() {
  static QStringList names;
  return names;
}

}  // namespace

/// Stands in for Qt's own function, which drops every event where no screen reader runs.
void QAccessible::updateAccessibility(QAccessibleEvent* event) {
  if (event->type() != QAccessible::Focus || event->child() < 0) return;
  QAccessibleInterface* mark = event->accessibleInterface();
  announcedMarks() << (mark ? mark->text(QAccessible::Name) : QString());
}

namespace sojourn::test {
namespace {

class SceneKeys : public WindowTest {
 protected:
  /// The name of the mark that a screen reader finds in focus.
  static QString heard(qt::SceneView& view) {
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&view);
    QAccessibleInterface* mark = spoken ? spoken->focusChild() : nullptr;
    return mark ? mark->text(QAccessible::Name) : QString();
  }
};

TEST_F(SceneKeys, EveryMarkThatKeysReachIsAnnounced) {
  for (const char* id : {"visits", "prediction", "pointer", "attention", "gate", "position_bias"}) {
    qt::SceneView& shown = view(id);
    shown.setFocus();
    (void)std::exchange(announcedMarks(), {});
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Left, Qt::Key_Up}) {
      QTest::keyClick(&shown, key);
      const QStringList announced = std::exchange(announcedMarks(), {});
      ASSERT_FALSE(announced.isEmpty()) << id << ": no event for the mark";
      EXPECT_EQ(announced.last(), shown.keyboardLabel()) << id;
      EXPECT_FALSE(heard(shown).isEmpty()) << id;
      EXPECT_EQ(heard(shown), shown.keyboardLabel()) << id;
    }
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&shown);
    ASSERT_TRUE(spoken->focusChild());
    EXPECT_EQ(spoken->focusChild()->text(QAccessible::Name), shown.keyboardLabel());
    EXPECT_EQ(spoken->focusChild()->state().focused, shown.hasFocus());
    EXPECT_EQ(spoken->indexOfChild(spoken->focusChild()), static_cast<int>(*shown.keyboardMark()));
    EXPECT_EQ(spoken->focusChild()->parent(), spoken);
    EXPECT_EQ(spoken->child(spoken->childCount()), nullptr);
  }
}

TEST(SceneKeyFrame, IsSeenWholeAtTheEdgeAndOnAMarkOfItsOwnColour) {
  const present::Theme& theme = qt::Appearance::theme();
  qt::SceneView shown(QStringLiteral("Marks"), [&theme](present::Size size) -> present::ViewContent {
    present::Scene scene;
    scene.size = scene.contentSize = size;
    scene.contentSize.height = 400;
    present::SceneBuilder builder(scene, {size, theme, qt::measurer()});
    builder.box({0, 0, 100, 40}, theme.accent);
    builder.hit({0, 0, 100, 40}, {}, "a mark", "1");
    return scene;
  });
  shown.resize(200, 120);
  shown.show();
  shown.activateWindow();
  shown.setFocus();
  ASSERT_TRUE(waitFor([&] { return shown.hasFocus(); }));
  QTest::keyClick(&shown, Qt::Key_Down);
  ASSERT_TRUE(shown.keyboardMark());
  QImage image = shown.grab().toImage();
  const auto like = [&](int x, int y, present::Color color) {
    const QColor seen = image.pixelColor(x, y), wanted = qt::toColor(color);
    return std::abs(seen.red() - wanted.red()) + std::abs(seen.green() - wanted.green()) +
               std::abs(seen.blue() - wanted.blue()) <
           60;
  };
  for (const auto& [x, y] : {std::pair{1, 20}, std::pair{50, 1}})
    EXPECT_TRUE(like(x, y, theme.accent)) << x << ' ' << y;
  for (const auto& [x, y] : {std::pair{3, 20}, std::pair{50, 3}})
    EXPECT_TRUE(like(x, y, theme.panel)) << x << ' ' << y << ": parts the frame from the mark";
  EXPECT_TRUE(like(50, 20, theme.accent)) << "inside";
  shown.verticalScrollBar()->setValue(shown.verticalScrollBar()->maximum());
  image = shown.grab().toImage();
  EXPECT_FALSE(like(1, 1, theme.accent)) << "nothing is left of a mark that is scrolled away";
}

TEST_F(SceneKeys, APictureThatScrollsKeepsItsWidthWhenItIsDrawnAgain) {
  ASSERT_TRUE(settled());
  qt::SceneView& shown = view("pointer");
  shown.setFixedHeight(150);
  QApplication::processEvents();
  ASSERT_NE(shown.scene(), nullptr);
  ASSERT_TRUE(shown.verticalScrollBar()->isVisible());
  for (int time = 0; time < 3; ++time) {
    EXPECT_EQ(static_cast<int>(shown.scene()->size.width), shown.viewport()->width()) << "drawn " << time << " times";
    shown.refresh();
  }
}

TEST_F(SceneKeys, LeftAndRightMoveAlongVisitsAndAlongOtherMarks) {
  qt::SceneView& shown = view("visits");
  shown.setFocus();
  QTest::keyClick(&shown, Qt::Key_Left);
  const std::size_t last = workspace().sequence()->visits.size() - 1;
  ASSERT_TRUE(shown.keyboardMark());
  EXPECT_EQ(shown.scene()->hits[*shown.keyboardMark()].focus.visit, last);
  QTest::keyClick(&shown, Qt::Key_Left);
  EXPECT_EQ(shown.scene()->hits[*shown.keyboardMark()].focus.visit, last - 1);

  // From a mark that is no visit the keys go to the next mark, not to a visit.
  qt::SceneView& maps = view("attention");
  maps.setFocus();
  QTest::keyClick(&maps, Qt::Key_Down);
  const auto& first = maps.scene()->hits[*maps.keyboardMark()];
  ASSERT_FALSE(first.focus.visit);
  const auto selected = workspace().selection().now().selected;
  QTest::keyClick(&maps, Qt::Key_Right);
  EXPECT_EQ(workspace().selection().now().selected, selected);
  EXPECT_GT(maps.scene()->hits[*maps.keyboardMark()].rect.x, 0);
}

TEST_F(SceneKeys, LeftAndRightMoveAlongAColumn) {
  for (const char* id : {"prediction", "gate", "position_bias", "pointer"}) {
    qt::SceneView& shown = view(id);
    shown.setFocus();
    QTest::keyClick(&shown, Qt::Key_Down);
    std::set<std::size_t> reached;
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Left, Qt::Key_Left}) {
      QTest::keyClick(&shown, key);
      ASSERT_TRUE(shown.keyboardMark()) << id;
      reached.insert(*shown.keyboardMark());
    }
    EXPECT_GE(reached.size(), 2U) << id << ": the keys lead nowhere";
  }
}

TEST_F(SceneKeys, NothingHidesBelowWhatIsPinned) {
  window().resize(1200, 560);
  workspace().setRow(8);
  ASSERT_TRUE(settled());
  qt::SceneView& shown = view("pointer");
  shown.setFocus();
  ASSERT_TRUE(shown.scene());
  ASSERT_GT(shown.scene()->scrollRange(), 0);
  ASSERT_GT(shown.scene()->pinnedTop, 0);
  const auto inSight = [&] {
    const present::Scene& scene = *shown.scene();
    const present::Rect mark = scene.hits[*shown.keyboardMark()].rect;
    const QRectF on = shown.onViewport(mark);
    const bool pinned = mark.bottom() <= scene.pinnedTop || mark.y >= scene.contentSize.height - scene.pinnedBottom;
    const double top = pinned ? 0 : static_cast<double>(scene.pinnedTop);
    const double bottom = shown.viewport()->height() - (pinned ? 0 : static_cast<double>(scene.pinnedBottom));
    return on.top() >= top - 1 && on.bottom() <= bottom + 1;
  };
  const std::size_t visits = workspace().sequence()->visits.size();
  for (std::size_t i = 0; i < visits; ++i) {
    QTest::keyClick(&shown, Qt::Key_Left);
    EXPECT_TRUE(inSight()) << i << " upwards";
  }
  for (std::size_t i = 0; i < visits + 3; ++i) {
    QTest::keyClick(&shown, Qt::Key_Down);
    EXPECT_TRUE(inSight()) << i << " downwards";
  }
}

TEST_F(SceneKeys, PartsOfATurnAddUpToAStep) {
  qt::SceneView& maps = view("attention");
  const auto turn = [&](int by) {
    const QPoint mouse = maps.viewport()->rect().center();
    QWheelEvent event(mouse, maps.viewport()->mapToGlobal(mouse), {}, {0, by}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(maps.viewport(), &event);
  };
  workspace().setRow(8);  // 16 visits: more than fit at the largest cell
  ASSERT_TRUE(settled());
  ASSERT_TRUE(maps.scene()->zoom.in);
  const present::Action first = *maps.scene()->zoom.in;
  for (int part = 0; part < 7; ++part) turn(15);
  EXPECT_EQ(*maps.scene()->zoom.in, first) << "seven eighths of a step are none";
  turn(15);
  ASSERT_TRUE(maps.scene()->zoom.in);
  EXPECT_NE(*maps.scene()->zoom.in, first);
  EXPECT_TRUE(maps.scene()->zoom.out);
}

TEST(WheelSteps, KeepTheRestAndForgetItWhereTheTurnGoesBack) {
  qt::WheelSteps wheel;
  EXPECT_EQ(wheel.add(240), 2);
  EXPECT_EQ(wheel.add(100), 0);
  EXPECT_EQ(wheel.add(-60), 0) << "the other way begins at nothing";
  EXPECT_EQ(wheel.add(-60), -1);
  EXPECT_EQ(wheel.add(-119), 0);
  EXPECT_EQ(wheel.add(-1), -1);
}

}  // namespace
}  // namespace sojourn::test
