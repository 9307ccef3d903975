// SPDX-License-Identifier: GPL-3.0-or-later
// The Explain workspace in the real window: columns, the question, hovering, an evaluation that is run and stopped.
#include <QApplication>
#include <QInputDialog>
#include <QTabBar>

#include "tests/gui/explain/explain_window.h"

namespace sojourn::test {
namespace {

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

}  // namespace
}  // namespace sojourn::test
