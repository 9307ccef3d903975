// SPDX-License-Identifier: GPL-3.0-or-later
// The Training workspace with mouse and keys, on fake run directories.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QTest>
#include <fstream>

#include "tests/gui/training_fixture.h"
#include "tests/support/actions.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/scene/table_dialog.h"
#include "views/qt/shell/top_bar.h"
#include "views/qt/widgets/text.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::test {
namespace {

using qt::RunColumn;
using qt::StudioWorkspace;

TEST_F(TrainingTest, TheKeysAndTheButtonsChangeTheWorkspaceAndLoseNothing) {
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(settled());
  const auto row = workspace().row();
  qt::DockArea* inspect = window().docks();
  inspect->dock(QStringLiteral("gate"))->close();
  ASSERT_TRUE(rested());  // the others take its place
  const QByteArray layout = inspect->state();
  QTest::keyClick(&window(), Qt::Key_4, Qt::ControlModifier);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Training);
  EXPECT_TRUE(runs().isVisible());
  EXPECT_FALSE(view("visits").isVisible());
  EXPECT_FALSE(window().action("nextSample")->isEnabled()) << "its sample is not on screen";
  EXPECT_EQ(inspect->state(), layout) << "what would be stored now";
  QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Inspect);
  EXPECT_EQ(workspace().row(), row);
  EXPECT_EQ(window().docks(), inspect);
  EXPECT_EQ(inspect->state(), layout);
  QToolButton* training = nullptr;
  for (auto* found : window().topBar()->findChildren<QToolButton*>())
    if (found->accessibleName() == QLatin1String("Training")) training = found;
  ASSERT_NE(training, nullptr);
  QTest::mouseClick(training, Qt::LeftButton);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Training);
  EXPECT_TRUE(training->isChecked());
  EXPECT_TRUE(window().action("workspaceTraining")->isChecked());
  QTest::keySequence(&window(), window().docks()->dock(QStringLiteral("runs"))->revealAction()->shortcut());
  QTest::keyClick(&window(), Qt::Key_1, Qt::AltModifier);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Inspect) << "a view brings its workspace";
}

TEST_F(TrainingTest, EveryRunIsALineWithItsStateAndBestFigures) {
  const FakeRun finished(m_folder / "v45-s42", run(RunState::Finished));
  const FakeRun running(m_folder / "mhsa", run(RunState::Running, 3, "mhsa"));
  FakeRun dead(m_folder / "dead", run(RunState::Running, 2));
  dead.writeStatus(RunState::Running, false);
  std::filesystem::create_directories(m_folder / "broken");
  std::ofstream(m_folder / "broken" / "run.json") << "nothing";
  ASSERT_TRUE(openRuns());
  const QAbstractItemModelTester order(runs().order(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_EQ(runs().order()->rowCount(), 4);
  const int row = rowOf("v45-s42");
  EXPECT_EQ(cell(row, RunColumn::Standing), QStringLiteral("finished"));
  EXPECT_EQ(cell(row, RunColumn::Model), QStringLiteral("pointer_v45"));
  EXPECT_EQ(cell(row, RunColumn::Epoch), QStringLiteral("12 / 50"));
  EXPECT_EQ(cell(row, RunColumn::BestEpoch), QStringLiteral("8"));
  EXPECT_EQ(cell(row, RunColumn::BestLoss), QStringLiteral("2.950"));
  EXPECT_EQ(cell(row, RunColumn::AccuracyAll), QStringLiteral("51.7"));
  EXPECT_EQ(cell(row, RunColumn::AccuracyKnown), QStringLiteral("56.2"));
  EXPECT_EQ(cell(row, RunColumn::Left), QStringLiteral("\u2013"));
  EXPECT_EQ(cell(rowOf("mhsa"), RunColumn::Standing), QStringLiteral("running"));
  EXPECT_NE(cell(rowOf("mhsa"), RunColumn::Left), QStringLiteral("\u2013"));
  EXPECT_EQ(cell(rowOf("dead"), RunColumn::Standing), QStringLiteral("stalled"));
  EXPECT_EQ(cell(rowOf("broken"), RunColumn::Standing), QStringLiteral("unreadable"));
  EXPECT_EQ(cell(0, RunColumn::Name), QStringLiteral("broken")) << "what wants attention stands first";
  EXPECT_TRUE(runs().caption().contains(QLatin1String("4 runs, 1 running"))) << runs().caption().toStdString();

  // By the best loss, then the other way round: lines without one stay at the end.
  const int loss = static_cast<int>(RunColumn::BestLoss);
  auto* header = runs().table()->horizontalHeader();
  const QPoint title(header->sectionViewportPosition(loss) + header->sectionSize(loss) / 2, header->height() / 2);
  for (int clicks = 0; clicks < 2; ++clicks) {
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, title);
    EXPECT_EQ(cell(3, RunColumn::Name), QStringLiteral("broken"));
  }
  std::filesystem::remove_all(m_folder / "mhsa");
  ASSERT_TRUE(waitFor([this] { return cell(rowOf("mhsa"), RunColumn::Standing) == QLatin1String("vanished"); }));
}

TEST_F(TrainingTest, NoNumberIsCutAtAnotherTextSize) {
  for (const int percent : {150, 100}) {
    workspace().setTextPercent(percent);
    ASSERT_TRUE(waitFor([&] { return qt::textFactor() == percent / 100.0; }));
    QCoreApplication::processEvents();
    runs().table()->fit();
    const QAbstractItemModel& model = *runs().table()->model();
    for (const RunColumn column : {RunColumn::Epoch, RunColumn::BestEpoch, RunColumn::BestLoss, RunColumn::AccuracyAll,
                                   RunColumn::ReciprocalRank, RunColumn::Test}) {
      const int section = static_cast<int>(column);
      const int width = runs().table()->columnWidth(section) - 8;
      EXPECT_LE(qt::metrics({.size = 11.5F}).horizontalAdvance(model.headerData(section, Qt::Horizontal).toString()),
                width)
          << percent << ", " << section;
      for (int row = 0; row < model.rowCount(); ++row)
        EXPECT_LE(qt::metrics({.size = 12}).horizontalAdvance(model.index(row, section).data().toString()), width)
            << percent << ", " << section;
    }
  }
}

TEST_F(TrainingTest, TheBoxesChooseTheCurves) {
  const FakeRun one(m_folder / "one", run(RunState::Finished));
  const FakeRun two(m_folder / "two", run(RunState::Finished, 6));
  ASSERT_TRUE(openRuns());
  ASSERT_TRUE(waitFor([this] { return curves().scene() != nullptr; }));
  EXPECT_TRUE(curves().summary().contains(QLatin1String("two"))) << curves().summary().toStdString();
  const QRect box = qt::RunsDelegate::checkBox(rectOf(rowOf("two"), RunColumn::Name));
  QTest::mouseClick(runs().table()->viewport(), Qt::LeftButton, {}, box.center());
  EXPECT_FALSE(library().chosen(m_folder / "two"));
  ASSERT_TRUE(waitFor([this] { return !curves().summary().contains(QLatin1String("two")); }));
  runs().table()->setCurrentIndex(runs().order()->index(rowOf("one"), 0));
  QTest::keyClick(runs().table(), Qt::Key_Space);
  EXPECT_FALSE(library().chosen(m_folder / "one"));
  ASSERT_TRUE(waitFor([this] { return curves().scene() == nullptr; })) << "without a run there is a sentence";
  QTest::keyClick(runs().table(), Qt::Key_Space);
  EXPECT_TRUE(library().chosen(m_folder / "one"));
  ASSERT_TRUE(waitFor([this] { return curves().scene() != nullptr; }));
}

TEST_F(TrainingTest, TheCurvesGrowWhileTheRunIsWritten) {
  FakeRun live(m_folder / "live", run(RunState::Running, 2));
  ASSERT_TRUE(openRuns());
  ASSERT_TRUE(waitFor([this] { return curves().scene() != nullptr; }));
  const std::size_t before = curves().scene()->table.rows.size();
  live.writeEpoch();
  live.writeStatus(RunState::Running);
  EXPECT_TRUE(waitFor([&] { return curves().scene()->table.rows.size() > before; }));
  EXPECT_TRUE(waitFor([this] { return cell(0, RunColumn::Epoch) == QLatin1String("3 / 50"); }));
}

TEST_F(TrainingTest, TheCurvesDoWhatTheirButtonsSay) {
  const FakeRun one(m_folder / "one", run(RunState::Finished));
  ASSERT_TRUE(openRuns());
  ASSERT_TRUE(waitFor([this] { return curves().scene() != nullptr; }));
  const auto press = [this](const auto& wanted) {
    for (const present::HitArea& area : curves().scene()->hits) {
      if (!wanted(area)) continue;
      QTest::mouseClick(curves().viewport(), Qt::LeftButton, {}, curves().onViewport(area.rect).center().toPoint());
      return true;
    }
    return false;
  };
  ASSERT_TRUE(press(asksFor(present::SetCurveX{present::CurveX::Step})));
  EXPECT_EQ(window().training()->options().x, present::CurveX::Step);
  ASSERT_TRUE(press(asksFor(present::SetLogLoss{true})));
  EXPECT_TRUE(window().training()->options().logarithmicLoss);
  ASSERT_TRUE(press(isFor<present::SetCursor>));
  EXPECT_TRUE(window().training()->options().cursor.has_value());
  QTest::keyClick(&curves(), Qt::Key_Escape);
  EXPECT_FALSE(window().training()->options().cursor.has_value());
  ASSERT_TRUE(press(isFor<present::SetSmoothing>));
  EXPECT_GE(window().training()->options().smoothing, 0);
  ASSERT_TRUE(press(asksFor(present::EnlargeCurve{present::CurveMetric::TrainLoss})));
  EXPECT_EQ(window().training()->options().enlarged, present::CurveMetric::TrainLoss);
  ASSERT_TRUE(press(isFor<present::EnlargeCurve>));
  EXPECT_FALSE(window().training()->options().enlarged.has_value());
}

TEST_F(TrainingTest, WordsFilterAndTheFilterIsOneKeyAway) {
  const FakeRun one(m_folder / "v45-a", run(RunState::Finished));
  const FakeRun two(m_folder / "mhsa-a", run(RunState::Paused, 2, "mhsa"));
  ASSERT_TRUE(openRuns());
  QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("model:mhsa -state:finished"));
  ASSERT_EQ(runs().order()->rowCount(), 1);
  EXPECT_EQ(cell(0, RunColumn::Name), QStringLiteral("mhsa-a"));
  runs().filter()->setText(QStringLiteral("tag:none"));
  EXPECT_EQ(runs().order()->rowCount(), 0);
  EXPECT_FALSE(runs().table()->isVisible());
  const auto caption = [this] { return window().training()->dock(QStringLiteral("runs"))->bar()->caption(); };
  EXPECT_TRUE(caption().endsWith(QLatin1String("0 of 2 runs"))) << caption().toStdString();
  runs().filter()->clear();
  EXPECT_TRUE(caption().endsWith(QLatin1String(", 2 runs"))) << caption().toStdString();
  EXPECT_EQ(runs().order()->rowCount(), 2);
}

}  // namespace
}  // namespace sojourn::test
