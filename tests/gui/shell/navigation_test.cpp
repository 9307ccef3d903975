// SPDX-License-Identifier: GPL-3.0-or-later
// Back and Forward, and what one click and two do in Nearest.
#include "views/qt/shell/navigation.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>

#include "tests/gui/window_fixture.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/what_if/what_if_area.h"

namespace sojourn {
namespace {

using test::waitFor;
using test::WindowTest;

struct NavigationTest : WindowTest {
  void press(Qt::Key key) { QTest::keyClick(&window(), key, Qt::AltModifier); }
  [[nodiscard]] bool shows(Split split, std::size_t row) {
    return waitFor([&] { return workspace().split() == split && workspace().row() == row; });
  }
};

TEST_F(NavigationTest, BackReturnsFromATrainingSampleToTheSampleAndWorkspace) {
  workspace().setRow(4);
  window().showWorkspace(qt::StudioWorkspace::WhatIf);
  EXPECT_TRUE(window().navigation()->back()->isEnabled());
  Q_EMIT window().whatIf()->actionRequested(present::SelectTraining{21});
  EXPECT_EQ(workspace().split(), Split::Test) << "a click selects";
  Q_EMIT window().whatIf()->actionRequested(present::OpenTraining{21});
  ASSERT_TRUE(shows(Split::Train, 21));
  press(Qt::Key_Left);
  ASSERT_TRUE(shows(Split::Test, 4));
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::WhatIf);
  press(Qt::Key_Left);
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Inspect);
  press(Qt::Key_Right);
  press(Qt::Key_Right);
  ASSERT_TRUE(shows(Split::Train, 21));
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::WhatIf);
  EXPECT_FALSE(window().navigation()->forward()->isEnabled());
}

TEST_F(NavigationTest, SteppingIsOneEntry) {
  workspace().setRow(9);
  for (int i = 0; i < 5; ++i) QTest::keyClick(&window(), Qt::Key_PageDown);
  EXPECT_EQ(workspace().row(), 14U);
  EXPECT_TRUE(window().navigation()->back()->toolTip().contains(QStringLiteral("sample 9, test")))
      << window().navigation()->back()->toolTip().toStdString();
  press(Qt::Key_Left);
  EXPECT_EQ(workspace().row(), 9U);
}

TEST_F(NavigationTest, BackOpensTheDatasetOfBefore) {
  workspace().setRow(6);
  workspace().open(
      {.data = "/elsewhere/town", .checkpoint = "/elsewhere/town.pt", .heads = {}, .split = {}, .index = 2});
  ASSERT_TRUE(waitFor([this] { return !workspace().isDemo() && workspace().row() == 2U; }));
  press(Qt::Key_Left);
  ASSERT_TRUE(waitFor([this] { return workspace().isDemo() && workspace().row() == 6U; }));
  EXPECT_FALSE(window().navigation()->back()->toolTip().contains(QStringLiteral("sample 2")));
  press(Qt::Key_Right);
  ASSERT_TRUE(waitFor([this] { return !workspace().isDemo() && workspace().row() == 2U; }));
}

TEST_F(NavigationTest, TheMouseHasButtonsForIt) {
  workspace().setRow(3);
  workspace().setRow(20);
  QTest::mouseClick(view("visits").viewport(), Qt::BackButton);
  EXPECT_EQ(workspace().row(), 3U);
  QTest::mouseClick(view("visits").viewport(), Qt::ForwardButton);
  EXPECT_EQ(workspace().row(), 20U);
}

TEST_F(NavigationTest, TheLinkHasFilterAndEdits) {
  workspace().samples().setFilterText("len>9");
  Sequence edited = *workspace().sequence();
  edited.visits.front().durationMinutes = 33;
  workspace().setSequence(edited);
  window().action("copyLink")->trigger();
  const QString link = QApplication::clipboard()->text();
  EXPECT_TRUE(link.contains(QStringLiteral(" --filter 'len>9'"))) << link.toStdString();
  EXPECT_TRUE(link.contains(QStringLiteral(" --edited 'user "))) << link.toStdString();
}

}  // namespace
}  // namespace sojourn
