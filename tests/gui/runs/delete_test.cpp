// SPDX-License-Identifier: GPL-3.0-or-later
// Runs go to the trash through the real window: asked first, never while they are trained, never lost.
#include <QMessageBox>
#include <QPushButton>
#include <fstream>

#include <gmock/gmock.h>

#include "tests/gui/training_fixture.h"
#include "views/qt/runs/run_removal.h"

namespace sojourn::test {
namespace {

namespace fs = std::filesystem;

class DeleteTest : public TrainingTest {
 protected:
  /// Moves instead of the desktop.
  void useOwnTrash() {
    fs::create_directories(m_trash.path());
    runs().removal().moveToTrash = [this](const QString& path) {
      std::error_code error;
      const fs::path from = path.toStdString();
      fs::rename(from, m_trash / from.filename(), error);
      return !error;
    };
  }
  QMessageBox* question() {
    QMessageBox* found = nullptr;
    (void)waitFor([&] {
      found = runs().findChild<QMessageBox*>(QStringLiteral("deleteRuns"));
      return found && found->isVisible();
    });
    return found;
  }
  void answer(const char* button) {
    QMessageBox* box = question();
    ASSERT_TRUE(box);
    if (auto* found = box->findChild<QPushButton*>(QLatin1String(button)))
      QTest::mouseClick(found, Qt::LeftButton);
    else
      QTest::mouseClick(box->button(QMessageBox::Cancel), Qt::LeftButton);
  }

  TempFolder m_trash;
};

TEST_F(DeleteTest, AsksNamesAndMovesTheSelectedRuns) {
  const FakeRun one(m_folder / "one", run(RunState::Finished, 2));
  const FakeRun two(m_folder / "two", run(RunState::Finished, 2));
  const FakeRun three(m_folder / "three", run(RunState::Finished, 2));
  std::ofstream(one.paths().bestCheckpoint()) << "weights";
  ASSERT_TRUE(openRuns());
  useOwnTrash();
  runs().command("groupSeeds")->setChecked(false);
  runs().table()->setCurrentIndex(runs().order()->index(rowOf("one"), 0));
  runs().command("deleteRun")->trigger();
  ASSERT_TRUE(question());
  EXPECT_TRUE(question()->informativeText().startsWith(QStringLiteral("one: "))) << "what goes";
  EXPECT_TRUE(question()->informativeText().endsWith(QStringLiteral("1 checkpoint")));
  answer("cancel");
  ASSERT_TRUE(waitFor([&] { return !runs().findChild<QMessageBox*>(QStringLiteral("deleteRuns")); }));
  EXPECT_TRUE(fs::exists(one.paths().record())) << "Cancel does nothing";

  QTest::mouseClick(runs().table()->viewport(), Qt::LeftButton, {},
                    rectOf(rowOf("one"), qt::RunColumn::Standing).center());
  QTest::mouseClick(runs().table()->viewport(), Qt::LeftButton, Qt::ControlModifier,
                    rectOf(rowOf("two"), qt::RunColumn::Standing).center());
  EXPECT_EQ(runs().selected().size(), 2U);
  runs().command("deleteRun")->trigger();
  answer("moveToTrash");
  ASSERT_TRUE(waitFor([&] { return library().runs().size() == 1 && library().settled(); }));
  EXPECT_TRUE(fs::exists(m_trash / "one" / "run.json"));
  EXPECT_TRUE(fs::exists(m_trash / "two" / "events.jsonl"));
  EXPECT_EQ(rowOf("three"), 0) << "and none is reported as vanished";
  EXPECT_TRUE(workspace().banners().all().empty());
}

TEST_F(DeleteTest, ARunThatIsTrainedStays) {
  FakeRun live(m_folder / "live", run(RunState::Running, 2));
  ASSERT_TRUE(openRuns());
  useOwnTrash();
  live.writeStatus(RunState::Running);
  ASSERT_TRUE(waitFor([&] { return library().runs()[0]->entry.liveness == Liveness::Alive; }));
  runs().command("deleteRun")->trigger();
  ASSERT_FALSE(workspace().banners().all().empty());
  EXPECT_EQ(workspace().banners().all()[0].error.what, "is being trained and cannot be deleted");
  EXPECT_EQ(workspace().banners().all()[0].error.remedy, "stop its training first, then delete it");
  EXPECT_TRUE(fs::exists(live.paths().record()));
}

TEST_F(DeleteTest, WithoutATrashNothingIsLost) {
  const FakeRun one(m_folder / "one", run(RunState::Finished, 2));
  ASSERT_TRUE(openRuns());
  runs().removal().moveToTrash = [](const QString&) { return false; };
  runs().command("deleteRun")->trigger();
  answer("moveToTrash");
  ASSERT_TRUE(waitFor([&] { return !workspace().banners().all().empty(); }));
  EXPECT_EQ(workspace().banners().all()[0].error.what, "could not be moved to the trash; nothing was deleted");
  EXPECT_TRUE(fs::exists(one.paths().events()));
  EXPECT_EQ(library().runs().size(), 1U);
}

TEST_F(DeleteTest, AForeignLogIsClosedAndNeverDeleted) {
  const fs::path log = m_folder / "metrics.csv";
  std::ofstream(log) << "step,loss\n1,4\n2,3\n";
  window().openRuns(log);
  ASSERT_TRUE(waitFor([&] { return library().settled() && library().runs().size() == 1; }));
  EXPECT_EQ(cell(0, qt::RunColumn::Standing), QStringLiteral("imported"));
  EXPECT_FALSE(runs().command("resumeRun")->isEnabled());
  EXPECT_TRUE(runs().command("resumeRun")->toolTip().contains(QLatin1String("log of another program")));
  EXPECT_FALSE(runs().command("inspectBest")->isEnabled());
  EXPECT_EQ(workspace().runs().sources(), std::vector<std::string>{log.string()});
  useOwnTrash();
  runs().command("deleteRun")->trigger();
  EXPECT_TRUE(library().runs().empty());
  EXPECT_TRUE(library().sources().empty());
  EXPECT_TRUE(workspace().runs().sources().empty()) << "it does not come back at the next start";
  EXPECT_TRUE(fs::exists(log));
}

TEST_F(DeleteTest, NamesAreBriefByWhatAllHaveInCommon) {
  const FakeRun one(m_folder / "city-v45-seed42", run(RunState::Finished, 2));
  const FakeRun other(m_folder / "city-v45-seed43", run(RunState::Finished, 2));
  ASSERT_TRUE(openRuns());
  ASSERT_TRUE(waitFor([&] { return library().runs().size() == 2 && runs().lines().count() == 2; }));
  for (int row = 0; row < 2; ++row)
    EXPECT_EQ(runs().lines().briefName(row),
              QString(cell(row, qt::RunColumn::Name)).replace(QLatin1String("city-v45-"), QStringLiteral("\u2026")));
}

TEST_F(DeleteTest, NamesOfSeedsAreBrieferBelowTheirGroup) {
  std::vector<std::unique_ptr<FakeRun>> made;
  for (const auto& [rate, name] : {std::pair(0.001, "0.001"), std::pair(0.003, "0.003")})
    for (const std::int64_t seed : {42, 43}) {
      FakeRunOptions options = run(RunState::Finished, 2);
      options.seed = seed;
      options.learningRate = rate;
      made.push_back(
          std::make_unique<FakeRun>(m_folder / ("city-seed" + std::to_string(seed) + "-rate-" + name), options));
    }
  ASSERT_TRUE(openRuns());
  ASSERT_TRUE(waitFor([&] { return runs().order()->groups().size() == 2; }));
  const qt::RunsOrder& order = *runs().order();
  int members = 0;
  for (int row = 0; row < order.rowCount(); ++row) {
    const QModelIndex at = order.index(row, static_cast<int>(qt::RunColumn::Name));
    const QStringList names = order.briefNames(at);
    if (order.groupAt(at)) {
      EXPECT_TRUE(names.isEmpty());
      continue;
    }
    ++members;
    ASSERT_EQ(names.size(), 2);
    const std::string name = at.data().toString().toStdString();
    EXPECT_NE(name.find(names[1].mid(1, 6).toStdString()), std::string::npos) << name;
    EXPECT_EQ(names[1].size(), 8) << "an ellipsis, the seed, an ellipsis: " << names[1].toStdString();
    EXPECT_LT(names[1].size(), names[0].size());
  }
  EXPECT_EQ(members, 4);
}

TEST_F(DeleteTest, AReferenceLineIsRememberedAndDashed) {
  const FakeRun one(m_folder / "one", run(RunState::Finished, 2));
  ASSERT_TRUE(openRuns());
  EXPECT_FALSE(runs().lines().dashed(0));
  runs().command("referenceLine")->trigger();
  EXPECT_TRUE(runs().lines().dashed(0));
  EXPECT_TRUE(workspace().runs().referenceLines().at((m_folder / "one").string()));
  runs().command("referenceLine")->trigger();
  EXPECT_FALSE(runs().lines().dashed(0));
}

}  // namespace
}  // namespace sojourn::test
