// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader finds in the window: workspaces as tabs, every button by its name.
#include <QAbstractButton>
#include <QAccessible>
#include <QAction>

#include "tests/gui/window_fixture.h"
#include "views/qt/scene/scene_view.h"

namespace sojourn::test {
namespace {

TEST_F(WindowTest, WorkspacesAreTabsOfWhichOneIsSelected) {
  std::vector<QAccessibleInterface*> tabs;
  for (auto* button : window().findChildren<QToolButton*>()) {
    QAccessibleInterface* one = QAccessible::queryAccessibleInterface(button);
    if (one && one->role() == QAccessible::PageTab) tabs.push_back(one);
  }
  ASSERT_EQ(tabs.size(), 8U);
  const auto selected = [&] {
    QStringList names;
    for (QAccessibleInterface* tab : tabs)
      if (tab->state().selected) names << tab->text(QAccessible::Name);
    return names;
  };
  EXPECT_EQ(selected(), QStringList{QStringLiteral("Inspect")});
  const auto dataset =
      std::ranges::find_if(tabs, [](auto* tab) { return tab->text(QAccessible::Name) == QLatin1String("Dataset"); });
  ASSERT_NE(dataset, tabs.end());
  (*dataset)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
  EXPECT_EQ(selected(), QStringList{QStringLiteral("Dataset")});
}

TEST_F(WindowTest, AVisitIsReadOnceHoweverManyMarksItHas) {
  ASSERT_TRUE(settled());
  qt::SceneView& visits = view("visits");
  QAccessibleInterface* picture = QAccessible::queryAccessibleInterface(&visits);
  std::map<std::size_t, int> read;
  for (int mark = 0; mark < picture->childCount(); ++mark) {
    const auto& visit = visits.scene()->hits[static_cast<std::size_t>(mark)].focus.visit;
    if (visit && !picture->child(mark)->state().invisible) ++read[*visit];
  }
  EXPECT_EQ(read.size(), workspace().sequence()->visits.size());
  for (const auto& [visit, times] : read) EXPECT_EQ(times, 1) << "visit " << visit;
}

TEST_F(WindowTest, EveryButtonHasAName) {
  ASSERT_TRUE(settled());
  std::size_t seen = 0;
  for (const char* name : {"workspaceInspect", "workspaceWhatIf", "workspaceExplain", "workspaceTraining",
                           "workspaceCompare", "workspaceDataset", "workspacePlaces", "workspaceAblation"}) {
    window().findChild<QAction*>(QLatin1String(name))->trigger();
    ASSERT_TRUE(rested()) << name;
    for (auto* button : window().findChildren<QAbstractButton*>()) {
      if (!button->isVisible()) continue;
      QAccessibleInterface* one = QAccessible::queryAccessibleInterface(button);
      ASSERT_NE(one, nullptr);
      ++seen;
      EXPECT_FALSE(one->text(QAccessible::Name).trimmed().isEmpty())
          << name << ": " << button->metaObject()->className() << " " << button->objectName().toStdString() << " in "
          << button->parentWidget()->metaObject()->className() << " "
          << button->parentWidget()->objectName().toStdString();
    }
  }
  EXPECT_GT(seen, 200U);
}

}  // namespace
}  // namespace sojourn::test
