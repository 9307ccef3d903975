// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the window: as high as a screen, and gone with the workspace they are about.
#include <QAction>
#include <QMenuBar>

#include "tests/gui/window_fixture.h"
#include "views/qt/widgets/appearance.h"

namespace sojourn::test {
namespace {

TEST_F(WindowTest, NoMenuIsHigherThanALaptopsScreenEvenAtLargeText) {
  constexpr int lowest = 768;
  qt::Appearance::instance()->setTextSize(1.5);
  for (const QMenu* menu : window().menuBar()->findChildren<QMenu*>()) {
    const bool isList = menu->title() == QLatin1String("&Times shown");  // of all zones: it scrolls
    EXPECT_TRUE(isList || menu->sizeHint().height() < lowest)
        << menu->title().toStdString() << ": " << menu->sizeHint().height();
  }
  qt::Appearance::instance()->setTextSize(1);
}

TEST_F(WindowTest, APopupClosesWithItsWorkspace) {
  QMenu menu(&window());
  menu.addAction(QStringLiteral("One"));
  menu.popup(window().mapToGlobal(QPoint(100, 100)));
  ASSERT_TRUE(menu.isVisible());
  window().findChild<QAction*>(QStringLiteral("workspaceDataset"))->trigger();
  EXPECT_FALSE(menu.isVisible());
}

}  // namespace
}  // namespace sojourn::test
