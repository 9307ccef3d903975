// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of the Import page: which are taken over, asked for, and refused.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QTableWidget>

#include "tests/gui/import/import_window.h"

namespace sojourn::test {
namespace {

TEST_F(ImportPageTest, SettingsAreTakenFromAnotherDataset) {
  writeRows(m_folder / "city.csv", 60);
  page().open(m_folder / "city.csv");
  ASSERT_TRUE(tried());
  ASSERT_TRUE(study().set("window", "9").ok());
  ASSERT_TRUE(tried());
  study().run(m_folder / "made");
  ASSERT_TRUE(waitFor([this] { return !study().running() && study().lastRun() != nullptr; }));
  writeRows(m_folder / "town.csv", 50);
  page().open(m_folder / "town.csv");
  ASSERT_TRUE(tried());
  study().takeSettingsLike(m_folder / "made");
  ASSERT_TRUE(waitFor([this] { return study().settled() && study().settings().window == 9; }));
  EXPECT_EQ(study().settings().name, "town");
  EXPECT_EQ(study().path(), m_folder / "town.csv");
  EXPECT_EQ(left(FunnelStep::Kind::Sequences), 2 * 3 * (50 - 3 * 9));
  study().takeSettingsLike(m_folder.path());
  ASSERT_TRUE(waitFor([this] { return study().likeError().has_value(); }));
  EXPECT_EQ(study().settings().window, 9);
}

TEST_F(ImportPageTest, SettingsAndUsersChangeTheCounts) {
  writeRows(m_folder / "city.csv", 60);
  window().showImport(m_folder / "city.csv");
  ASSERT_TRUE(tried());
  part<QDoubleSpinBox>("window").setValue(10);
  ASSERT_TRUE(tried());
  EXPECT_EQ(left(FunnelStep::Kind::Sequences), 2 * 3 * (60 - 3 * 10));
  auto& users = part<QTableWidget>("importUsers");
  ASSERT_EQ(users.rowCount(), 2);
  EXPECT_EQ(users.item(0, 0)->text(), QLatin1String("anna"));
  EXPECT_EQ(users.item(0, 5)->text(), QLatin1String("90"));
  users.item(0, 0)->setCheckState(Qt::Unchecked);
  ASSERT_TRUE(tried());
  EXPECT_EQ(left(FunnelStep::Kind::Sequences), 3 * (60 - 3 * 10));
  // Nothing is left: Run is off, and the picture says which setting did it.
  part<QDoubleSpinBox>("window").setValue(30);
  ASSERT_TRUE(tried());
  EXPECT_FALSE(part<QPushButton>("importRun").isEnabled());
  EXPECT_TRUE(study().trials()->chosen.made->refusal);
  // What it holds stays while it is closed.
  QTest::keyClick(&page(), Qt::Key_Escape);
  EXPECT_FALSE(page().isVisible());
  window().action("importData")->trigger();
  EXPECT_TRUE(page().isVisible());
  EXPECT_EQ(part<QDoubleSpinBox>("window").value(), 30);
}

TEST_F(ImportPageTest, FixesHaveACurveOfPlacesAndTheCausesOfWhatDiffers) {
  // Two people at two places; a third is visited only before a gap of two days, which the recipes treat differently.
  std::ofstream file(m_folder / "walks.csv");
  file << "user,time,lat,lon\n";
  for (const char* const user : {"anna", "ben"})
    for (int hour = 0; hour < 60 * 24; ++hour) {
      if (hour % 240 >= 200 && hour % 240 < 239) continue;
      const bool before = hour % 240 == 199 || hour % 240 == 198;
      file << user << ',' << 1'600'041'600 + hour * 3600
           << (before          ? ",47.3"
               : hour % 24 < 9 ? ",47.1"
                               : ",47.2")
           << ",15.1\n";
    }
  file.close();
  drop(m_folder / "walks.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); }));
  ASSERT_TRUE(tried());
  const session::ImportTrials& trials = *study().trials();
  ASSERT_TRUE(trials.curve && trials.other);
  const auto at = std::ranges::find(trials.curve->eps, trials.chosen.settings.eps) - trials.curve->eps.begin();
  ASSERT_LT(at, std::ssize(trials.curve->eps));
  EXPECT_EQ(trials.curve->chosen[static_cast<std::size_t>(at)], trials.chosen.made->places.size());
  EXPECT_EQ(trials.curve->other[static_cast<std::size_t>(at)], trials.other->made->places.size());
  std::vector<std::string> keys;
  for (const session::ImportCause& cause : trials.causes) keys.push_back(cause.key);
  std::ranges::sort(keys);
  EXPECT_EQ(keys, (std::vector<std::string>{"centre", "gap_stays", "metric"}));
  const auto& table = part<qt::SceneView>("importFunnel").scene()->table;
  EXPECT_EQ(table.columns.back(), "what differs");
  const auto row = std::ranges::find(table.rows, present::Table::Cell("Staypoints"),
                                     [](const auto& cells) { return cells.front(); });
  ASSERT_NE(row, table.rows.end());
  EXPECT_NE(row->at(1), row->at(2)) << "one recipe has the stays before a gap";
  EXPECT_EQ(row->at(3), present::Table::Cell("gap stays"));
  // A click on the curve sets eps.
  auto& curve = part<qt::SceneView>("epsCurve");
  ASSERT_TRUE(curve.scene());
  const auto fifty = std::ranges::find_if(curve.scene()->hits, asksFor(present::SetEps{50}));
  ASSERT_NE(fifty, curve.scene()->hits.end());
  Q_EMIT curve.actionRequested(*fifty->action);
  ASSERT_TRUE(tried());
  EXPECT_EQ(study().settings().eps, 50);
}

TEST_F(ImportPageTest, F1ShowsItsHelpBesideIt) {
  window().showImport();
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); }));
  window().action("helpView")->trigger();
  const auto* help = page().findChild<qt::HelpPanel*>();
  ASSERT_NE(help, nullptr);
  EXPECT_EQ(help->page(), QStringLiteral("import"));
  EXPECT_TRUE(page().isVisible());
  window().action("helpView")->trigger();
  EXPECT_EQ(page().findChildren<qt::HelpPanel*>().size(), 1);
}

TEST_F(ImportPageTest, DatesThatNoRowDecidesAreAskedFor) {
  std::ofstream file(m_folder / "city.csv");
  file << "user,place,time\n";
  for (int month = 1; month <= 12; ++month)
    for (int day = 1; day <= 12; ++day)
      for (const char* const hour : {"08:00", "13:00", "18:00"})
        file << "anna," << (hour[0] == '0' ? "cafe" : "park") << ',' << day << '/' << month << "/2021 " << hour << '\n';
  file.close();
  drop(m_folder / "city.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); }));
  ASSERT_TRUE(waitFor([this] { return study().input() && study().settled(); }));
  ASSERT_TRUE(study().input()->problem);
  EXPECT_FALSE(study().trials());
  auto& dates = part<QComboBox>("importDates");
  EXPECT_TRUE(dates.isVisible());
  dates.setCurrentIndex(static_cast<int>(DateOrder::DayFirst));
  Q_EMIT dates.activated(static_cast<int>(DateOrder::DayFirst));
  ASSERT_TRUE(tried());
  EXPECT_FALSE(study().input()->problem);
  EXPECT_EQ(left(FunnelStep::Kind::Visits), 12 * 12 * 3);
  EXPECT_EQ(study().settings().input.dates, DateOrder::DayFirst) << "so Run reads them in the same way";
}

TEST_F(ImportPageTest, AUserWithoutATargetInASplitIsSaidWhich) {
  std::ofstream file(m_folder / "city.csv");
  file << "user,place,time\n";
  for (int day = 0; day < 60; ++day)
    for (int hour = 8; hour < 20; hour += 5)
      file << "anna," << (hour < 12 ? "cafe" : "park") << ',' << 1'600'041'600 + day * 86'400 + hour * 3600 << '\n';
  // Ben's visits end with the days of train.
  for (int day = 0; day < 30; ++day)
    for (int hour = 8; hour < 20; hour += 5)
      file << "ben," << (hour < 12 ? "cafe" : "park") << ',' << 1'600'041'600 + day * 86'400 + hour * 3600 << '\n';
  file << "ben,cafe," << 1'600'041'600 + 59 * 86'400 << '\n';
  file.close();
  drop(m_folder / "city.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible(); }));
  ASSERT_TRUE(tried());
  const auto& users = part<QTableWidget>("importUsers");
  ASSERT_EQ(users.rowCount(), 2);
  EXPECT_TRUE(users.isColumnHidden(1)) << "users of a table have no files";
  EXPECT_EQ(users.item(0, 2)->text(), QStringLiteral("180"));
  EXPECT_EQ(users.item(0, 3)->text(), QStringLiteral("60"));
  EXPECT_GT(users.item(0, 5)->text().toInt(), 0);
  EXPECT_EQ(users.item(1, 2)->text(), QStringLiteral("91"));
  EXPECT_EQ(users.item(1, 5)->text(), QStringLiteral("no validation"));
}

TEST_F(ImportPageTest, OpenedAgainItHasTheSettingsOfItsFormat) {
  writeRows(m_folder / "city.csv", 60);
  page().open(m_folder / "city.csv");
  ASSERT_TRUE(tried());
  part<QDoubleSpinBox>("window").setValue(9);
  ASSERT_TRUE(tried());
  page().open(m_folder / "city.csv");
  ASSERT_TRUE(waitFor([this] { return study().trials() && study().settled(); }));
  EXPECT_EQ(study().settings().window, 7);
  EXPECT_EQ(study().settings().minUserVisits, defaultPrepareSettings(InputFormat::CheckinsCsv).minUserVisits);
  EXPECT_EQ(study().settings().name, "city");
}

TEST_F(ImportPageTest, TimesOfATableAreOfTheChosenClock) {
  std::ofstream(m_folder / "local.csv") << "user,place,time\na,x,2020-09-14 10:00\n";
  page().open(m_folder / "local.csv");
  ASSERT_TRUE(tried());
  ASSERT_TRUE(study().set("min_user_visits", "1").ok());
  ASSERT_TRUE(study().set("min_place_visits", "1").ok());
  ASSERT_TRUE(study().set("time_zone", "Europe/Vienna").ok());
  ASSERT_TRUE(waitFor([this] { return study().settled() && study().settings().input.stampsIn == "Europe/Vienna"; }));
  ASSERT_EQ(study().trials()->chosen.made->visits.size(), 1U);
  EXPECT_EQ(study().trials()->chosen.made->visits[0].minute, 600) << "as it is written, as on the command line";
  EXPECT_EQ(study().settings().minUserVisits, 1) << "the other settings stay";
}

TEST_F(ImportPageTest, NothingIsWrittenOfAReadingThatIsNoLongerShown) {
  writeRows(m_folder / "city.csv", 60);
  page().open(m_folder / "city.csv");
  ASSERT_TRUE(tried());
  ASSERT_TRUE(study().canRun());
  study().readAs(InputFormat::VisitsCsv);  // there is no start and no end
  ASSERT_TRUE(waitFor([this] { return study().settled() && study().input()->problem; }));
  EXPECT_FALSE(study().canRun());
  EXPECT_EQ(study().trials(), nullptr);
  EXPECT_FALSE(part<QPushButton>("importRun").isEnabled());
}

TEST_F(ImportPageTest, AnEarlierPreparationIsRepeatedWithItsSettings) {
  writeRows(m_folder / "city.csv", 60);
  page().open(m_folder / "city.csv");
  ASSERT_TRUE(tried());
  part<QDoubleSpinBox>("window").setValue(9);
  ASSERT_TRUE(tried());
  study().run(m_folder / "made");
  ASSERT_TRUE(waitFor([this] { return !study().running() && study().lastRun() != nullptr; }));
  page().open("/nowhere/else.csv");
  ASSERT_TRUE(waitFor([this] { return study().settled(); }));
  page().openAgain(m_folder / "made" / "preparation.json");
  ASSERT_TRUE(waitFor([this] { return study().trials() && study().settled(); }));
  EXPECT_EQ(study().path(), m_folder / "city.csv");
  EXPECT_EQ(study().settings().window, 9);
  EXPECT_EQ(left(FunnelStep::Kind::Sequences), 2 * 3 * (60 - 3 * 9));
  EXPECT_EQ(page().target(), m_folder / "made") << "what it wrote is what it replaces";
  std::filesystem::remove(m_folder / "city.csv");
  page().openAgain(m_folder / "made" / "preparation.json");
  ASSERT_TRUE(waitFor([this] { return study().readError().has_value(); }));
  EXPECT_NE(study().readError()->what.find("not there any more"), std::string::npos);
}

TEST_F(ImportPageTest, AColumnWithoutANameIsChosenInTheFirstRows) {
  std::ofstream(m_folder / "odd.csv") << "who,lat,lon,time\na,47.12345,15.12345,2020-09-14 10:00\n";
  drop(m_folder / "odd.csv");
  ASSERT_TRUE(waitFor([this] { return page().isVisible() && study().input() && !study().reading(); }));
  ASSERT_TRUE(study().input()->problem);
  EXPECT_EQ(study().input()->rows, nullptr);
  auto& meaning = part<QComboBox>("meaning0");
  meaning.setCurrentText(QStringLiteral("user"));
  Q_EMIT meaning.activated(meaning.currentIndex());
  ASSERT_TRUE(waitFor([this] { return study().input() && study().input()->rows && study().settled(); }));
  EXPECT_EQ(study().settings().input.columns.at("user"), "who");
  EXPECT_EQ(left(FunnelStep::Kind::Rows), 1);
}

TEST_F(ImportPageTest, WhatIsNoInputIsSaid) {
  std::ofstream(m_folder / "words.txt") << "nothing to see\n";
  window().showImport(m_folder / "words.txt");
  ASSERT_TRUE(waitFor([this] { return study().input() && !study().reading(); }));
  EXPECT_TRUE(part<QLabel>("importWarnings").text().contains(QLatin1String("is not recognised")));
  EXPECT_FALSE(part<QPushButton>("importRun").isEnabled());
}

}  // namespace
}  // namespace sojourn::test
