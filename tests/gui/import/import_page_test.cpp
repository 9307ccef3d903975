// SPDX-License-Identifier: GPL-3.0-or-later
// The Import page in the real window: a table of check-ins is dropped, its settings move, and Run writes a dataset and
// opens it.
#include <QComboBox>
#include <QPushButton>
#include <QTabBar>
#include <QTableWidget>

#include "tests/gui/import/import_window.h"

namespace sojourn::test {
namespace {

TEST_F(ImportPageTest, ADroppedLayerLiesBelowItsMapAndGoesWithTheDataset) {
  writeRows(m_folder / "city.csv", 60);
  drop(m_folder / "city.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); }));
  ASSERT_TRUE(tried());
  const std::filesystem::path roads = m_folder / "roads.geojson";
  std::ofstream(roads) << R"({"type":"LineString","coordinates":[[15,47],[15.3,47.3]]})";
  const auto before = workspace().mapFiles();
  drop(roads);
  ASSERT_TRUE(waitFor([this] {
    return page().map()->scene() && std::ranges::any_of(page().map()->scene()->shapes, [](const present::Shape& shape) {
             return std::holds_alternative<present::PathsShape>(shape);
           });
  }));
  EXPECT_EQ(workspace().mapFiles(), before) << "nothing of the open dataset";
  part<QPushButton>("importRun").click();
  ASSERT_TRUE(waitFor([&] { return workspace().mapFiles() == std::vector<std::string>{roads.string()}; }));
}

TEST_F(ImportPageTest, ADroppedTableBecomesADatasetThatIsOpened) {
  writeRows(m_folder / "city.csv", 60);
  drop(m_folder / "city.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); })) << "it opens over the workspaces";
  ASSERT_TRUE(tried());
  EXPECT_EQ(left(FunnelStep::Kind::Rows), 361);
  EXPECT_EQ(left(FunnelStep::Kind::Sequences), 2 * 3 * (60 - 3 * 7));
  EXPECT_NE(page().funnel()->scene(), nullptr);
  EXPECT_NE(page().map()->scene(), nullptr);
  const auto& warnings = part<QLabel>("importWarnings");
  EXPECT_TRUE(warnings.text().contains(QLatin1String("line 2"))) << warnings.text().toStdString();
  // The row without a time is marked with its reason.
  const auto& rows = part<QTableWidget>("importRows");
  EXPECT_EQ(rows.item(1, 0)->text(), QLatin1String("2")) << "its line";
  EXPECT_EQ(rows.item(1, rows.columnCount() - 1)->text(), QLatin1String("dropped: a time that is none"));
  const QColor wrong = rows.item(1, 3)->foreground().color();
  EXPECT_NE(wrong, rows.item(2, 3)->foreground().color()) << "the time is marked";
  EXPECT_NE(wrong, rows.item(1, 1)->foreground().color()) << "and nothing else";
  EXPECT_EQ(part<QComboBox>("meaning1").currentText(), QLatin1String("place"));

  std::vector<std::filesystem::path> opened;
  QObject::connect(&page(), &qt::ImportPage::written, &page(), [&](const auto& dataset) { opened.push_back(dataset); });
  auto& run = part<QPushButton>("importRun");
  ASSERT_TRUE(run.isEnabled());
  QTest::mouseClick(&run, Qt::LeftButton);
  const std::filesystem::path written = m_folder / "city-dataset";
  ASSERT_TRUE(waitFor([this] { return !study().running() && study().lastRun() != nullptr; }));
  EXPECT_EQ(study().lastRun()->sequences, 234);
  EXPECT_EQ(study().lastRun()->dataset.parent_path(), written);
  EXPECT_TRUE(std::filesystem::exists(written / "preparation.json"));
  EXPECT_EQ(opened, std::vector{study().lastRun()->dataset}) << "once";
  EXPECT_TRUE(part<QPushButton>("importTrain").isVisible());
  // The form has the dataset and a recipe that fits its 174 training sequences.
  ASSERT_EQ(study().lastRun()->trainSequences, 174);
  QTest::mouseClick(&part<QPushButton>("importTrain"), Qt::LeftButton);
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Training);
  EXPECT_NE(window().training()->launch()->yaml()->toPlainText().indexOf(QLatin1String("batch_size: 8")), -1);
  window().action("importData")->trigger();
  QTest::mouseClick(&part<QPushButton>("importPlaces"), Qt::LeftButton);
  EXPECT_FALSE(page().isVisible());
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Places);
}

TEST_F(ImportPageTest, AReasonBringsTheRowsThatLeaveForIt) {
  writeRows(m_folder / "city.csv", 60);
  std::ofstream(m_folder / "city.csv", std::ios::app) << "ben,park,1600088400,47.1,15.1\n";
  drop(m_folder / "city.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); }));
  ASSERT_TRUE(tried());
  const auto& rows = part<QTableWidget>("importRows");
  const auto click = [&](const char* reason) {
    Q_EMIT page().funnel()->actionRequested(present::ListRows{reason});
    return waitFor([this] { return study().rowList() && study().settled(); });
  };
  ASSERT_TRUE(click("duplicate"));
  // The reason stands above the row, whose line is the last.
  ASSERT_EQ(rows.rowCount(), 2);
  EXPECT_TRUE(rows.item(0, 0)->text().contains(QLatin1String("repeats line "))) << rows.item(0, 0)->text().toStdString();
  EXPECT_EQ(rows.item(1, 0)->text(), QLatin1String("363"));
  auto& choices = part<QComboBox>("importRowChoice");
  EXPECT_EQ(choices.currentText(), QLatin1String("repeat a row: 1"));
  // Stays that leave later have their clock, and as many rows as are counted.
  ASSERT_TRUE(click("first_days"));
  EXPECT_EQ(rows.rowCount(), static_cast<int>(session::mostListed)) << "of 126";
  EXPECT_EQ(rows.horizontalHeaderItem(1)->text(), QLatin1String("start"));
  EXPECT_EQ(rows.item(0, 1)->text(), QLatin1String("2020-09-14 08:00"));
  EXPECT_EQ(rows.item(0, 4)->text(), QLatin1String("cafe"));
  // They follow the settings.
  ASSERT_TRUE(study().set("window", "3").ok());
  ASSERT_TRUE(waitFor([this] { return study().settled() && study().rowList()->trial == study().trials()->number; }));
  EXPECT_EQ(rows.rowCount(), 2 * 3 * 3 * 3);
  // A row that is chosen is marked on the map.
  const auto circles = [this] { return page().map()->scene()->shapes.size(); };
  const std::size_t before = circles();
  part<QTableWidget>("importRows").setCurrentCell(0, 0);
  EXPECT_TRUE(waitFor([&] { return circles() == before + 1; }));
  choices.setCurrentIndex(0);
  Q_EMIT choices.activated(0);
  EXPECT_EQ(rows.rowCount(), 21) << "the first rows and their meanings";
}

TEST_F(ImportPageTest, AUserBringsTheirRows) {
  writeRows(m_folder / "city.csv", 60);
  drop(m_folder / "city.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); }));
  ASSERT_TRUE(tried());
  auto& users = part<QTableWidget>("importUsers");
  const QPoint ben = users.visualItemRect(users.item(1, 4)).center();
  QTest::mouseClick(users.viewport(), Qt::LeftButton, {}, ben);
  ASSERT_TRUE(waitFor([this] { return study().rowList() && study().settled(); }));
  const auto& rows = part<QTableWidget>("importRows");
  EXPECT_EQ(rows.item(0, 1)->text(), QLatin1String("ben"));
  EXPECT_EQ(rows.item(0, 0)->text(), QLatin1String("183"));
  EXPECT_EQ(part<QComboBox>("importRowChoice").currentText(), QLatin1String("Rows of ben"));
  // A click on a box excludes the user, and lists nothing.
  study().listRows({});
  users.item(1, 0)->setCheckState(Qt::Unchecked);
  EXPECT_EQ(study().rowChoice(), session::ImportRowChoice());
}

TEST_F(ImportPageTest, ANarrowPageHasTabsAndFoldedReasons) {
  writeRows(m_folder / "city.csv", 60);
  drop(m_folder / "city.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); }));
  ASSERT_TRUE(tried());
  const auto& tabs = part<QTabBar>("importTabs");
  EXPECT_FALSE(tabs.isVisible());
  const std::size_t rows = page().funnel()->scene()->table.rows.size();
  window().resize(1366, 768);
  ASSERT_TRUE(waitFor([&] { return tabs.isVisible() && page().funnel()->scene()->table.rows.size() < rows; }));
  EXPECT_TRUE(page().funnel()->isVisible());
  EXPECT_FALSE(part<QTableWidget>("importRows").isVisible());
  const auto& hits = page().funnel()->scene()->hits;
  const auto folded = std::ranges::find_if(hits, asksFor(present::ListRows{"first_days"}));
  ASSERT_NE(folded, hits.end()) << "the hatched part of a bar is its reason";
  Q_EMIT page().funnel()->actionRequested(*folded->action);
  EXPECT_TRUE(part<QTableWidget>("importRows").isVisible());
  EXPECT_FALSE(page().funnel()->isVisible());
  window().resize(1600, 1000);
  EXPECT_TRUE(waitFor([&] { return page().funnel()->isVisible() && !tabs.isVisible(); }));
}

}  // namespace
}  // namespace sojourn::test
