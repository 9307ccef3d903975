// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing runs in the Training workspace: what tells them apart, and test figures that stay hidden.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <cmath>
#include <fstream>
#include <iterator>

#include "tests/gui/training_fixture.h"
#include "tests/support/actions.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/scene/table_dialog.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/training/panel_picker.h"

namespace sojourn::test {
namespace {

using qt::RunColumn;
using qt::StudioWorkspace;

class CompareTest : public TrainingTest {
 protected:
  static FakeRunOptions seeded(std::int64_t seed, double rate = 6.5e-4) {
    FakeRunOptions options = run(RunState::Finished, 9);
    options.seed = seed;
    options.learningRate = rate;
    options.testAccuracy = 50 + static_cast<double>(seed);
    options.created = "2026-01-0" + std::to_string(seed) + "T00:00:00Z";
    return options;
  }
  QString header(RunColumn column) {
    return runs().table()->model()->headerData(static_cast<int>(column), Qt::Horizontal).toString();
  }
  /// Presses a button of the question that is open.
  bool answer(const char* text) {
    auto* ask = window().findChild<QMessageBox*>();
    if (!ask) return false;
    for (QAbstractButton* button : ask->buttons()) {
      if (button->text() != QLatin1String(text)) continue;
      QTest::mouseClick(button, Qt::LeftButton);
      return true;
    }
    return false;
  }
  std::string exported() {
    const auto file = m_folder / "runs.csv";
    window().exportView(QStringLiteral("runs"), QString::fromStdString(file.string()));
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
};

TEST_F(CompareTest, TheTableSaysWhatTellsTheRunsApart) {
  const FakeRun one(m_folder / "one", seeded(1));
  const FakeRun hot(m_folder / "hot", seeded(2, 0.02));
  ASSERT_TRUE(openRuns());
  EXPECT_EQ(header(RunColumn::Differs), QStringLiteral("Differs from one"));
  EXPECT_EQ(cell(rowOf("one"), RunColumn::Differs), QStringLiteral("reference of the comparison"));
  EXPECT_EQ(cell(rowOf("hot"), RunColumn::Differs), QStringLiteral("lr 0.02, seed 2"));
  choose("hot");
  runs().command("differFromRun")->trigger();
  EXPECT_EQ(header(RunColumn::Differs), QStringLiteral("Differs from hot"));
  EXPECT_EQ(cell(rowOf("one"), RunColumn::Differs), QStringLiteral("lr 0.00065, seed 1"));
  EXPECT_TRUE(runs().table()->isColumnHidden(static_cast<int>(RunColumn::Model))) << "they have one model";
  runs().command("differFromRun")->trigger();
  EXPECT_EQ(header(RunColumn::Differs), QStringLiteral("Differs from one"));
}

TEST_F(CompareTest, RunsOfOneSeedCountAsOneSeed) {
  const FakeRun first(m_folder / "v45-s1", seeded(1)), again(m_folder / "v45-s1-again", seeded(1));
  const FakeRun second(m_folder / "v45-s2", seeded(2));
  ASSERT_TRUE(openRuns());
  EXPECT_EQ(cell(rowOf("v45"), RunColumn::Standing), QStringLiteral("3 runs, 2 seeds"));
}

TEST_F(CompareTest, RunsThatAllGoOnHaveNoMean) {
  FakeRunOptions one = seeded(1), two = seeded(2);
  one.state = two.state = RunState::Running;
  const FakeRun first(m_folder / "v45-s1", one), second(m_folder / "v45-s2", two);
  ASSERT_TRUE(openRuns());
  EXPECT_EQ(cell(rowOf("v45"), RunColumn::Standing), QStringLiteral("2 runs, no mean"));
}

TEST_F(CompareTest, SeedsOfOneConfigurationStandBelowTheirMean) {
  std::vector<std::unique_ptr<FakeRun>> made;
  for (std::int64_t seed = 1; seed <= 3; ++seed) {
    FakeRunOptions options = seeded(seed);
    options.loss = [seed](std::int64_t epoch) {
      return 2.9 + 0.01 * static_cast<double>(seed) + 0.02 * std::abs(static_cast<double>(epoch - 5));
    };
    made.push_back(std::make_unique<FakeRun>(m_folder / ("v45-s" + std::to_string(seed)), options));
  }
  const FakeRun lone(m_folder / "lone", seeded(4, 0.02));
  ASSERT_TRUE(openRuns());
  const QAbstractItemModelTester tester(runs().order(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_EQ(runs().order()->rowCount(), 5);
  const int group = rowOf("v45");
  ASSERT_GE(group, 0);
  EXPECT_EQ(cell(group, RunColumn::Standing), QStringLiteral("3 seeds"));
  EXPECT_EQ(cell(group, RunColumn::BestLoss), QStringLiteral("2.920 \u00B1 0.010")) << "of 2.91, 2.92 and 2.93";
  EXPECT_EQ(cell(group, RunColumn::Test), QStringLiteral("hidden"));
  for (int below = 1; below <= 3; ++below)
    EXPECT_TRUE(cell(group + below, RunColumn::Name).startsWith(QLatin1String("v45-s")));
  ASSERT_TRUE(runs().current());
  EXPECT_NE(exported().find("mean of seeds"), std::string::npos);

  // Its test mean waits for the last of its runs.
  for (const char* name : {"v45-s1", "v45-s2", "v45-s3"}) {
    EXPECT_EQ(cell(rowOf("v45"), RunColumn::Test), QStringLiteral("hidden"));
    choose(name);
    runs().command("revealTest")->trigger();
    ASSERT_TRUE(answer("Reveal"));
    ASSERT_TRUE(waitFor([&] { return cell(rowOf(name), RunColumn::Test) != QLatin1String("hidden"); }));
  }
  EXPECT_EQ(cell(rowOf("v45"), RunColumn::Test), QStringLiteral("52.0 \u00B1 1.0"));

  // A steered run leaves the mean and stays below it.
  library().editNotes(m_folder / "v45-s3", [](ViewerNotes& notes) { notes.steered = true; });
  ASSERT_TRUE(waitFor([&] { return cell(rowOf("v45"), RunColumn::Standing) == QLatin1String("2 seeds"); }));
  EXPECT_EQ(cell(rowOf("v45"), RunColumn::BestLoss), QStringLiteral("2.915 \u00B1 0.007"));

  const QRect arrow = qt::RunsDelegate::foldArrow(rectOf(rowOf("v45"), RunColumn::Name));
  QTest::mouseClick(runs().table()->viewport(), Qt::LeftButton, {}, arrow.center());
  EXPECT_EQ(runs().order()->rowCount(), 2);
  runs().table()->setCurrentIndex(runs().order()->index(rowOf("v45"), 0));
  EXPECT_FALSE(runs().command("stopRun")->isEnabled()) << "a group takes no commands";
  QTest::keyClick(runs().table(), Qt::Key_Right);
  EXPECT_EQ(runs().order()->rowCount(), 5);
  const QRect box = qt::RunsDelegate::checkBox(rectOf(rowOf("v45"), RunColumn::Name));
  QTest::mouseClick(runs().table()->viewport(), Qt::LeftButton, {}, box.center());
  EXPECT_FALSE(library().chosen(m_folder / "v45-s1"));
  EXPECT_FALSE(library().chosen(m_folder / "v45-s3"));
  EXPECT_TRUE(library().chosen(m_folder / "lone"));
  choose("v45-s2");
  QTest::mouseClick(button("groupSeeds"), Qt::LeftButton);
  EXPECT_EQ(runs().order()->rowCount(), 4);
  EXPECT_EQ(runs().current()->folder(), m_folder / "v45-s2") << "the current line stays with its run";
}

TEST_F(CompareTest, TheCheckedRunsStandSideBySide) {
  const FakeRun one(m_folder / "one", seeded(1));
  const FakeRun hot(m_folder / "hot", seeded(2, 0.02));
  const FakeRun other(m_folder / "other", seeded(3));
  ASSERT_TRUE(openRuns());
  library().setChosen(m_folder / "other", false);
  QTest::mouseClick(button("compareRuns"), Qt::LeftButton);
  auto* dialog = window().findChild<qt::TableDialog*>();
  ASSERT_NE(dialog, nullptr);
  const present::Table table = runs().comparedTable();
  ASSERT_EQ(table.columns.size(), 3U);
  const std::size_t hotColumn = table.columns[1] == "hot" ? 1 : 2;
  ASSERT_GT(table.rows.size(), 5U);
  EXPECT_EQ(table.rows[0][0], present::Table::Cell(std::string("training.learning_rate")));
  EXPECT_EQ(table.rows[0][hotColumn], present::Table::Cell(std::string("0.02")));
  EXPECT_EQ(table.rows[1][0], present::Table::Cell(std::string("seed")));
  EXPECT_EQ(table.rows[2][0], present::Table::Cell(std::string("state"))) << "nothing else differs";
  EXPECT_EQ(dialog->view()->model()->rowCount(), static_cast<int>(table.rows.size()));
  const auto file = m_folder / "compared.csv";
  window().exportView(qt::comparedRuns, QString::fromStdString(file.string()));
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_NE(text.find("hidden,hidden"), std::string::npos) << text;
  dialog->close();
  library().setChosen(m_folder / "hot", false);
  EXPECT_FALSE(runs().command("compareRuns")->isEnabled()) << "one run is no comparison";
}

TEST_F(CompareTest, ALinkOpensTheSameCurves) {
  const FakeRun one(m_folder / "one", seeded(1));
  const FakeRun two(m_folder / "it's two", seeded(2));
  ASSERT_TRUE(openRuns());
  qt::TrainingArea& area = *window().training();
  area.openLink("x=step smoothing=0.9 seeds=single panels=mrr_all,memory cursor=40 runs=it%27s%20two");
  ASSERT_TRUE(waitFor([this] { return !library().chosen(m_folder / "one"); }));
  EXPECT_TRUE(library().chosen(m_folder / "it's two"));
  EXPECT_EQ(area.options().x, present::CurveX::Step);
  EXPECT_FALSE(runs().order()->grouped());
  window().action("copyLink")->trigger();
  const QString link = QApplication::clipboard()->text();
  const std::string run = "sojourn-studio --run " + m_folder.path().string() + " --curves 'x=step ";
  EXPECT_TRUE(link.startsWith(QString::fromStdString(run))) << link.toStdString();
  EXPECT_TRUE(link.contains(QLatin1String("panels=mrr_all,memory cursor=40 runs=it%27s%20two'"))) << link.toStdString();
  const present::KeptCurves kept = area.curvesToKeep();
  EXPECT_EQ(kept.x, "step");
  EXPECT_EQ(kept.smoothing, 0.9);
  EXPECT_FALSE(kept.grouped);
  EXPECT_EQ(kept.panels, (std::vector<std::string>{"mrr_all", "memory"}));
  area.openLink("runs=nowhere");
  EXPECT_TRUE(library().chosen(m_folder / "it's two")) << "a link to runs that are not there changes no choice";
  EXPECT_EQ(area.options().x, present::CurveX::Epoch);
  // Under pseudonyms a link has no folders.
  workspace().setPseudonyms("17");
  ASSERT_TRUE(waitFor([this] { return workspace().pseudonyms() == "17"; }));
  window().action("copyLink")->trigger();
  const std::string masked = "sojourn-studio --run " + m_folder.path().filename().string() + " --curves ";
  const QString copied = QApplication::clipboard()->text();
  EXPECT_TRUE(copied.startsWith(QString::fromStdString(masked))) << copied.toStdString();
}

TEST_F(CompareTest, PanelsArePickedAndMoved) {
  const FakeRun one(m_folder / "one", seeded(1));
  ASSERT_TRUE(openRuns());
  ASSERT_TRUE(waitFor([this] { return curves().scene() != nullptr; }));
  const auto& hits = curves().scene()->hits;
  const auto pick = std::ranges::find_if(hits, isFor<present::PickPanels>);
  ASSERT_NE(pick, hits.end());
  QTest::mouseClick(curves().viewport(), Qt::LeftButton, {}, curves().onViewport(pick->rect).center().toPoint());
  auto* picker = window().findChild<qt::PanelPicker*>();
  ASSERT_NE(picker, nullptr);
  ASSERT_TRUE(picker->isVisible());
  const auto& shown = window().training()->options().shown;
  EXPECT_EQ(shown, present::usualCurveMetrics());
  picker->list()->item(0)->setCheckState(Qt::Unchecked);
  EXPECT_EQ(shown.front(), present::CurveMetric::TrainLoss);
  picker->list()->setCurrentRow(2);
  picker->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(picker, static_cast<int>(std::chrono::milliseconds(longestWait).count())));
  QTest::keyClick(picker->list(), Qt::Key_Up, Qt::AltModifier);
  EXPECT_EQ(shown.front(), present::CurveMetric::AccuracyAll);
  for (int row = 0; row < picker->list()->count(); ++row) picker->list()->item(row)->setCheckState(Qt::Unchecked);
  EXPECT_EQ(shown.size(), 1U) << "the last one stays";
  picker->close();
}

TEST_F(CompareTest, TheStatusBarTellsOfTheRunThatIsTrained) {
  FakeRunOptions options = run(RunState::Running, 3);
  options.stepsPerEpoch = 10;
  const FakeRun live(m_folder / "live", options);
  window().showWorkspace(StudioWorkspace::Inspect);
  auto* status = window().findChild<qt::StatusPanel*>();
  ASSERT_NE(status, nullptr);
  ASSERT_TRUE(openRuns());
  EXPECT_TRUE(status->message().startsWith(QLatin1String("Events read at "))) << status->message().toStdString();
  EXPECT_TRUE(status->right().startsWith(QStringLiteral("pointer_v45 \u00B7 "))) << status->right().toStdString();
  const qt::TrainingStatus shown = window().training()->status();
  EXPECT_EQ(shown.title, QStringLiteral("live: epoch 3, step 10 of 10"));
  EXPECT_TRUE(shown.rate.contains(QLatin1String("left at most"))) << shown.rate.toStdString();
  window().showWorkspace(StudioWorkspace::Inspect);
  EXPECT_FALSE(status->message().startsWith(QLatin1String("Events read")));
}

TEST_F(CompareTest, TestFiguresStayHiddenUntilTheyAreRevealedAndCounted) {
  const FakeRun one(m_folder / "one", seeded(1));
  const FakeRun two(m_folder / "two", seeded(2, 0.02));
  ASSERT_TRUE(openRuns());
  EXPECT_EQ(cell(rowOf("one"), RunColumn::Test), QStringLiteral("hidden"));
  EXPECT_EQ(exported().find(",51,"), std::string::npos);
  choose("one");
  runs().command("revealTest")->trigger();
  ASSERT_TRUE(answer("Cancel"));
  ASSERT_TRUE(rested());
  EXPECT_EQ(readViewerNotes(one.paths().viewer())->reveals, 0);
  runs().command("revealTest")->trigger();
  ASSERT_TRUE(answer("Reveal"));
  ASSERT_TRUE(waitFor([this] { return cell(rowOf("one"), RunColumn::Test) == QLatin1String("51.0"); }));
  EXPECT_EQ(cell(rowOf("two"), RunColumn::Test), QStringLiteral("hidden"));
  EXPECT_EQ(readViewerNotes(one.paths().viewer())->reveals, 1);
  EXPECT_NE(exported().find(",51,shown,1,"), std::string::npos) << exported();
  EXPECT_NE(exported().find(",,hidden,0,"), std::string::npos) << exported();
  EXPECT_FALSE(runs().command("revealTest")->isEnabled());
  runs().command("hideTest")->trigger();
  EXPECT_EQ(cell(rowOf("one"), RunColumn::Test), QStringLiteral("hidden"));
  EXPECT_EQ(exported().find(",51,"), std::string::npos);
}

}  // namespace
}  // namespace sojourn::test
