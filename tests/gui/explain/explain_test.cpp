// SPDX-License-Identifier: GPL-3.0-or-later
// The Explain workspace in the real window: columns, the question, hovering, an evaluation that is run and stopped.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QInputDialog>
#include <QMenu>
#include <QScrollBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>

#include "tests/gui/window_fixture.h"
#include "tests/support/actions.h"
#include "views/present/chart/chart.h"
#include "views/present/explain/explanation_context.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/explain/explain_bar.h"
#include "views/qt/explain/seeds_dialog.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

class ExplainTest : public WindowTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(settled());
    QTest::keyClick(&window(), Qt::Key_3, Qt::ControlModifier);
    ASSERT_TRUE(explained());
  }
  session::Explanations& explanations() { return window().explain()->explanations(); }
  qt::ExplainBar& bar() { return *window().explain()->bar(); }
  /// The newest question has its last answer, and the pictures are drawn.
  [[nodiscard]] bool explained() {
    return waitFor([this] { return explanations().settled() && view("attribution").scene(); });
  }
  [[nodiscard]] static bool heads(const present::HitArea& area, const std::string& method) {
    return area.focus.method == present::methodNumber(method) && !area.focus.visit && area.rect.y == 0;
  }
  /// Methods of the columns, from left to right.
  [[nodiscard]] std::vector<std::string> columns() {
    std::vector<std::pair<float, std::string>> found;
    for (const present::HitArea& area : view("attribution").scene()->hits)
      if (area.focus.method && !area.focus.visit && area.rect.y == 0) found.emplace_back(area.rect.x, area.value);
    std::ranges::sort(found);
    std::vector<std::string> names;
    for (const auto& [x, name] : found) names.push_back(name);
    return names;
  }
  /// Warnings over the columns of Attribution.
  [[nodiscard]] std::ptrdiff_t marks() {
    const auto& shapes = view("attribution").scene()->shapes;
    return std::ranges::count_if(shapes, [](const present::Shape& shape) {
      const auto* icon = std::get_if<present::IconShape>(&shape);
      return icon && icon->name == "warn";
    });
  }
  void choose(QComboBox* list, int index) {
    list->setCurrentIndex(index);
    Q_EMIT list->activated(index);
  }
};

TEST_F(ExplainTest, AllMethodsStandAsColumnsAndTheSentenceNamesItsOperator) {
  EXPECT_EQ(columns().size(), 12U);
  EXPECT_EQ(columns().front(), "pointer_weight") << "as registered before an evaluation";
  for (const char* id : {"faithfulness_curves", "agreement", "interventions"})
    EXPECT_NE(view(id).scene(), nullptr) << id;
  EXPECT_EQ(view("aggregate_faithfulness").scene(), nullptr) << "a sentence and a button";
  EXPECT_TRUE(bar().sentence()->text().contains(QLatin1String(" masked, "))) << qPrintable(bar().sentence()->text());
  EXPECT_TRUE(bar().sentence()->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
  EXPECT_TRUE(bar().gap()->text().startsWith(QLatin1String("Completeness gap")));
  QTest::mouseClick(bar().removed(), Qt::LeftButton);
  EXPECT_TRUE(bar().sentence()->text().contains(QLatin1String(" removed, ")));
  EXPECT_EQ(view("faithfulness_curves").scene()->captionRight, "visits removed");
}

TEST_F(ExplainTest, SmallWordsHaveTheColoursOfTheThemeAndDimWhileTheyAreOfAnOlderQuestion) {
  for (const session::ThemeChoice choice :
       {session::ThemeChoice::Dark, session::ThemeChoice::Light, session::ThemeChoice::Dark}) {
    workspace().setTheme(choice);
    QApplication::processEvents();
    const present::Theme& theme = qt::Appearance::theme();
    ASSERT_EQ(theme.dark, choice == session::ThemeChoice::Dark);
    const auto ink = [this](QPalette::ColorGroup group) {
      return bar().gap()->palette().color(group, QPalette::WindowText);
    };
    EXPECT_EQ(ink(QPalette::Active), qt::toColor(theme.text2));
    EXPECT_EQ(ink(QPalette::Disabled), qt::toColor(theme.text3));
  }
  bar().setWaiting(true);
  EXPECT_FALSE(bar().gap()->isEnabled());
  bar().setWaiting(false);
  EXPECT_TRUE(bar().gap()->isEnabled());
  workspace().setTheme(session::ThemeChoice::System);
}

TEST_F(ExplainTest, TheGapIsShownAsAWholeOrNotAtAll) {
  for (const int width : {1600, 1366, 1180, 1000}) {
    window().resize(width, 768);
    QCoreApplication::processEvents();
    EXPECT_LE(bar().gap()->sizeHint().width(), bar().gap()->width()) << width;
    if (width >= 1366) {
      EXPECT_TRUE(bar().gap()->text().startsWith(QLatin1String("Completeness gap"))) << width;
      EXPECT_TRUE(bar().gap()->text().endsWith(QLatin1Char('%'))) << width;
    }
  }
}

TEST_F(ExplainTest, TabsKeepTheirWordsInASmallWindow) {
  window().resize(1366, 768);
  window().resetLayout();
  QApplication::processEvents();
  int tabs = 0;
  for (const QTabBar* bar : window().explain()->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    for (int i = 0; bar->isVisible() && i < bar->count(); ++i, ++tabs)
      EXPECT_GE(bar->tabRect(i).width(), bar->fontMetrics().horizontalAdvance(bar->tabText(i)))
          << qPrintable(bar->tabText(i));
  }
  EXPECT_GE(tabs, 8);
}

TEST_F(ExplainTest, AnotherQuestionIsAnsweredAndStaysForTheNextSample) {
  const LocationId before = explanations().answer()->explanation.target.location;
  int other = -1;
  for (int i = 0; i < bar().target()->count(); ++i)
    if (bar().target()->itemText(i).contains(QLatin1String(", ")) && i > 3) other = i;
  ASSERT_GT(other, 0);
  choose(bar().target(), other);
  ASSERT_TRUE(explained());
  const LocationId chosen = explanations().answer()->explanation.target.location;
  EXPECT_NE(chosen, before);
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(explained());
  EXPECT_EQ(explanations().answer()->explanation.target.location, chosen);
  EXPECT_NE(view("attribution").scene()->caption.find("sample 1, test"), std::string::npos);
  choose(bar().target(), 0);
  choose(bar().ratherThan(), 1);
  ASSERT_TRUE(explained());
  EXPECT_TRUE(explanations().answer()->explanation.target.ratherThan.has_value());
  EXPECT_NE(view("attribution").scene()->caption.find(" \u2212 P("), std::string::npos);
}

TEST_F(ExplainTest, AViewOfAnotherSampleIsDimAtOnce) {
  explanations().startEvaluation(0);
  ASSERT_TRUE(
      waitFor([this] { return !explanations().evaluation().running && view("aggregate_faithfulness").scene(); }));
  for (const char* id : {"attribution", "faithfulness_curves", "agreement", "effects", "interventions",
                         "component_ablation", "shapley", "stability"}) {
    window().explain()->dock(QLatin1String(id))->raise();
    const auto shown = [&] { return view(id).scene() && !view(id).waiting(); };
    ASSERT_TRUE(waitFor(shown)) << id;
    // No event is handled between the act and the look: not even the new inspection is there.
    QTest::keyClick(&window(), Qt::Key_PageDown);
    EXPECT_TRUE(view(id).waiting()) << id << ", another sample";
    EXPECT_FALSE(view("aggregate_faithfulness").waiting()) << "of the filter, whatever the sample";
    ASSERT_TRUE(waitFor(shown)) << id;
    Sequence edited = *workspace().sequence();
    edited.visits.front().startMinute += 15;
    workspace().setSequence(edited);
    EXPECT_TRUE(view(id).waiting()) << id << ", an edit";
    ASSERT_TRUE(waitFor(shown)) << id;
    session::ExplanationChoice choice = explanations().choice();
    const bool none = choice.against == session::ExplanationChoice::Against::Nothing;
    choice.against =
        none ? session::ExplanationChoice::Against::RunnerUp : session::ExplanationChoice::Against::Nothing;
    explanations().choose(choice);
    EXPECT_TRUE(view(id).waiting()) << id << ", another question";
    EXPECT_FALSE(bar().sentence()->isEnabled()) << "and so is the sentence";
    ASSERT_TRUE(waitFor(shown)) << id;
    EXPECT_TRUE(waitFor([this] { return bar().sentence()->isEnabled(); }));
  }
}

TEST_F(ExplainTest, EveryPanelFollowsRatherThanOrSaysThatItDoesNot) {
  explanations().startEvaluation(0);
  ASSERT_TRUE(
      waitFor([this] { return !explanations().evaluation().running && view("aggregate_faithfulness").scene(); }));
  session::ExplanationChoice choice = explanations().choice();
  choice.against = session::ExplanationChoice::Against::RunnerUp;
  explanations().choose(choice);
  for (const char* id : {"attribution", "faithfulness_curves", "agreement", "effects", "interventions",
                         "component_ablation", "shapley"}) {
    window().explain()->dock(QLatin1String(id))->raise();
    ASSERT_TRUE(waitFor([&] { return view(id).scene() && !view(id).waiting(); })) << id;
    EXPECT_NE(view(id).scene()->caption.find(" \u2212 P("), std::string::npos)
        << id << ": " << view(id).scene()->caption;
  }
  EXPECT_TRUE(bar().sentence()->text().contains(QStringLiteral(" \u2212 P("))) << qPrintable(bar().sentence()->text());
  EXPECT_NE(view("aggregate_faithfulness").scene()->caption.find("without contrast"), std::string::npos)
      << view("aggregate_faithfulness").scene()->caption;
}

TEST_F(ExplainTest, AnyLocationIsAskedForWhileTheModelMayBeReplaced) {
  const auto ask = [this](const QString& typed) {
    choose(bar().target(), bar().target()->count() - 1);
    auto* dialog = window().findChild<QInputDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible()) << "the window's loop goes on behind it";
    // As "Follow the best" does when a run writes a better checkpoint.
    const std::weak_ptr<const Engine> before = workspace().engine();
    workspace().openCheckpoint("/nowhere/city.pt");
    ASSERT_TRUE(waitFor([&] { return !workspace().opening() && workspace().engine() != before.lock(); }));
    dialog->setTextValue(typed);
    dialog->accept();
    ASSERT_TRUE(waitFor([this] { return window().findChild<QInputDialog*>() == nullptr; }));
  };
  ask(QStringLiteral("7"));
  EXPECT_EQ(explanations().choice().of, session::ExplanationChoice::Of::Location);
  EXPECT_EQ(explanations().choice().location, 7);
  ask(QStringLiteral("100000"));
  EXPECT_EQ(explanations().choice().location, 7) << "no place of the model";
  EXPECT_EQ(bar().target()->currentData(Qt::UserRole + 1).toInt(), 7) << "the list shows what is chosen";
}

TEST_F(ExplainTest, PointingAtAColumnThickensItsCurveAndAClickKeepsIt) {
  const auto thick = [this] {
    std::ptrdiff_t count = 0;
    for (const present::Shape& shape : view("faithfulness_curves").scene()->shapes)
      if (const auto* chart = std::get_if<present::ChartShape>(&shape))
        count += std::ranges::count(chart->chart->series, 2.5F, &present::ChartSeries::width);
    return count;
  };
  EXPECT_EQ(thick(), 0);
  const present::HitArea head =
      hit("attribution", [](const present::HitArea& area) { return heads(area, "mask_one"); });
  QTest::mouseMove(view("attribution").viewport(), middleOf("attribution", head));
  ASSERT_TRUE(waitFor([&] { return thick() == 2; }));
  click("attribution", head);
  QTest::mouseMove(view("attribution").viewport(), QPoint(2, view("attribution").viewport()->height() - 2));
  EXPECT_EQ(thick(), 2) << "selected";
  EXPECT_EQ(workspace().selection().now().selected.method, present::methodNumber("mask_one"));
  const present::HitArea cell = hit("attribution", [](const present::HitArea& area) { return area.focus.visit == 2U; });
  click("attribution", cell);
  EXPECT_EQ(workspace().selection().now().selected.visit, 2U);
  QTest::keyClick(view("attribution").viewport(), Qt::Key_Escape);
  EXPECT_TRUE(workspace().selection().now().selected.empty());
}

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
  QTest::qWait(50);
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
  QTest::qWait(50);
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
  QTest::qWait(50);
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
