// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks, notes, tags and saved filters in the window; the glossary; the introduction; text size; all views
// exported.
#include <QAction>
#include <QFile>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolBar>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <QVector3D>

#include "tests/gui/window_fixture.h"
#include "tests/support/temp_folder.h"
#include "views/present/runs/run_colors.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/samples/note_actions.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/banner_area.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/glossary.h"
#include "views/qt/widgets/text.h"

namespace sojourn {
namespace {

using test::waitFor;
using test::WindowTest;

struct NotesTest : WindowTest {
  ~NotesTest() override { qt::Appearance::instance()->setTextSize(1); }
};

TEST_F(NotesTest, ASampleIsBookmarkedAndNotedAndFound) {
  workspace().setRow(5);
  QTest::keyClick(&window(), Qt::Key_B, Qt::ControlModifier);
  EXPECT_TRUE(workspace().notes().of(5).bookmarked);
  EXPECT_TRUE(window().notes()->bookmark()->isChecked());
  QTest::keyClick(&window(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  auto* dialog = window().findChild<qt::NoteDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->text()->setPlainText(QStringLiteral("why <b>not</b>?"));
  dialog->tags()->setText(QStringLiteral("odd, late odd"));
  dialog->accept();
  EXPECT_EQ(workspace().notes().of(5).tags, (std::vector<std::string>{"late", "odd"}));
  EXPECT_TRUE(workspace().notes().of(5).bookmarked) << "as it was";
  const QModelIndex cell = window().samples()->model()->index(5, 0);
  EXPECT_EQ(cell.data(qt::NoteRole).toInt(), 2);
  EXPECT_TRUE(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("why &lt;b&gt;not")));
  const auto* shown = window().samples()->findChild<QLabel*>(QStringLiteral("sampleNote"));
  EXPECT_TRUE(shown->isVisible());
  EXPECT_EQ(shown->text(), QStringLiteral("Sample 5: bookmarked; why <b>not</b>?; tags late, odd"));
  workspace().samples().setFilterText("tag:late");
  EXPECT_EQ(window().samples()->model()->rowCount(), 1);
  workspace().setRow(6);
  EXPECT_FALSE(window().notes()->bookmark()->isChecked());
  EXPECT_FALSE(shown->isVisible()) << "it is of sample 5";
}

TEST_F(NotesTest, NotesAndTagsAreInTheTableOfSamples) {
  workspace().notes().set(2, {.bookmarked = true, .text = "late, \"odd\"", .tags = {"late", "odd"}});
  workspace().notes().set(3, {.bookmarked = false, .text = "=HYPERLINK(\"x\")", .tags = {}});
  const test::TempFolder folder;
  window().exportView(QStringLiteral("samples"), QString::fromStdString((folder / "samples.csv").string()));
  QFile csv(QString::fromStdString((folder / "samples.csv").string()));
  ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = csv.readAll().split('\n');
  ASSERT_GT(lines.size(), 5);
  EXPECT_TRUE(lines[0].trimmed().endsWith(",copy_share,error_km,bookmarked,note,tags")) << lines[0].constData();
  EXPECT_TRUE(lines[1].trimmed().endsWith(",0,,")) << lines[1].constData();
  EXPECT_TRUE(lines[3].trimmed().endsWith(",1,\"late, \"\"odd\"\"\",late odd")) << lines[3].constData();
  EXPECT_TRUE(lines[4].trimmed().endsWith(",0,\"'=HYPERLINK(\"\"x\"\")\",")) << lines[4].constData();
}

TEST_F(NotesTest, AFilterIsSavedAndComesBack) {
  workspace().samples().setFilterText("len>9 wrong");
  QMenu& menu = *window().notes()->filters();
  Q_EMIT menu.aboutToShow();
  menu.findChild<QAction*>(QStringLiteral("saveFilter"))->trigger();
  auto* ask = window().findChild<QInputDialog*>(QStringLiteral("filterName"));
  ASSERT_NE(ask, nullptr);
  ask->setTextValue(QStringLiteral("Long & wrong"));
  ask->accept();
  EXPECT_EQ(window().status()->message(), QStringLiteral("Saved the filter “Long & wrong”"));
  workspace().samples().setFilterText("");
  Q_EMIT menu.aboutToShow();
  QAction* saved = nullptr;
  for (QAction* action : menu.actions())
    if (action->text() == QStringLiteral("Long && wrong")) saved = action;
  ASSERT_NE(saved, nullptr);
  EXPECT_FALSE(saved->isChecked());
  saved->trigger();
  EXPECT_EQ(workspace().samples().filterText(), "len>9 wrong");
  Q_EMIT menu.aboutToShow();
  EXPECT_TRUE(std::ranges::any_of(menu.actions(), &QAction::isChecked)) << "the one in use";
  EXPECT_FALSE(window().samples()->filter()->actions().isEmpty()) << "the menu is at the filter line, too";
}

TEST_F(NotesTest, EveryHeadOfTheTablesIsInTheGlossary) {
  for (const QTableView* table : window().findChildren<QTableView*>()) {
    if (!table->model() || !table->horizontalHeader()) continue;
    for (int section = 0; section < table->model()->columnCount(); ++section) {
      const QString title = table->model()->headerData(section, Qt::Horizontal).toString();
      const QString tip = table->model()->headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString();
      EXPECT_TRUE(title.isEmpty() || !tip.isEmpty() || !qt::glossaryEntry(title).isEmpty())
          << table->accessibleName().toStdString() << ": " << title.toStdString();
    }
  }
  for (const char* term : {"Content", "Bias", "Score", "Weight", "Copied", "distance", "Acc@1", "@5", "MRR", "n"})
    EXPECT_FALSE(qt::glossaryEntry(QLatin1String(term)).isEmpty()) << term;
  EXPECT_TRUE(qt::glossaryEntry(QStringLiteral("Home, sweet home")).isEmpty());
}

TEST_F(NotesTest, APictureExplainsItsHeads) {
  qt::SceneView& pointer = view("pointer");
  const present::TextShape* head = nullptr;
  for (const present::Shape& shape : pointer.scene()->shapes)
    if (const auto* text = std::get_if<present::TextShape>(&shape); text && text->text == "Weight") head = text;
  ASSERT_NE(head, nullptr);
  const QPoint at = pointer.onViewport(head->rect).center().toPoint();
  QTest::mouseMove(pointer.viewport(), at + QPoint(0, 60));
  QTest::mouseMove(pointer.viewport(), at);
  EXPECT_TRUE(waitFor([&] { return pointer.viewport()->cursor().shape() == Qt::WhatsThisCursor; }));
}

TEST_F(NotesTest, TheIntroductionCanBeClosedForGood) {
  EXPECT_FALSE(window().intro()->isVisible()) << "only where it is wanted";
  window().action("introduction")->trigger();
  EXPECT_TRUE(window().intro()->isVisible());
  Q_EMIT window().intro()->linkActivated(QStringLiteral("what_if"));
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::WhatIf);
  window().intro()->findChild<QPushButton*>(QStringLiteral("closeIntro"))->click();
  EXPECT_FALSE(window().intro()->isVisible());
  EXPECT_TRUE(workspace().settings().introduced);
}

TEST_F(NotesTest, TheToolBarKeepsEverythingInSightWithLargeText) {
  const auto inSight = [&] {
    const auto* bar = window().findChild<QToolBar*>(QStringLiteral("topBar"));
    const auto* search = bar->findChild<QToolButton*>(QStringLiteral("search"));
    const auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
    return search->isVisible() && search->geometry().right() < bar->width() && !(more && more->isVisible());
  };
  for (const int percent : {130, 150}) {
    workspace().setTextPercent(percent);
    ASSERT_TRUE(waitFor([&] { return qt::textFactor() == percent / 100.0; }));
    for (const int width : {1600, 1366}) {
      window().resize(width, 800);
      EXPECT_TRUE(waitFor(inSight)) << percent << " % at " << width;
    }
  }
  workspace().setTextPercent(100);
}

TEST_F(NotesTest, LinksOfTheIntroductionAreReadableInBothThemes) {
  window().action("introduction")->trigger();
  qt::Appearance* appearance = qt::Appearance::instance();
  const qt::AppearanceMode before = appearance->mode();
  for (const qt::AppearanceMode mode : {qt::AppearanceMode::Dark, qt::AppearanceMode::Light}) {
    appearance->setMode(mode);
    const present::Theme& theme = qt::Appearance::theme();
    const QImage strip = window().intro()->grab().toImage();
    const QRect text = window().intro()->findChild<QLabel*>()->geometry();
    // Letters that are no links mix the ground with the colour of text; a link's pixels lie beside that line.
    const auto at = [](present::Color c) { return QVector3D(c.r, c.g, c.b); };
    const QVector3D ground = at(theme.soft), along = (at(theme.text) - ground).normalized();
    double best = 0;
    int links = 0;
    for (int y = text.top(); y <= text.bottom(); ++y) {
      for (int x = text.left(); x <= text.right(); ++x) {
        const QColor pixel = strip.pixelColor(x, y);
        const present::Color color{static_cast<std::uint8_t>(pixel.red()), static_cast<std::uint8_t>(pixel.green()),
                                   static_cast<std::uint8_t>(pixel.blue())};
        if (at(color).distanceToLine(ground, along) < 40) continue;
        ++links;
        best = std::max(best, present::contrast(color, theme.soft));
      }
    }
    EXPECT_GT(links, 100) << theme.dark;
    EXPECT_GE(best, 4.5) << theme.dark;
  }
  appearance->setMode(before);
}

TEST_F(NotesTest, TextGrowsAndLayoutsFollow) {
  const int title = window().docks()->dock(QStringLiteral("gate"))->bar()->size().height();
  const int rows = window().samples()->table()->verticalHeader()->defaultSectionSize();
  for (int i = 0; i < 5; ++i) QTest::keyClick(&window(), Qt::Key_Plus, Qt::ControlModifier);
  EXPECT_EQ(workspace().settings().textPercent, 150);
  EXPECT_DOUBLE_EQ(qt::textFactor(), 1.5);
  EXPECT_TRUE(
      waitFor([&] { return window().docks()->dock(QStringLiteral("gate"))->bar()->size().height() == title * 3 / 2; }));
  EXPECT_GE(window().samples()->table()->verticalHeader()->defaultSectionSize(), rows * 3 / 2);
  EXPECT_TRUE(waitFor([&] {
    const qt::SceneView& shown = view("visits");
    return static_cast<int>(shown.scene()->size.width) == static_cast<int>(shown.viewport()->width() / 1.5);
  })) << "the picture has fewer of its own pixels";
  // What is drawn in another colour keeps the size.
  const auto* filter = window().samples()->filter();
  const double letters = filter->font().pointSizeF();
  workspace().samples().setFilterText("len>x");
  EXPECT_TRUE(waitFor([&] { return filter->property("wrong").toBool(); }));
  EXPECT_EQ(filter->font().pointSizeF(), letters);
  workspace().samples().setFilterText("");
  // What is under the mouse is still what is clicked.
  const auto& bar = hit("prediction", [](const auto& area) { return area.focus.location.has_value(); });
  const LocationId place = *bar.focus.location;
  click("prediction", bar);
  EXPECT_EQ(workspace().selection().now().selected.location, place);
  QTest::keyClick(&window(), Qt::Key_0, Qt::ControlModifier);
  EXPECT_DOUBLE_EQ(qt::textFactor(), 1);
  EXPECT_TRUE(waitFor([&] { return window().docks()->dock(QStringLiteral("gate"))->bar()->size().height() == title; }));
  EXPECT_EQ(window().samples()->table()->verticalHeader()->defaultSectionSize(), rows);
  for (const char* name : {"gate", "samples", "attention", "visits"}) {
    const auto* titleBar = window().docks()->dock(QLatin1String(name))->bar();
    EXPECT_TRUE(waitFor([&] {
      return std::ranges::all_of(titleBar->findChildren<QToolButton*>(), [&](const QToolButton* button) {
        return std::abs(2 * button->y() + button->height() - titleBar->size().height()) <= 2;
      });
    })) << name
        << ": the buttons are in the middle of their bar";
  }
}

TEST_F(NotesTest, AllViewsAreExportedStepByStepAndCanBeCancelled) {
  const test::TempFolder folder;
  window().exportAll(QString::fromStdString((folder / "all").string()));
  ASSERT_FALSE(workspace().jobs().all().empty()) << "the status bar shows how far it is";
  EXPECT_FALSE(std::filesystem::exists(folder / "all")) << "nothing is drawn before the window lives on";
  ASSERT_TRUE(waitFor([&] { return workspace().jobs().all().empty(); }));
  EXPECT_TRUE(std::filesystem::exists(folder / "all" / "samples.png"));
  EXPECT_TRUE(std::filesystem::exists(folder / "all" / "shapley.svg"));

  window().exportAll(QString::fromStdString((folder / "some").string()));
  ASSERT_TRUE(waitFor([&] { return workspace().jobs().all().at(0).done > 0; }));
  workspace().jobs().cancel(workspace().jobs().all().at(0).id);
  ASSERT_TRUE(waitFor([&] { return workspace().jobs().all().empty(); }));
  EXPECT_FALSE(std::filesystem::exists(folder / "some" / "shapley.svg"));
  EXPECT_TRUE(window().status()->message().contains(QStringLiteral("Cancelled")))
      << window().status()->message().toStdString();
}

}  // namespace
}  // namespace sojourn
