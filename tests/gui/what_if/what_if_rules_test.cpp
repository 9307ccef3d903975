// SPDX-License-Identifier: GPL-3.0-or-later
// Edit rules in the real window: chosen, run over the filtered samples, shown as a table.
#include "views/qt/what_if/what_if_rules.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "tests/gui/window_fixture.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/place_picker.h"

namespace sojourn::test {
namespace {

class RulesWindow : public WindowTest {
 protected:
  RulesWindow() {
    EXPECT_TRUE(settled());
    window().showWorkspace(qt::StudioWorkspace::WhatIf);
    window().whatIf()->dock(QStringLiteral("what_if_rules"))->reveal();
    QCoreApplication::processEvents();
  }
  qt::WhatIfRules& rules() { return *window().whatIf()->rules(); }
  template <class Widget>
  Widget* control(const char* name) {
    return rules().bar()->findChild<Widget*>(QLatin1String(name));
  }
  void choose(const QString& rule) {
    auto* kind = control<QComboBox>("ruleKind");
    kind->setCurrentIndex(kind->findText(rule));
  }
};

TEST_F(RulesWindow, ARuleRunsOverTheFilteredSamples) {
  EXPECT_FALSE(rules().rules().effect());
  workspace().samples().setFilterText("len>10");
  const std::size_t shown = workspace().samples().view().rows().size();
  ASSERT_GT(shown, 0U);
  ASSERT_LT(shown, fakeRows);
  choose(QStringLiteral("Keep the last visits"));
  EXPECT_TRUE(control<QSpinBox>("ruleVisits")->isVisible());
  EXPECT_FALSE(control<QSpinBox>("ruleMinutes")->isVisible());
  control<QSpinBox>("ruleVisits")->setValue(2);
  QTest::mouseClick(control<QToolButton>("runRule"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return rules().rules().effect() != nullptr; }));
  EXPECT_EQ(rules().rules().effect()->rule, "Keep the last 2 visits");
  EXPECT_EQ(rules().rules().effect()->samples, shown);
  EXPECT_EQ(control<QToolButton>("runRule")->text(), QStringLiteral("Run"));
  ASSERT_TRUE(
      waitFor([&] { return view("what_if_rules").scene() && !view("what_if_rules").scene()->table.rows.empty(); }));
  EXPECT_EQ(view("what_if_rules").scene()->caption.find("test, "), 0U) << view("what_if_rules").scene()->caption;
  EXPECT_FALSE(view("what_if_rules").waiting());
  workspace().samples().setFilterText("");
  EXPECT_TRUE(view("what_if_rules").waiting()) << "its figures are of other samples than those that are shown";
  ASSERT_TRUE(waitFor([&] { return view("what_if_rules").scene()->captionRight == "from another filter"; }));
  QTest::keyClick(&window(), Qt::Key_PageDown);
  workspace().samples().setFilterText("len>10");
  EXPECT_FALSE(view("what_if_rules").waiting()) << "of the filter, whatever the sample";
}

TEST_F(RulesWindow, PlacesArePicked) {
  choose(QStringLiteral("Replace a place"));
  EXPECT_FALSE(control<QToolButton>("runRule")->isEnabled()) << "no places yet";
  std::vector<LocationId> wanted;
  for (const char* button : {"ruleFrom", "ruleTo"}) {
    QTest::mouseClick(control<QToolButton>(button), Qt::LeftButton);
    ASSERT_TRUE(rules().picker()->isVisible());
    if (!wanted.empty()) QTest::keyClick(rules().picker()->search(), Qt::Key_Down);
    wanted.push_back(rules().picker()->list()->currentItem()->data(Qt::UserRole).toInt());
    QTest::keyClick(rules().picker()->search(), Qt::Key_Return);
  }
  ASSERT_NE(wanted[0], wanted[1]);
  EXPECT_EQ(rules().rule(), EditRule(ReplacePlace{wanted[0], wanted[1]}));
  QTest::mouseClick(control<QToolButton>("runRule"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return rules().rules().effect() != nullptr; }));
  EXPECT_EQ(rules().rules().effect()->rule.find("Replace "), 0U);
}

TEST_F(RulesWindow, NothingToDoCannotBeRun) {
  choose(QStringLiteral("Shift all times"));
  EXPECT_TRUE(control<QToolButton>("runRule")->isEnabled());
  control<QSpinBox>("ruleMinutes")->setValue(0);
  EXPECT_FALSE(control<QToolButton>("runRule")->isEnabled());
}

}  // namespace
}  // namespace sojourn::test
