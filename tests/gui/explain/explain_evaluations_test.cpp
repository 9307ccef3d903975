// SPDX-License-Identifier: GPL-3.0-or-later
// What Explain computes where somebody looks: evaluations, components, Shapley values, seeds, random weights.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTimer>

#include "tests/gui/explain/explain_window.h"

namespace sojourn::test {
namespace {

TEST_F(ExplainTest, AnEvaluationOrdersTheColumnsAndCanBeStopped) {
  const std::vector<std::string> registered = columns();
  {
    const HeldEvaluations held;
    explanations().startEvaluation(0);
    ASSERT_TRUE(waitFor([this] { return view("aggregate_faithfulness").scene() != nullptr; }));
    EXPECT_EQ(workspace().jobs().all().size(), 1U);
    click("aggregate_faithfulness", hit("aggregate_faithfulness", asksFor(present::ExplainCommand::CancelEvaluation)));
    ASSERT_TRUE(waitFor([this] { return !explanations().evaluation().running; }));
  }
  EXPECT_TRUE(workspace().jobs().all().empty());
  EXPECT_LT(explanations().evaluation().summary->samples, fakeRows);
  EXPECT_NE(columns(), registered);
  EXPECT_EQ(columns().front(), "same_place");
  EXPECT_NE(view("attribution").scene()->caption.find("partial"), std::string::npos);
  const present::HitArea again = hit("aggregate_faithfulness", isFor<present::StartEvaluation>);
  click("aggregate_faithfulness", again);
  ASSERT_TRUE(waitFor([this] { return !explanations().evaluation().running; }));
  EXPECT_EQ(explanations().evaluation().summary->samples, fakeRows);
  EXPECT_EQ(view("attribution").scene()->caption.find("partial"), std::string::npos);
}

TEST_F(ExplainTest, NothingIsComputedWhereNobodyLooks) {
  QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier);
  const ExplainedSamplePtr before = explanations().answer();
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(rested());
  EXPECT_EQ(explanations().answer(), before);
  QTest::keyClick(&window(), Qt::Key_3, Qt::ControlModifier);
  ASSERT_TRUE(explained());
  EXPECT_NE(explanations().answer(), before);
}

TEST_F(ExplainTest, ComponentsAreAblatedOnceTheirDockIsOnScreen) {
  session::ComponentAblationStudy& ablationTable = window().explain()->components();
  EXPECT_EQ(ablationTable.answer(), nullptr) << "a tab that was not opened";
  window().explain()->dock(QStringLiteral("component_ablation"))->raise();
  ASSERT_TRUE(waitFor([&] { return ablationTable.settled() && view("component_ablation").scene(); }));
  click("component_ablation", hit("component_ablation", isFor<present::StartComponentEvaluation>));
  ASSERT_TRUE(waitFor([&] { return ablationTable.evaluation().summary && !ablationTable.evaluation().running; }));
  EXPECT_NE(view("component_ablation").scene()->caption.find("Acc@1 over 30 samples"), std::string::npos);
  const auto head = [](const present::HitArea& area) { return area.focus.head == HeadRef{.layer = 0, .head = 1}; };
  // In a low dock the heads stand below its edge.
  QScrollBar* scroll = view("component_ablation").verticalScrollBar();
  scroll->setValue(static_cast<int>(hit("component_ablation", head).rect.y) -
                   view("component_ablation").viewport()->height() / 2);
  click("component_ablation", hit("component_ablation", head));
  EXPECT_EQ(workspace().selection().now().selected.head, (HeadRef{.layer = 0, .head = 1}));
  window().explain()->dock(QStringLiteral("interventions"))->raise();
  const auto before = ablationTable.answer();
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(rested());
  EXPECT_EQ(ablationTable.answer(), before) << "nothing is computed where it is not shown";
}

TEST_F(ExplainTest, ShapleyValuesAreComputedInFrontAndAClickSelectsThePlayersVisits) {
  session::ShapleyGames& games = window().explain()->shapley();
  EXPECT_EQ(games.answer(), nullptr) << "a tab that was not opened";
  window().explain()->dock(QStringLiteral("shapley"))->raise();
  ASSERT_TRUE(waitFor([&] { return games.settled() && view("shapley").scene(); }));
  const auto several = [](const present::HitArea& area) {
    const auto* visits = actionOf<present::SelectVisits>(area);
    return visits && visits->visits.size() > 1;
  };
  const present::HitArea player = hit("shapley", several);
  QTest::mouseMove(view("shapley").viewport(), middleOf("shapley", player));
  EXPECT_TRUE(waitFor([&] { return workspace().selection().now().hovered == player.focus; }));
  click("shapley", player);
  std::vector<std::size_t> chosen{*workspace().selection().now().selected.visit};
  std::ranges::copy(workspace().selection().now().alsoVisits, std::back_inserter(chosen));
  EXPECT_EQ(chosen, actionOf<present::SelectVisits>(player)->visits);
  QTest::keyClick(view("shapley").viewport(), Qt::Key_Escape);
  EXPECT_TRUE(workspace().selection().now().selected.empty());
  const LocationId before = games.answer()->question.target.location;
  choose(bar().target(), 3);
  EXPECT_TRUE(waitFor([&] { return games.settled() && games.answer()->question.target.location != before; }));
  window().explain()->dock(QStringLiteral("interventions"))->raise();
  const auto last = games.answer();
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(rested());
  EXPECT_EQ(games.answer(), last) << "nothing is computed where it is not shown";
}

TEST_F(ExplainTest, SeedsAreComparedOnceThereAreAnyAndTheHeadsAreMarked) {
  EXPECT_EQ(marks(), 0);
  window().explain()->dock(QStringLiteral("stability"))->raise();
  ASSERT_TRUE(waitFor([this] { return view("stability").scene() && !view("stability").scene()->hits.empty(); }));
  click("stability", hit("stability", asksFor(present::WindowCommand::AskSeeds)));
  auto* dialog = window().findChild<qt::SeedsDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_FALSE(dialog->removeButton()->isEnabled());
  window().explain()->rankStability().addModels({"/nowhere/seed1.pt", "/nowhere/city.pt", "/nowhere/seed2.pt"});
  ASSERT_TRUE(waitFor([&] { return dialog->list()->count() == 2; }));
  ASSERT_TRUE(waitFor([this] { return marks() == 3; })) << marks();
  ASSERT_EQ(workspace().banners().all().size(), 1U) << "the open one itself is refused";
  dialog->list()->setCurrentRow(1);
  QTest::mouseClick(dialog->removeButton(), Qt::LeftButton);
  EXPECT_EQ(dialog->list()->count(), 1);
  QTest::keyClick(dialog, Qt::Key_Escape);
  EXPECT_TRUE(waitFor([this] {
    const auto& seeds = window().explain()->rankStability().seeds();
    return seeds && seeds->agreement.models.size() == 2U;
  }));
}

TEST_F(ExplainTest, SeedsAreComparedOverTheSamplesWhichAreMarkedInTheirList) {
  const QAbstractItemModelTester tester(window().samples()->model(),
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  const auto press = [&](const auto& wanted) {
    const present::HitArea area = hit("stability", wanted);
    view("stability").verticalScrollBar()->setValue(static_cast<int>(area.rect.y) - 10);
    click("stability", area);
  };
  window().explain()->dock(QStringLiteral("stability"))->raise();
  ASSERT_TRUE(waitFor([this] { return view("stability").scene() && !view("stability").scene()->hits.empty(); }));
  for (const present::HitArea& area : view("stability").scene()->hits)
    EXPECT_FALSE(isFor<present::StartSeedEvaluation>(area)) << "there is no other seed yet";
  qt::SamplesModel& samples = *window().samples()->model();
  EXPECT_EQ(samples.columnCount(), qt::seedsSection);
  session::RankStability& seeds = window().explain()->rankStability();
  seeds.addModels({"/nowhere/seed1.pt", "/nowhere/seed2.pt"});
  ASSERT_TRUE(waitFor([&] { return seeds.models().size() == 2U && seeds.seeds() != nullptr; }));
  press(isFor<present::StartSeedEvaluation>);
  ASSERT_TRUE(waitFor([&] { return samples.columnCount() > qt::seedsSection && workspace().jobs().all().empty(); }));
  EXPECT_NE(view("stability").scene()->summary.find("On 30 samples"), std::string::npos)
      << view("stability").scene()->summary;

  window().showWorkspace(qt::StudioWorkspace::Inspect);
  QHeaderView& header = *window().samples()->table()->horizontalHeader();
  EXPECT_EQ(samples.headerData(qt::seedsSection, Qt::Horizontal).toString(), QStringLiteral("Unstable"));
  EXPECT_EQ(header.visualIndex(qt::seedsSection), 3) << "beside right or wrong, where it is seen";
  const QModelIndex cell = samples.index(4, qt::seedsSection);
  EXPECT_EQ(cell.data().toString(), QStringLiteral("3 of 10"));
  EXPECT_TRUE(cell.data(Qt::ToolTipRole).toString().startsWith(QLatin1String("Unstable across seeds: ")));
  const QTemporaryDir folder;
  window().exportView(QStringLiteral("samples"), folder.filePath(QStringLiteral("samples.csv")));
  QFile csv(folder.filePath(QStringLiteral("samples.csv")));
  ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = csv.readAll().split('\n');
  ASSERT_GT(lines.size(), 5);
  EXPECT_TRUE(lines[0].trimmed().endsWith(",methods_compared,methods_unstable,unstable")) << lines[0].constData();
  const QList<QByteArray> cells = lines[5].trimmed().split(',');
  ASSERT_EQ(cells.size(), 21);
  EXPECT_EQ(cells[18], "10");
  EXPECT_EQ(cells[19], "3");
  EXPECT_EQ(cells[20].split(' ').size(), 3);
  QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                    QPoint(header.sectionViewportPosition(qt::seedsSection) + 20, header.height() / 2));
  EXPECT_EQ(workspace().samples().view().sort(), session::SampleSort()) << "it is known of few";
  EXPECT_EQ(header.sortIndicatorSection(), 0);
  // By the menu of the list: those alone, and those of them where most are unstable (there are none).
  const auto choose = [&](const char* words) {
    bool chosen = false;
    QTimer::singleShot(0, window().samples(), [&, words] {
      for (QMenu* menu : window().samples()->findChildren<QMenu*>())
        for (QAction* action : menu->actions()) {
          if (!action->text().startsWith(QLatin1String(words))) continue;
          action->trigger();
          chosen = true;
        }
      if (QWidget* open = QApplication::activePopupWidget()) open->close();
    });
    Q_EMIT window().samples()->table()->customContextMenuRequested(
        window().samples()->table()->visualRect(samples.index(0, 0)).center());
    QCoreApplication::processEvents();
    return chosen;
  };
  ASSERT_TRUE(choose("Only samples on which"));
  EXPECT_TRUE(workspace().samples().filterText().starts_with("index:0,1,2,3,")) << workspace().samples().filterText();
  EXPECT_FALSE(workspace().samples().filterError());
  EXPECT_EQ(workspace().samples().view().rows().size(), fakeRows);
  workspace().samples().setFilterText("len>1");
  ASSERT_TRUE(choose("Only samples on which most"));
  EXPECT_EQ(workspace().samples().filterText(), "len>1");
  workspace().samples().setFilterText("user:2");
  EXPECT_EQ(samples.columnCount(), qt::seedsSection + 1) << "a sample is what it is under any filter";
  seeds.removeModel(0);
  EXPECT_EQ(samples.columnCount(), qt::seedsSection) << "with another set of models nothing of it holds";
}

TEST_F(ExplainTest, RandomWeightsAreCheckedWithProgressAndCanBeStopped) {
  window().action("testRandomization")->trigger();
  ASSERT_TRUE(waitFor([this] { return view("stability").scene() != nullptr && !workspace().jobs().all().empty(); }));
  click("stability", hit("stability", asksFor(present::ExplainCommand::CancelRandomization)));
  EXPECT_TRUE(workspace().jobs().all().empty());
  EXPECT_EQ(window().explain()->rankStability().randomization(), nullptr);
  click("stability", hit("stability", asksFor(present::ExplainCommand::TestRandomization)));
  ASSERT_TRUE(waitFor([this] { return window().explain()->rankStability().randomization() != nullptr; }));
  EXPECT_EQ(marks(), 2) << "every fourth method survives";
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(explained());
  EXPECT_EQ(marks(), 0) << "it was of another sample";
}

TEST_F(ExplainTest, ALinkCarriesTheQuestion) {
  explanations().choose({.of = session::ExplanationChoice::Of::Location,
                         .location = 5,
                         .against = session::ExplanationChoice::Against::RunnerUp,
                         .baseline = Baseline::Padding,
                         .removal = Removal::Removed});
  window().action("copyLink")->trigger();
  EXPECT_TRUE(QApplication::clipboard()->text().endsWith(
      QLatin1String(" --workspace explain --explain 5 --rather-than next_best --operator removed --baseline padding")))
      << qPrintable(QApplication::clipboard()->text());
}

TEST_F(ExplainTest, HasTablesLinksHelpAndExports) {
  window().action("copyLink")->trigger();
  EXPECT_TRUE(QApplication::clipboard()->text().endsWith(QLatin1String(" --workspace explain")));
  QTemporaryDir folder;
  window().exportView(QStringLiteral("attribution"), folder.filePath(QStringLiteral("a.csv")));
  EXPECT_TRUE(QFile::exists(folder.filePath(QStringLiteral("a.csv"))));
  for (const char* id : {"attribution", "faithfulness_curves", "aggregate_faithfulness", "agreement", "interventions",
                         "effects", "component_ablation", "shapley", "stability"}) {
    qt::ViewDock* dock = window().explain()->dock(QLatin1String(id));
    ASSERT_NE(dock, nullptr) << id;
    window().help()->showPage(QLatin1String(id));
    EXPECT_TRUE(window().help()->toPlainText().startsWith(dock->windowTitle())) << id;
  }
}

}  // namespace
}  // namespace sojourn::test
