// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing runs in the Training workspace: what tells them apart, and test figures that stay hidden.
#include <QHeaderView>
#include <QMessageBox>
#include <QPushButton>
#include <fstream>
#include <iterator>

#include "tests/gui/training_fixture.h"

namespace sojourn::test {
namespace {

using qt::RunColumn;

class CompareTest : public TrainingTest {
 protected:
  static InventedRunOptions seeded(std::int64_t seed, double rate = 6.5e-4) {
    InventedRunOptions options = run(RunState::Finished, 9);
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
  bool answer(const char* words) {
    auto* ask = window().findChild<QMessageBox*>();
    if (!ask) return false;
    for (QAbstractButton* button : ask->buttons()) {
      if (button->text() != QLatin1String(words)) continue;
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
  const InventedRun one(m_folder / "one", seeded(1));
  const InventedRun hot(m_folder / "hot", seeded(2, 0.02));
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

TEST_F(CompareTest, TestFiguresStayHiddenUntilTheyAreRevealedAndCounted) {
  const InventedRun one(m_folder / "one", seeded(1));
  const InventedRun two(m_folder / "two", seeded(2, 0.02));
  ASSERT_TRUE(openRuns());
  EXPECT_EQ(cell(rowOf("one"), RunColumn::Test), QStringLiteral("hidden"));
  EXPECT_EQ(exported().find(",51,"), std::string::npos);
  choose("one");
  runs().command("revealTest")->trigger();
  ASSERT_TRUE(answer("Cancel"));
  QTest::qWait(20);
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
