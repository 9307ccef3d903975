// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts at another size of the window or of the text: people's own are kept, the workspace's own are made again.
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/gui/window_fixture.h"
#include "tests/support/temp_folder.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/dock_layout.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/shell/studio_workspace.h"
#include "views/qt/shell/top_bar.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn {
namespace {

using test::waitFor;

constexpr QSize large(2560, 1400), small(1366, 730);

struct SizedStudio : test::StudioStart {
  SizedStudio(const std::filesystem::path& state, QSize size) : StudioStart(state, size) { EXPECT_TRUE(settled()); }
  qt::ViewDock& dock(const char* id) { return *window->docks()->dock(QLatin1String(id)); }
  bool inFront(const char* id) { return dock(id).isVisible() && !dock(id).visibleRegion().isEmpty(); }
  void dragLineBelowVisits(int by) {
    qt::DockArea* area = window->docks();
    const QRect visits = dock("visits").geometry();
    const QPoint line(visits.center().x(), (visits.bottom() + dock("prediction").geometry().top()) / 2);
    QTest::mousePress(area, Qt::LeftButton, {}, line);
    QTest::mouseMove(area, line + QPoint(0, by));
    QTest::mouseRelease(area, Qt::LeftButton, {}, line + QPoint(0, by));
  }
  /// Where every view is that can be seen.
  std::map<std::string, QRect> places() {
    std::map<std::string, QRect> all;
    for (const qt::ViewDock* dock : window->docks()->docks())
      if (!dock->visibleRegion().isEmpty()) all.emplace(dock->id().toStdString(), dock->geometry());
    return all;
  }
  bool comesTo(const std::map<std::string, QRect>& wanted) {
    return waitFor([&] { return places() == wanted; });
  }
};

struct Layouts : ::testing::Test {
  void close(std::unique_ptr<SizedStudio>& studio) {
    ASSERT_TRUE(studio->workspaceAutosave().flush());
    studio.reset();
  }
  std::unique_ptr<SizedStudio> start(QSize size, const char* state = "state") {
    return std::make_unique<SizedStudio>(m_folder / state, size);
  }
  test::TempFolder m_folder;
};

TEST(DockLayout, PartsShareWhatTheOthersLeave) {
  const std::vector<qt::DockPart> parts{{100, qt::tabs({"a"})}, {0, qt::tabs({"b"})}, {0, qt::tabs({"c"})}};
  EXPECT_EQ(qt::extentsOf(parts, 508), (QList<int>{100, 200, 200})) << "with two lines of 4 px between them";
  EXPECT_EQ(qt::extentsOf(parts, 50), (QList<int>{100, 1, 1})) << "a dock without room is still one";
}

TEST(DockLayout, KnowsItsDocksInTheirOrder) {
  qt::DockLayout layout =
      qt::row({{0, qt::column({{0, qt::tabs({"a", "b"}, {"c"})}, {0, qt::tabs({"d"})}})}, {0, qt::tabs({"e"})}});
  EXPECT_EQ(layout.ids().join(QLatin1Char(' ')), QStringLiteral("a b c d e"));
  EXPECT_EQ(layout.first(), QStringLiteral("a"));
  EXPECT_EQ(layout.lastStack().first(), QStringLiteral("e"));
}

TEST(DockLayout, StandsAsAnotherOfOtherSizes) {
  const auto layout = [](int width, const char* right) {
    return qt::row({{width, qt::tabs({"a"}, {"b"})}, {0, qt::column({{0, qt::tabs({"c"})}, {90, qt::tabs({right})}})}});
  };
  EXPECT_TRUE(layout(100, "d").standsAs(layout(200, "d")));
  EXPECT_FALSE(layout(100, "d").standsAs(layout(100, "e")));
  EXPECT_FALSE(qt::row({{0, qt::tabs({"a"})}, {0, qt::tabs({"b"})}})
                   .standsAs(qt::column({{0, qt::tabs({"a"})}, {0, qt::tabs({"b"})}})));
}

TEST_F(Layouts, HaveAPlaceForEveryView) {
  for (const QSize size : {large, small, QSize(1100, 700)}) {
    auto studio = start(size, "places");
    for (const auto& [workspace, name] : qt::studioWorkspaces) {
      studio->window->showWorkspace(workspace);
      qt::DockArea* area = studio->window->docks();
      area->arrange(size);
      int fronts = 0;
      for (const qt::ViewDock* dock : area->docks()) {
        EXPECT_FALSE(dock->isFloating());
        if (!dock->visibleRegion().isEmpty()) ++fronts;
      }
      EXPECT_GE(fronts, 2) << name;
      // What has no place of its own comes when it is asked for.
      for (qt::ViewDock* dock : area->docks()) {
        dock->reveal();
        EXPECT_TRUE(waitFor([&] { return !dock->visibleRegion().isEmpty(); }))
            << name << ": " << dock->id().toStdString();
      }
    }
  }
}

TEST_F(Layouts, AreMadeAgainForASmallerWindow) {
  auto studio = start(large);
  ASSERT_TRUE(waitFor([&] { return studio->inFront("position_bias") && studio->inFront("attention"); }));
  ASSERT_FALSE(studio->window->docks()->arrangedByHand());
  close(studio);
  auto untouched = start(small, "new");
  const auto wanted = untouched->places();
  ASSERT_FALSE(untouched->inFront("position_bias")) << "behind a tab in a small window";
  studio = start(small);
  EXPECT_TRUE(studio->comesTo(wanted));
}

TEST_F(Layouts, KeepTheViewInFrontAtAnotherSize) {
  auto studio = start(small);
  studio->dock("gate").reveal();
  ASSERT_TRUE(waitFor([&] { return studio->inFront("gate"); }));
  close(studio);
  studio = start(small - QSize(40, 40));
  EXPECT_TRUE(waitFor([&] { return studio->inFront("gate"); }));
  EXPECT_FALSE(studio->window->docks()->arrangedByHand());
}

TEST_F(Layouts, MadeByHandStayAtEverySize) {
  auto studio = start(large);
  studio->window->docks()->moveDock(&studio->dock("gate"), Qt::LeftEdge);
  studio->dock("samples").close();
  ASSERT_TRUE(waitFor([&] { return studio->dock("gate").x() < studio->dock("attention").x(); }));
  close(studio);
  studio = start(small);
  EXPECT_TRUE(waitFor([&] { return studio->dock("gate").x() < studio->dock("attention").x(); }));
  EXPECT_TRUE(studio->dock("samples").isHidden());
  EXPECT_TRUE(studio->window->docks()->arrangedByHand());
  studio->window->action("resetLayout")->trigger();
  EXPECT_FALSE(studio->window->docks()->arrangedByHand());
}

TEST_F(Layouts, AreMadeByHandByADraggedLineAndNotByAClick) {
  auto studio = start({1600, 1000});
  QTest::mouseClick(studio->dock("visits").bar(), Qt::LeftButton);
  EXPECT_FALSE(studio->window->docks()->arrangedByHand());
  studio->dragLineBelowVisits(40);
  EXPECT_TRUE(studio->window->docks()->arrangedByHand());
}

// As when the banner that asks for a time zone comes after the window.
TEST_F(Layouts, AreRestoredToThePixelWhenTheWindowHasItsRoomAgain) {
  auto studio = start({1300, 700});
  studio->dragLineBelowVisits(37);
  const auto before = studio->places();
  close(studio);
  studio = start({1300, 664});
  ASSERT_NE(studio->places(), before);
  studio->window->resize(1300, 700);
  EXPECT_TRUE(studio->comesTo(before));
}

TEST_F(Layouts, ThatWereChangedSinceAreNotRestoredAgain) {
  auto studio = start({1300, 700});
  studio->dragLineBelowVisits(37);
  const auto before = studio->places();
  close(studio);
  studio = start({1300, 664});
  studio->dragLineBelowVisits(20);
  studio->window->resize(1300, 700);
  ASSERT_TRUE(studio->settled());
  EXPECT_NE(studio->dock("visits").height(), before.at("visits").height());
}

TEST_F(Layouts, GiveLargerTextMoreRoom) {
  auto studio = start({1600, 1000});
  const int before = studio->dock("prediction").width();
  ASSERT_LT(before, 300);
  studio->host.workspace().setTextPercent(150);
  EXPECT_TRUE(waitFor([&] { return studio->dock("prediction").width() >= 340; }))
      << studio->dock("prediction").width() << " px of the 348 that 232 are at 150 %";
}

TEST_F(Layouts, FollowTextThatTheDesktopMakesLarger) {
  auto studio = start({1600, 1000});
  ASSERT_LT(studio->dock("prediction").width(), 300);
  qt::Appearance::instance()->setTextSize(1.5);
  EXPECT_TRUE(waitFor([&] { return studio->dock("prediction").width() >= 340; }))
      << studio->dock("prediction").width();
  qt::Appearance::instance()->setTextSize(1);
}

TEST_F(Layouts, HelpIsReadWhenItIsShownAndHasTheSizeOfTheTextThen) {
  auto studio = start({1600, 1000});
  qt::HelpPanel* help = studio->window->docks()->help();
  EXPECT_TRUE(help->toPlainText().isEmpty()) << "most people never open it";
  const auto show = [&] {
    studio->dock("help").reveal();
    ASSERT_TRUE(waitFor([&] { return help->isVisible(); }));
  };
  show();
  EXPECT_EQ(help->page(), QStringLiteral("index"));
  EXPECT_FALSE(help->toPlainText().isEmpty());
  const double points = help->document()->defaultFont().pointSizeF();
  studio->dock("help").close();
  qt::Appearance::instance()->setTextSize(1.5);
  show();
  EXPECT_NEAR(help->document()->defaultFont().pointSizeF(), points * 1.5, 0.1);
  qt::Appearance::instance()->setTextSize(1);
}

// A picture may take long to make: docks that are arranged give a view several sizes before one is painted.
TEST(SceneSize, OnlyTheLastOfSeveralSizesIsDrawn) {
  std::vector<int> asked;
  qt::SceneView shown(QStringLiteral("Marks"), [&asked](present::Size size) -> present::ViewContent {
    asked.push_back(static_cast<int>(size.width));
    present::Scene scene;
    scene.size = scene.contentSize = size;
    return scene;
  });
  shown.resize(300, 200);
  shown.show();
  QCoreApplication::processEvents();
  asked.clear();
  for (const int width : {400, 350, 500}) shown.resize(width, 200);
  shown.refreshOnceLaidOut();
  EXPECT_TRUE(asked.empty()) << "not while sizes come";
  QCoreApplication::processEvents();
  EXPECT_EQ(asked, std::vector<int>{500});
  shown.resize(500, 200);
  QCoreApplication::processEvents();
  EXPECT_EQ(asked.size(), 1U) << "nothing has changed";
}

TEST_F(Layouts, OfLargerTextLeaveTheKeyboardWhereItIsAndSayTheSize) {
  auto studio = start({1600, 1000});
  QWidget* table = studio->window->samples()->table();
  table->setFocus();
  const int before = studio->dock("prediction").width();
  const auto said = [&] {
    for (const QLabel* label : studio->window->findChildren<QLabel*>())
      if (label->accessibleName() == QStringLiteral("Message")) return label->text();
    return QString();
  };
  for (int i = 0; i < 3; ++i) studio->window->action("largerText")->trigger();
  ASSERT_TRUE(waitFor([&] { return studio->dock("prediction").width() > before; }));
  EXPECT_EQ(QApplication::focusWidget(), table);
  EXPECT_EQ(said(), QStringLiteral("Text at 130 %"));
  studio->window->action("normalText")->trigger();
  ASSERT_TRUE(waitFor([&] { return studio->dock("prediction").width() == before; }));
  EXPECT_EQ(QApplication::focusWidget(), table);
  EXPECT_EQ(said(), QStringLiteral("Text at 100 %"));
}

TEST_F(Layouts, LargeTextLeavesDatasetAndCheckpointTheirNames) {
  auto studio = start(small);
  studio->host.workspace().setTextPercent(150);
  EXPECT_NEAR(studio->window->menuBar()->font().pointSizeF(), qt::toFont({.size = 12.5F}).pointSizeF(), 0.1);
  std::size_t found = 0;
  for (const QToolButton* tool : studio->window->findChildren<QToolButton*>()) {
    const auto* button = dynamic_cast<const qt::BarButton*>(tool);
    if (!button || !button->menu()) continue;
    ++found;
    EXPECT_TRUE(waitFor([&] { return button->width() >= 100; }))
        << button->label().toStdString() << ": " << button->width() << " px";
  }
  EXPECT_EQ(found, 2U);
}

// What is not on the screen when colours or the text change is styled when it is shown.
TEST_F(Layouts, OfHiddenWorkspacesLookAsIfTheyHadBeenShown) {
  auto studio = start({1600, 1000});
  session::Workspace& workspace = studio->host.workspace();
  const auto choose = [&](session::ThemeChoice theme, std::int32_t percent) {
    workspace.setTheme(theme);
    workspace.setTextPercent(percent);
  };
  for (const auto hidden : {qt::StudioWorkspace::Training, qt::StudioWorkspace::Explain}) {
    const auto* queue = studio->window->findChild<QPushButton*>(QStringLiteral("queueRuns"));
    ASSERT_NE(queue, nullptr);
    // When nothing is computed, nothing is laid out any more and the Launch form has checked its folders.
    const auto atRest = [&](qt::StudioWorkspace shown) {
      studio->window->showWorkspace(shown);
      QImage before;
      EXPECT_TRUE(waitFor([&] {
        QTest::qWait(50);
        const QImage now = studio->window->docks()->grab().toImage();
        return studio->settled() && studio->host.workspace().threads().idle() &&
               (queue->isEnabled() || !queue->isVisible()) && std::exchange(before, now) == now;
      }));
      return before;
    };
    const QImage light = atRest(hidden);
    atRest(qt::StudioWorkspace::Inspect);
    choose(session::ThemeChoice::Dark, 120);
    const QImage dark = atRest(hidden);
    choose(session::ThemeChoice::Light, 100);
    EXPECT_TRUE(atRest(hidden) == light);
    choose(session::ThemeChoice::Dark, 120);
    EXPECT_TRUE(atRest(hidden) == dark);
    choose(session::ThemeChoice::Light, 100);
  }
}

TEST_F(Layouts, GiveTheModelsLineTheWordsThatHaveRoomAtEveryTextSize) {
  auto studio = start(small);
  const auto labels = studio->window->status()->findChildren<QLabel*>();
  const auto found = std::ranges::find(labels, QStringLiteral("Loaded model"), &QLabel::accessibleName);
  ASSERT_NE(found, labels.end());
  const QLabel& line = **found;
  studio->window->status()->say(QStringLiteral("Of a long message every word is shown ").repeated(3));
  const QString words = line.text();
  ASSERT_TRUE(words.contains(u'\u00b7')) << words.toStdString();
  for (const std::int32_t percent : {200, 100}) {
    studio->host.workspace().setTextPercent(percent);
    EXPECT_TRUE(waitFor([&] { return (line.text() == words) == (percent == 100); })) << percent;
    EXPECT_GE(line.width(), line.fontMetrics().horizontalAdvance(line.text())) << percent;
  }
}

TEST_F(Layouts, AreAsBeforeWhenTheTextIsAsBefore) {
  auto studio = start(small);
  const auto before = studio->places();
  const int visits = studio->dock("visits").height();
  for (int i = 0; i < 3; ++i) studio->window->action("largerText")->trigger();
  ASSERT_TRUE(waitFor([&] { return studio->dock("visits").height() > visits; }));
  studio->window->action("normalText")->trigger();
  EXPECT_TRUE(studio->comesTo(before));
}

}  // namespace
}  // namespace sojourn
