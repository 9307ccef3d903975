// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging a visit in a picture with the mouse: previews while it moves, one edit on the drop, nothing after Escape.
#include <QApplication>
#include <QTest>
#include <vector>

#include <gtest/gtest.h>

#include "views/qt/scene/scene_view.h"

namespace sojourn::test {
namespace {

using present::Action;
using qt::SceneView;

/// A picture with one mark at 100, 28 that can go 300 minutes back and 600 on, half a pixel a minute.
present::ViewContent oneMark(present::Size size) {
  present::Scene scene;
  scene.size = scene.contentSize = size;
  const present::Rect block{100, 28, 40, 14}, band{12, 28, 500, 14};
  present::HitArea mark{.rect = block, .focus = {}, .label = "Office, Wed 10:00", .value = {}, .action = {}};
  mark.focus.visit = 7;
  mark.drag = present::Drag{.visit = 7,
                            .weekday = 2,
                            .minute = 600,
                            .least = -300,
                            .most = 600,
                            .pixelsPerMinute = 0.5F,
                            .block = block,
                            .band = band};
  scene.hits.push_back(mark);
  return scene;
}

class Dragging : public testing::Test {
 protected:
  Dragging() : view(QStringLiteral("Visits"), [](present::Size size) { return oneMark(size); }) {
    QObject::connect(&view, &SceneView::actionRequested, [this](const Action& action) {
      asked.push_back(action);
      view.refresh();  // as a preview does: the scene that owned the mark is gone
    });
    QObject::connect(&view, &SceneView::said, [this](const QString& text) { said = text; });
    view.resize(600, 200);
    view.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.setFocus();
  }
  void move(int x, Qt::KeyboardModifiers modifiers = {}) {
    QMouseEvent event(QEvent::MouseMove, QPointF(x, 35), view.viewport()->mapToGlobal(QPoint(x, 35)), Qt::NoButton,
                      Qt::LeftButton, modifiers);
    QApplication::sendEvent(view.viewport(), &event);
  }
  void press() { QTest::mousePress(view.viewport(), Qt::LeftButton, {}, {120, 35}); }
  void release(int x, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, modifiers, {x, 35});
  }

  SceneView view;
  std::vector<Action> asked;
  QString said;
};

TEST_F(Dragging, AsksForEveryStepOnceAndForOneEdit) {
  press();
  move(140);  // 40 minutes: 45
  move(141);  // still the same quarter
  EXPECT_EQ(said, QStringLiteral("Wed 10:45, 45 min later"));
  move(150);
  release(150);
  const std::vector<Action> expected{present::PreviewShift{{7, 45, false}}, present::PreviewShift{{7, 60, false}},
                                     present::ShiftVisit{{7, 60, false}}};
  EXPECT_EQ(asked, expected);
}

TEST_F(Dragging, AltGoesByMinutesAndCtrlCopies) {
  press();
  move(143, Qt::AltModifier);
  release(90, Qt::ControlModifier);
  const std::vector<Action> expected{present::PreviewShift{{7, 46, false}}, present::PreviewShift{{7, -60, true}},
                                     present::ShiftVisit{{7, -60, true}}};
  EXPECT_EQ(asked, expected);
}

TEST_F(Dragging, EscapeTakesThePreviewBackAndTheDropThenDoesNothing) {
  press();
  move(150);
  QTest::keyClick(&view, Qt::Key_Escape);
  move(200);
  release(200);
  const std::vector<Action> expected{present::PreviewShift{{7, 60, false}}, present::PreviewShift{{7, 0, false}}};
  EXPECT_EQ(asked, expected);
}

TEST_F(Dragging, BackWhereItBeganIsNoEdit) {
  press();
  move(150);
  move(120);
  release(120);
  const std::vector<Action> expected{present::PreviewShift{{7, 60, false}}, present::PreviewShift{{7, 0, false}}};
  EXPECT_EQ(asked, expected);
}

TEST_F(Dragging, AClickOnlySelects) {
  std::vector<Focus> selected;
  QObject::connect(&view, &SceneView::selected, [&](const Focus& focus, bool) { selected.push_back(focus); });
  press();
  move(121);  // a hand trembles
  release(121);
  ASSERT_EQ(selected.size(), 1U);
  EXPECT_EQ(selected[0].visit, 7U);
  EXPECT_TRUE(asked.empty());
}

TEST_F(Dragging, ADragSelectsNothingByItself) {
  // So that several which are selected stay so, and go along.
  std::vector<Focus> selected;
  QObject::connect(&view, &SceneView::selected, [&](const Focus& focus, bool) { selected.push_back(focus); });
  press();
  move(150);
  release(150);
  EXPECT_TRUE(selected.empty());
  EXPECT_EQ(asked.size(), 2U);
}

TEST_F(Dragging, EndsAreKeptAndOtherKeysWait) {
  bool cleared = false, stepped = false;
  QObject::connect(&view, &SceneView::cleared, [&] { cleared = true; });
  QObject::connect(&view, &SceneView::visitStepped, [&] { stepped = true; });
  press();
  move(-4000);
  QTest::keyClick(&view, Qt::Key_Right);
  release(-4000);
  const std::vector<Action> expected{present::PreviewShift{{7, -300, false}}, present::ShiftVisit{{7, -300, false}}};
  EXPECT_EQ(asked, expected);
  EXPECT_FALSE(stepped);
  QTest::keyClick(&view, Qt::Key_Escape);  // the drag is over: Escape means what it always does
  EXPECT_TRUE(cleared);
}

TEST_F(Dragging, AViewThatIsHiddenLetsGo) {
  press();
  move(150);
  view.hide();
  view.show();
  release(200);
  const std::vector<Action> expected{present::PreviewShift{{7, 60, false}}, present::PreviewShift{{7, 0, false}}};
  EXPECT_EQ(asked, expected);
}

}  // namespace
}  // namespace sojourn::test
