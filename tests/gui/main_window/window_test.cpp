// SPDX-License-Identifier: GPL-3.0-or-later
// The window around the pictures: banners, theme, palette, tables, help, layouts, exports.
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QHeaderView>
#include <QImage>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <filesystem>

#include "tests/gui/window_fixture.h"
#include "tests/support/temp_folder.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/report/gallery.h"
#include "views/qt/report/searched_views.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/scene/table_dialog.h"
#include "views/qt/shell/banner_area.h"
#include "views/qt/shell/command_palette.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

QPushButton* closeButtonOf(QWidget& area) {
  for (auto* button : area.findChildren<QPushButton*>()) {
    if (button->accessibleName() == QLatin1String("Dismiss this message")) return button;
  }
  return nullptr;
}

TEST_F(WindowTest, AnErrorStaysUntilClosedAndTakesNothingAway) {
  const auto before = workspace().dataset();
  window().openPaths({QStringLiteral("/nowhere/broken")});
  workspace().openDataset("/nowhere/broken");
  ASSERT_TRUE(waitFor([this] { return window().banners()->shownBanners() > 0; }));
  EXPECT_EQ(workspace().dataset(), before);
  EXPECT_NE(view("visits").scene(), nullptr);
  ASSERT_TRUE(rested());
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(settled());
  const int shown = window().banners()->shownBanners();
  EXPECT_GE(shown, 1);
  EXPECT_TRUE(window().banners()->isVisible());
  while (QPushButton* close = closeButtonOf(*window().banners())) {
    QTest::mouseClick(close, Qt::LeftButton);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  EXPECT_FALSE(window().banners()->isVisible());
}

TEST_F(WindowTest, EveryWorkspaceShowsTheSameSampleAndItsLinkSaysWhichOneItWas) {
  ASSERT_TRUE(settled());
  QTest::keyClick(&window(), Qt::Key_2, Qt::ControlModifier);
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::WhatIf);
  EXPECT_TRUE(window().action("nextSample")->isEnabled());
  ASSERT_TRUE(waitFor([this] { return view("what_if_visits").scene() != nullptr; }));
  EXPECT_FALSE(view("visits").isVisible());
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(settled());
  EXPECT_NE(view("what_if_visits").scene()->caption.find("sample 1,"), std::string::npos);
  window().action("copyLink")->trigger();
  EXPECT_TRUE(QApplication::clipboard()->text().endsWith(QLatin1String(" --workspace what_if")));
  Q_EMIT window().whatIf()->actionRequested(present::OpenView{"attention"});
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::WhatIf) << "its own Attention, not that of Inspect";
  EXPECT_EQ(window().docks()->current()->id(), QStringLiteral("what_if_attention"));
  QTest::keyClick(&window(), Qt::Key_3, Qt::ControlModifier);
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Explain);
  EXPECT_EQ(window().docks(), static_cast<qt::DockArea*>(window().explain()));
  QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier);
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Inspect);
  EXPECT_NE(view("visits").scene()->caption.find("sample 1,"), std::string::npos);
}

TEST_F(WindowTest, TheMenuGoesToAViewAndNeverClosesIt) {
  auto* dock = window().findChild<qt::ViewDock*>(QStringLiteral("model"));
  ASSERT_NE(dock, nullptr);
  dock->close();
  ASSERT_FALSE(dock->isVisible());
  QTest::keySequence(&window(), dock->revealAction()->shortcut());
  ASSERT_TRUE(waitFor([dock] { return dock->isVisible() && !dock->visibleRegion().isEmpty(); }));
  QTest::keySequence(&window(), dock->revealAction()->shortcut());
  ASSERT_TRUE(rested());
  EXPECT_TRUE(dock->isVisible() && !dock->visibleRegion().isEmpty()) << "a second time closed it";
}

TEST_F(WindowTest, TheStatusBarOpensTheModel) {
  auto* dock = window().findChild<qt::ViewDock*>(QStringLiteral("model"));
  dock->close();
  QToolButton* open = nullptr;
  for (QToolButton* button : window().status()->findChildren<QToolButton*>())
    if (button->accessibleName() == QLatin1String("Open the Model view")) open = button;
  ASSERT_NE(open, nullptr);
  QTest::mouseClick(open, Qt::LeftButton);
  EXPECT_TRUE(waitFor([dock] { return dock->isVisible() && !dock->visibleRegion().isEmpty(); }));
}

TEST_F(WindowTest, ANarrowTitleKeepsItsScopeAndItsMenu) {
  qt::DockTitleBar* bar = window().docks()->dock(QStringLiteral("prediction"))->bar();
  const auto shown = [bar] {
    int count = 0;
    for (const QToolButton* button : bar->findChildren<QToolButton*>()) count += button->isHidden() ? 0 : 1;
    return count;
  };
  bar->resize(420, qt::DockTitleBar::height);
  EXPECT_EQ(shown(), 5);
  bar->resize(230, qt::DockTitleBar::height);
  EXPECT_EQ(shown(), 3) << "the table and the export are in the menu";
}

TEST_F(WindowTest, AtMostThreeBannersAndACount) {
  for (int i = 0; i < 5; ++i)
    workspace().banners().report({ErrorKind::Failed, "file " + std::to_string(i), "is full", "empty it"});
  EXPECT_EQ(window().banners()->shownBanners(), 3);
  bool counted = false;
  for (const auto* label : window().banners()->findChildren<QLabel*>())
    counted = counted || label->text() == QLatin1String("2 more");
  EXPECT_TRUE(counted);
}

TEST_F(WindowTest, TextFromFilesIsNeverRich) {
  workspace().banners().report({ErrorKind::Failed, "<b>bold</b>.pk", "is <i>wrong</i>", "repair it"});
  bool found = false;
  for (const auto* label : window().banners()->findChildren<QLabel*>()) {
    if (!label->text().contains(QLatin1String("<b>bold</b>"))) continue;
    found = true;
    EXPECT_EQ(label->textFormat(), Qt::PlainText);
  }
  EXPECT_TRUE(found);
}

TEST_F(WindowTest, TheThemeSwitchesLive) {
  window().action("themeDark")->trigger();
  EXPECT_TRUE(qt::Appearance::theme().dark);
  const QImage dark = window().grab().toImage();
  window().action("themeLight")->trigger();
  EXPECT_FALSE(qt::Appearance::theme().dark);
  const QImage light = window().grab().toImage();
  const QPoint inPanel =
      view("visits").mapTo(&window(), QPoint(view("visits").width() - 3, view("visits").height() - 3));
  EXPECT_LT(dark.pixelColor(inPanel).lightness(), 60);
  EXPECT_GT(light.pixelColor(inPanel).lightness(), 230);
}

TEST_F(WindowTest, ThePaletteFindsViewsCommandsAndSamples) {
  QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier);
  auto* palette = window().findChild<qt::CommandPalette*>();
  ASSERT_NE(palette, nullptr);
  QTest::keyClicks(palette->line(), QStringLiteral("sample 21"));
  ASSERT_GT(palette->list()->count(), 0);
  EXPECT_EQ(palette->list()->item(0)->text(), QStringLiteral("Sample 21"));
  QTest::keyClick(palette->line(), Qt::Key_Return);
  EXPECT_EQ(workspace().row(), 21U);

  window().docks()->dock(QStringLiteral("model"))->hide();
  window().openPalette();
  palette = nullptr;
  for (auto* found : window().findChildren<qt::CommandPalette*>()) palette = found->isVisible() ? found : palette;
  ASSERT_NE(palette, nullptr);
  QTest::keyClicks(palette->line(), QStringLiteral("model"));
  EXPECT_EQ(palette->list()->item(0)->text(), QStringLiteral("Model"));
  QTest::keyClick(palette->line(), Qt::Key_Return);
  EXPECT_TRUE(window().docks()->dock(QStringLiteral("model"))->isVisible());
}

TEST_F(WindowTest, ThePaletteHasTheViewOnTheScreenFirstAndGivesItTheKeyboard) {
  window().findChild<QAction*>(QStringLiteral("workspaceCompare"))->trigger();
  window().openPalette();
  auto* palette = window().findChild<qt::CommandPalette*>();
  ASSERT_NE(palette, nullptr);
  QTest::keyClicks(palette->line(), QStringLiteral("prediction"));
  QTest::keyClick(palette->line(), Qt::Key_Return);
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Compare);
  const QWidget* focused = QApplication::focusWidget();
  ASSERT_NE(focused, nullptr);
  EXPECT_TRUE(window().view(QStringLiteral("compare_prediction"))->isAncestorOf(focused) ||
              focused == window().view(QStringLiteral("compare_prediction")))
      << focused->metaObject()->className();
}

TEST(Palette, PrefersStartsOfWordsAndRuns) {
  EXPECT_GT(qt::fuzzyScore(QStringLiteral("pb"), QStringLiteral("Position bias")),
            qt::fuzzyScore(QStringLiteral("pb"), QStringLiteral("Copy number")));
  EXPECT_GT(qt::fuzzyScore(QStringLiteral("gate"), QStringLiteral("Gate")),
            qt::fuzzyScore(QStringLiteral("gate"), QStringLiteral("Go a table")));
  EXPECT_LT(qt::fuzzyScore(QStringLiteral("xyz"), QStringLiteral("Position bias")), 0);
}

TEST_F(WindowTest, EveryPictureHasItsTable) {
  window().showTable(QStringLiteral("pointer"));
  auto* dialog = window().findChild<qt::TableDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->view()->model()->rowCount(), static_cast<int>(view("pointer").scene()->table.rows.size()));
  EXPECT_GE(dialog->view()->model()->rowCount(), static_cast<int>(workspace().sequence()->visits.size()));
  dialog->close();
}

TEST_F(WindowTest, ATableOpensAsWideAsItsColumns) {
  present::Table table{.columns = {}, .rows = {{}}};
  for (int column = 0; column < 9; ++column) {
    table.columns.push_back("column " + std::to_string(column));
    table.rows[0].emplace_back(std::string(column < 3 ? 4 : 7, '8'));
  }
  qt::TableDialog dialog(QStringLiteral("Numbers"), QStringLiteral("test"), table, &window());
  dialog.setAttribute(Qt::WA_DeleteOnClose, false);
  dialog.show();
  const int length = dialog.view()->horizontalHeader()->length();
  EXPECT_GE(dialog.view()->viewport()->width(), std::min(length, dialog.screen()->availableSize().width() * 8 / 10));
}

TEST_F(WindowTest, AButtonThatIsOffHasNoAccent) {
  QDialog dialog(&window());
  auto* button = new QPushButton(&dialog);
  button->setDefault(true);
  button->resize(90, 24);
  dialog.show();
  const auto middle = [button] { return button->grab().toImage().pixelColor(8, 12); };
  EXPECT_EQ(middle(), qt::toColor(qt::Appearance::theme().accent));
  button->setEnabled(false);
  EXPECT_EQ(middle(), qt::toColor(qt::Appearance::theme().panel));
}

TEST_F(WindowTest, HelpOpensOnTheViewInFocus) {
  view("gate").setFocus();
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_EQ(window().help()->page(), QStringLiteral("gate"));
  EXPECT_TRUE(window().docks()->dock(QStringLiteral("help"))->isVisible());
  for (const auto* dock : window().docks()->docks()) {
    if (dock->id() == QLatin1String("help")) continue;
    EXPECT_TRUE(QFile::exists(QStringLiteral(":/help/%1.md").arg(dock->id()))) << dock->id().toStdString();
  }
}

TEST_F(WindowTest, LayoutsAreKeptAndReset) {
  const QByteArray before = window().docks()->state();
  window().docks()->dock(QStringLiteral("gate"))->close();
  EXPECT_FALSE(window().docks()->dock(QStringLiteral("gate"))->isVisible());
  EXPECT_TRUE(window().docks()->restore(before));
  EXPECT_TRUE(window().docks()->dock(QStringLiteral("gate"))->isVisible());
  window().docks()->dock(QStringLiteral("visits"))->setFloating(true);
  window().action("resetLayout")->trigger();
  EXPECT_FALSE(window().docks()->dock(QStringLiteral("visits"))->isFloating());
}

TEST_F(WindowTest, ExportsEveryFormatWithItsOrigin) {
  const TempFolder folder;
  for (const char* suffix : {"png", "svg", "pdf", "csv", "json"}) {
    const auto file = folder / (std::string("pointer.") + suffix);
    window().exportView(QStringLiteral("pointer"), QString::fromStdString(file.string()));
    EXPECT_GT(std::filesystem::file_size(file), 200U) << suffix;
  }
  EXPECT_TRUE(workspace().banners().all().empty());
  const QImage image(QString::fromStdString((folder / "pointer.png").string()));
  EXPECT_EQ(image.text(QStringLiteral("checkpoint")), QStringLiteral("city.pt"));
  window().exportView(QStringLiteral("pointer"), QString::fromStdString((folder / "pointer.xyz").string()));
  EXPECT_EQ(workspace().banners().all().size(), 1U) << "an export that fails must say so";
}

TEST_F(WindowTest, TheGalleryWritesAllViewsAndRefusesUnknownOnes) {
  const TempFolder folder;
  qt::StudioViews views(workspace(), window().edits(), {});
  views.updateFrom(session::Changes::all());
  ASSERT_TRUE(qt::writeGallery(views, folder.path(), {}, present::Theme::light()).ok());
  for (const char* id : {"samples", "visits", "prediction", "pointer", "gate", "position_bias", "attention", "model"}) {
    const QImage content(QString::fromStdString((folder / (std::string(id) + ".png")).string()));
    ASSERT_FALSE(content.isNull()) << id;
    EXPECT_GT(std::filesystem::file_size(folder / (std::string(id) + ".svg")), 1000U) << id;
  }
  const Status refused = qt::writeGallery(views, folder.path(), {QStringLiteral("nothing")}, present::Theme::light());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::BadUsage);
}

TEST_F(WindowTest, TheGalleryWritesWhatIsSearchedWhereItIsNamed) {
  const TempFolder folder;
  qt::StudioViews views(workspace(), window().edits(), {});
  views.updateFrom(session::Changes::all());
  qt::SearchedViews searched(views.current, window().edits());
  const QStringList ids{QStringLiteral("feature_sweep"), QStringLiteral("counterfactuals"), QStringLiteral("nearest")};
  searched.ask(ids);
  EXPECT_FALSE(searched.settled());
  ASSERT_TRUE(waitFor([&] { return searched.settled(); }));
  ASSERT_TRUE(qt::writeGallery(views, folder.path(), ids, present::Theme::light(), searched.specs()).ok());
  for (const QString& id : ids) {
    const QImage content(QString::fromStdString((folder / (id.toStdString() + ".png")).string()));
    EXPECT_FALSE(content.isNull()) << id.toStdString();
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "visits.png")) << "only what is named";
  const Status unknown = qt::writeGallery(views, folder.path(), ids, present::Theme::light());
  EXPECT_FALSE(unknown.ok()) << "nobody has searched for them";
}

TEST_F(WindowTest, PlacesAreNamedInPlace) {
  const LocationId place = workspace().sequence()->visits.back().location;
  workspace().names().setPlaceName(place, "Elm <Street>");
  bool shown = false;
  for (const present::Shape& shape : view("visits").scene()->shapes) {
    const auto* text = std::get_if<present::TextShape>(&shape);
    shown = shown || (text && text->text.starts_with("Elm"));
  }
  EXPECT_TRUE(shown);
}

TEST_F(WindowTest, UsersAreNamedByADialog) {
  window().action("nameUser")->trigger();
  auto* ask = window().findChild<QInputDialog*>();
  ASSERT_NE(ask, nullptr);
  ask->setTextValue(QStringLiteral("Anna"));
  ask->accept();
  EXPECT_EQ(workspace().names().naming().userName(workspace().sequence()->user), "Anna");
}

TEST_F(WindowTest, OnlyTheShownWorkspaceAsksForRoom) {
  const QSize inspect = window().minimumSizeHint();
  window().action("workspaceWhatIf")->trigger();
  EXPECT_TRUE(waitFor([&] { return window().minimumSizeHint().height() > inspect.height(); }))
      << "its views are higher than those of Inspect: nothing is tested";
  window().action("workspaceInspect")->trigger();
  EXPECT_TRUE(waitFor([&] { return window().minimumSizeHint() == inspect; }));
}

TEST_F(WindowTest, EveryWorkspaceFitsAScreenAtOneAndAHalfTimesTheSize) {
  // 1600 x 1000 at 150 %, less the window's frame.
  constexpr QSize room(1056, 640);
  window().resize(room);
  for (const char* workspace : {"workspaceInspect", "workspaceWhatIf", "workspaceExplain", "workspaceTraining",
                                "workspaceCompare", "workspaceDataset", "workspacePlaces", "workspaceAblation"}) {
    window().action(workspace)->trigger();
    window().resetLayout();
    window().resize(room);
    EXPECT_TRUE(waitFor([&] { return window().size() == room; }))
        << workspace << " asks for " << window().minimumSizeHint().width() << " x "
        << window().minimumSizeHint().height();
  }
}

/// Screens for people to look at: written where SOJOURN_SCREENS names a folder.
TEST_F(WindowTest, FillsTheScreenInEverySizeAndTheme) {
  const QByteArray folder = qgetenv("SOJOURN_SCREENS");
  for (const QSize size : {QSize(1366, 768), QSize(1600, 1000), QSize(2560, 1440)}) {
    for (const bool dark : {false, true}) {
      window().action(dark ? "themeDark" : "themeLight")->trigger();
      window().resize(size);
      window().resetLayout();
      ASSERT_TRUE(rested());
      const QImage screen = window().grab().toImage();
      EXPECT_EQ(screen.size(), size);
      if (!folder.isEmpty()) {
        screen.save(QStringLiteral("%1/fake-%2x%3-%4.png")
                        .arg(QString::fromLocal8Bit(folder))
                        .arg(size.width())
                        .arg(size.height())
                        .arg(dark ? QStringLiteral("dark") : QStringLiteral("light")));
      }
      for (const char* id : {"visits", "prediction", "pointer", "attention"}) {
        const auto* scene = view(id).scene();
        ASSERT_NE(scene, nullptr) << id;
        EXPECT_LE(scene->contentSize.width, scene->size.width + 1)
            << id << " does not fit its dock at " << size.width();
      }
    }
  }
  window().action("themeLight")->trigger();
}

}  // namespace
}  // namespace sojourn::test
