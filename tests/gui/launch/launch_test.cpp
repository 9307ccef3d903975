// SPDX-License-Identifier: GPL-3.0-or-later
// The Launch dock with mouse and keys: form and YAML, errors, sweeps, and what lies in the queue afterwards.
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <QWheelEvent>
#include <fstream>

#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/gui/training_fixture.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/launch/launch_form_view.h"
#include "views/qt/launch/launch_panel.h"
#include "views/qt/launch/queue_list.h"
#include "views/qt/launch/yaml_edit.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

class LaunchTest : public TrainingTest {
 protected:
  LaunchTest() {
    QTest::keyClick(&window(), Qt::Key_N, Qt::ControlModifier);
    type("where.run_folder", QString::fromStdString((m_folder / "v45-{seed}").string()));
  }
  qt::LaunchPanel& launch() { return *window().training()->launch(); }
  qt::LaunchField& field(const char* key) { return *launch().form()->field(key); }
  QLineEdit* line(const char* key) { return qobject_cast<QLineEdit*>(field(key).editor()); }
  QPushButton* queueButton() { return launch().queueButton(); }
  void type(const char* key, const QString& text) {
    line(key)->setFocus();
    line(key)->selectAll();
    QTest::keyClicks(line(key), text);
  }
  void pick(const char* key, const char* value) {
    auto* box = qobject_cast<QComboBox*>(field(key).editor());
    box->setFocus();
    for (int tries = 0; tries < box->count() && box->currentData().toString() != QLatin1String(value); ++tries)
      QTest::keyClick(box, box->currentIndex() < box->findData(QLatin1String(value)) ? Qt::Key_Down : Qt::Key_Up);
  }
  bool ready() {
    return waitFor([this] { return queueButton()->isEnabled(); });
  }
  std::vector<QueuedRun> waiting() { return RunQueue(m_folder.path()).waiting(); }
};

TEST_F(LaunchTest, AKeyBringsTheFormWithTheRecipe) {
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Training);
  EXPECT_TRUE(launch().isVisible());
  EXPECT_EQ(field("model.d_model").text(), QStringLiteral("64"));
  EXPECT_EQ(field("training.learning_rate").text(), QStringLiteral("0.00065"));
  EXPECT_EQ(field("where.data").text(), QString()) << "the demo city";
  EXPECT_EQ(launch().form()->field("data.num_workers"), nullptr) << "it has no effect";
  for (const ConfigField& config : configFields()) {
    if (!session::shownInForm(config, "pointer_v45")) continue;
    qt::LaunchField* shown = launch().form()->field(config.key);
    ASSERT_NE(shown, nullptr) << config.key;
    EXPECT_TRUE(shown->editor()->isVisible()) << config.key;
    EXPECT_FALSE(shown->editor()->accessibleName().isEmpty()) << config.key;
    EXPECT_TRUE(shown->editor()->whatsThis().contains(QString::fromStdString(config.help))) << config.key;
  }
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_EQ(window().help()->page(), QStringLiteral("launch"));
}

TEST_F(LaunchTest, TheOpenDatasetIsProposedUntilAnotherIsChosen) {
  workspace().openDataset("/nowhere/town");
  ASSERT_TRUE(waitFor([this] { return !workspace().isDemo(); }));
  const QString open = QString::fromStdString(workspace().dataPath().string());
  EXPECT_EQ(field("where.data").text(), open);
  pick("where.data", "");
  EXPECT_EQ(field("where.data").text(), QString());
  workspace().openDemo();
  ASSERT_TRUE(waitFor([this] { return workspace().isDemo(); }));
  workspace().openDataset("/nowhere/town");
  ASSERT_TRUE(waitFor([this] { return !workspace().isDemo(); }));
  EXPECT_EQ(field("where.data").text(), QString()) << "what was chosen by hand stays";
}

TEST_F(LaunchTest, TheYamlSaysAllThatTheFormSays) {
  ASSERT_TRUE(ready());
  const QString yaml = launch().yaml()->toPlainText();
  for (const ConfigField& config : configFields()) {
    if (!session::shownInForm(config, "pointer_v45")) continue;
    EXPECT_TRUE(yaml.contains(QString::fromStdString(std::string(config.name()) + ": "))) << config.key;
  }
  EXPECT_TRUE(yaml.contains(QLatin1String("learning_rate: 0.00065"))) << yaml.toStdString();
}

TEST_F(LaunchTest, TheTextStandsBesideTheFieldsWhereThereIsRoom) {
  const auto placeOf = [this](QWidget* widget) { return widget->mapTo(&launch(), QPoint(0, 0)); };
  const auto arrange = [this](int width) {
    launch().resize(width, 600);
    launch().form()->layout()->activate();
    launch().form()->parentWidget()->layout()->activate();
  };
  arrange(360);
  EXPECT_GT(placeOf(launch().yaml()).y(), placeOf(launch().form()).y());
  EXPECT_NE(placeOf(line("model.d_model")).y(), placeOf(line("model.num_layers")).y());
  arrange(1300);
  EXPECT_GT(placeOf(launch().yaml()).x(), placeOf(launch().form()).x() + launch().form()->width() / 2);
  EXPECT_EQ(placeOf(line("model.d_model")).y(), placeOf(line("model.num_layers")).y());
  EXPECT_EQ(placeOf(field("where.data").editor()).y(), placeOf(line("where.run_folder")).y());
  arrange(360);
  EXPECT_GT(placeOf(launch().yaml()).y(), placeOf(launch().form()).y());
}

TEST_F(LaunchTest, AFieldStandsAloneInItsRowWhereTextIsLarge) {
  const auto arrange = [this](int percent) {
    workspace().setTextPercent(percent);
    if (!waitFor([&] { return qt::textFactor() == percent / 100.0; })) return;
    QCoreApplication::processEvents();  // the docks take the sizes that belong to the text's
    launch().resize(392, 600);
    launch().form()->layout()->activate();
  };
  arrange(100);
  EXPECT_EQ(line("training.batch_size")->y(), line("training.num_epochs")->y());
  arrange(150);
  EXPECT_NE(line("training.batch_size")->y(), line("training.num_epochs")->y());
  arrange(100);
  EXPECT_EQ(line("training.batch_size")->y(), line("training.num_epochs")->y());
}

TEST_F(LaunchTest, KeepsItsWidthInALargerWindow) {
  window().resize(1600, 1000);
  ASSERT_TRUE(waitFor([this] { return launch().width() < 400; })) << launch().width();
  const int curves = window().training()->curves()->width();
  window().resize(2200, 1000);
  ASSERT_TRUE(waitFor([&] { return window().training()->curves()->width() > curves + 590; }));
  EXPECT_LT(launch().width(), 400);
}

TEST_F(LaunchTest, ARestoredWidthIsKeptInALargerWindowAndResetWithTheLayout) {
  qt::TrainingArea& area = *window().training();
  window().resize(1700, 1000);
  const QByteArray state = area.state();
  ASSERT_TRUE(state.startsWith("390 ")) << state.left(8).toStdString();
  EXPECT_TRUE(area.restore("520 " + state.mid(4)));
  window().resize(2200, 1000);
  EXPECT_TRUE(waitFor([this] { return launch().width() > 500 && launch().width() < 540; })) << launch().width();
  EXPECT_FALSE(area.restore("no layout"));
  EXPECT_FALSE(area.restore({}));
  window().resetLayout();
  window().resize(2000, 1000);
  EXPECT_TRUE(waitFor([this] { return launch().width() < 400; })) << launch().width();
}

TEST_F(LaunchTest, AnErrorStandsInTheFootMarksItsFieldAndTheYamlAndMovesNothing) {
  ASSERT_TRUE(ready());
  const QPoint before = field("training.learning_rate").editor()->mapTo(&launch(), QPoint());
  type("model.nhead", QStringLiteral("5"));
  EXPECT_FALSE(queueButton()->isEnabled());
  EXPECT_EQ(field("model.nhead").editor()->property("mark").toString(), QStringLiteral("wrong"));
  EXPECT_TRUE(launch().summary()->text().contains(QLatin1String("Try 1, 2, 4, 8, 16, 32")));
  EXPECT_EQ(launch().summary()->property("mark").toString(), QStringLiteral("wrong"));
  EXPECT_EQ(queueButton()->toolTip(), launch().summary()->text());
  EXPECT_EQ(field("model.nhead").editor()->toolTip(), launch().summary()->text());
  ASSERT_TRUE(rested());
  EXPECT_EQ(field("training.learning_rate").editor()->mapTo(&launch(), QPoint()), before);
  ASSERT_EQ(launch().yaml()->wrongLines().size(), 1U);
  const int wrong = launch().yaml()->wrongLines().begin()->first;
  EXPECT_EQ(launch().yaml()->document()->findBlockByNumber(wrong - 1).text().trimmed(), QStringLiteral("nhead: 5"));
  type("model.nhead", QStringLiteral("8"));
  EXPECT_EQ(launch().summary()->property("mark").toString(), QString());
  EXPECT_TRUE(launch().yaml()->wrongLines().empty());
  EXPECT_EQ(field("model.nhead").editor()->property("mark").toString(), QStringLiteral("changed"));
  EXPECT_TRUE(ready());
  type("model.nhead", QStringLiteral("4"));
  EXPECT_EQ(field("model.nhead").editor()->property("mark").toString(), QString()) << "as in the recipe";
}

TEST_F(LaunchTest, ASweepIsQueuedAndCanBeTakenBack) {
  type("seed", QStringLiteral("42..44"));
  type("training.learning_rate", QStringLiteral("3e-4, 6.5e-4, 1.3e-3"));
  EXPECT_TRUE(launch().summary()->text().contains(QLatin1String("Add {learning_rate} to the name")));
  type("where.run_folder", QString::fromStdString((m_folder / "v45-{seed}-{learning_rate}").string()));
  EXPECT_EQ(launch().summary()->text(), QStringLiteral("3 × 3 = 9 runs"));
  EXPECT_EQ(qobject_cast<qt::BadgedEdit*>(field("seed").editor())->badge(), QStringLiteral("3 values"));
  EXPECT_EQ(queueButton()->text(), QStringLiteral("Queue 9 runs"));
  ASSERT_TRUE(ready());
  QTest::keyClick(line("seed"), Qt::Key_Return);
  ASSERT_TRUE(rested());
  EXPECT_TRUE(waiting().empty()) << "Enter in a field starts nothing";
  QTest::mouseClick(queueButton(), Qt::LeftButton);
  ASSERT_TRUE(waitFor([this] { return launch().launcher().queue().waiting.size() == 9; }));
  EXPECT_EQ(waiting()[0].runFolder, "v45-42-3e-4");
  EXPECT_EQ(waiting()[4].config["seed"], 43);
  EXPECT_DOUBLE_EQ(waiting()[4].config["training"]["learning_rate"].get<double>(), 6.5e-4);
  EXPECT_EQ(waiting()[4].data, "/nowhere/city");
  EXPECT_EQ(library().folder(), m_folder.path()) << "where the runs will appear is open";
  ASSERT_TRUE(launch().queueList()->isVisible());
  EXPECT_FALSE(queueButton()->isEnabled()) << "the second press of a double click queues nothing";
  // The same once more gets other names; success shows no error.
  ASSERT_TRUE(ready());
  EXPECT_EQ(launch().summary()->text(), QStringLiteral("3 × 3 = 9 runs. 9 names are taken and will get a number"));
  EXPECT_TRUE(workspace().banners().all().empty());

  auto* away = launch().queueList()->findChild<QToolButton*>(QStringLiteral("withdraw"));
  ASSERT_NE(away, nullptr);
  QTest::mouseClick(away, Qt::LeftButton);
  ASSERT_TRUE(waitFor([this] { return waiting().size() == 8; }));
  EXPECT_EQ(waiting()[0].runFolder, "v45-42-0.00065");
}

TEST_F(LaunchTest, WhatFailedIsShownWithItsReasonUntilItIsDismissed) {
  const RunQueue queue(m_folder.path());
  ASSERT_TRUE(queue.makeFolder());
  ASSERT_TRUE(queue.fail("a-b-c", "v45-9", "exit code 3: <b>no</b> dataset"));
  ASSERT_TRUE(waitFor([this] { return launch().queueList()->isVisible(); }));
  auto* why = launch().queueList()->findChild<QLabel*>(QStringLiteral("fieldError"));
  ASSERT_NE(why, nullptr);
  EXPECT_EQ(why->text(), QStringLiteral("v45-9: exit code 3: <b>no</b> dataset"));
  EXPECT_FALSE(why->toolTip().contains(QLatin1String("<b>")));
  QTest::mouseClick(launch().queueList()->findChild<QToolButton*>(QStringLiteral("dismiss")), Qt::LeftButton);
  ASSERT_TRUE(waitFor([this] { return !launch().queueList()->isVisible(); }));
  EXPECT_TRUE(queue.failed().empty());
}

TEST_F(LaunchTest, ALongReasonIsWrappedAsAWhole) {
  const RunQueue queue(m_folder.path());
  ASSERT_TRUE(queue.makeFolder());
  ASSERT_TRUE(queue.fail("a-b-c", "v45-9",
                         "exit code 3: the dataset that it was queued with is not there any more, and its folder holds "
                         "no training split. Queue it again with a dataset that is there"));
  window().resize(1600, 1000);
  ASSERT_TRUE(waitFor([this] { return launch().queueList()->isVisible() && launch().width() < 400; }));
  auto* why = launch().queueList()->findChild<QLabel*>(QStringLiteral("fieldError"));
  ASSERT_NE(why, nullptr);
  EXPECT_GT(why->heightForWidth(why->width()), 2 * why->fontMetrics().height()) << "it needs no second line";
  EXPECT_TRUE(waitFor([&] { return why->height() >= why->heightForWidth(why->width()); })) << why->height();
}

TEST_F(LaunchTest, TheFocusIsStillOnTheButtonAfterQueueing) {
  ASSERT_TRUE(ready());
  queueButton()->setFocus();
  ASSERT_EQ(QApplication::focusWidget(), queueButton());
  QTest::keyClick(queueButton(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([this] { return waiting().size() == 1; }));
  EXPECT_TRUE(launch().isAncestorOf(QApplication::focusWidget())) << "while the button is disabled";
  ASSERT_TRUE(ready());
  EXPECT_EQ(QApplication::focusWidget(), queueButton());
}

TEST_F(LaunchTest, AQueuedRunIsSelectedOnceItIsThere) {
  const FakeRun earlier(m_folder / "earlier");
  ASSERT_TRUE(ready());
  QTest::mouseClick(queueButton(), Qt::LeftButton);
  ASSERT_TRUE(waitFor([this] { return waiting().size() == 1; }));
  const std::filesystem::path folder = m_folder.path() / waiting().front().runFolder;
  const FakeRun begun(folder);
  EXPECT_TRUE(waitFor([&] { return runs().selected().size() == 1 && runs().selected().front()->folder() == folder; }));
}

TEST_F(LaunchTest, AQueueThatNobodyWorksOnIsStartedFromItsTitle) {
  auto* start = launch().queueList()->findChild<QPushButton*>(QStringLiteral("startQueue"));
  ASSERT_NE(start, nullptr);
  // As a machine leaves it that went down.
  const QueuedRun left{.id = newUuid(), .wall = 1, .runFolder = "left", .data = "/data", .device = {}};
  ASSERT_TRUE(RunQueue(m_folder.path()).add(left));
  ASSERT_TRUE(waitFor([&] { return start->isVisible(); }));
  QTest::mouseClick(start, Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return !start->isVisible(); })) << "one is on its way";
  EXPECT_EQ(waiting().size(), 1U);
}

TEST_F(LaunchTest, WritingYamlChangesTheFields) {
  auto* yaml = launch().yaml();
  yaml->setFocus();
  yaml->selectAll();
  QTest::keyClicks(yaml, QStringLiteral("seed: [7, 8]"));
  QTest::keyClick(yaml, Qt::Key_Return);
  QTest::keyClicks(yaml, QStringLiteral("model: {dropout: 0.3, wings: 2}"));
  EXPECT_EQ(field("seed").text(), QStringLiteral("7, 8"));
  EXPECT_EQ(field("model.dropout").text(), QStringLiteral("0.3"));
  EXPECT_EQ(field("model.dropout").editor()->property("mark").toString(), QStringLiteral("changed"));
  ASSERT_EQ(yaml->wrongLines().size(), 1U);
  EXPECT_TRUE(yaml->wrongLines().at(2).contains(QLatin1String("model.wings")));
  EXPECT_FALSE(queueButton()->isEnabled());
  EXPECT_TRUE(launch().summary()->text().contains(QLatin1String("model.wings"))) << "it has no field to stand under";

  const auto file = m_folder / "mine.yaml";
  type("seed", QStringLiteral("1, 2"));
  launch().saveYaml(file);
  type("seed", QStringLiteral("5"));
  launch().openYaml(file);
  ASSERT_TRUE(waitFor([this] { return field("seed").text() == QLatin1String("1, 2"); }));
  EXPECT_EQ(field("model.dropout").text(), QStringLiteral("0.3"));
  launch().openYaml(m_folder / "nowhere.yaml");
  EXPECT_TRUE(waitFor([this] { return workspace().banners().all().size() == 1; }));
  EXPECT_EQ(field("seed").text(), QStringLiteral("1, 2")) << "what was there stays";
}

TEST_F(LaunchTest, AnotherModelShowsItsOwnKeys) {
  pick("model.name", "mhsa");
  EXPECT_EQ(field("model.nhead").text(), QStringLiteral("8"));
  EXPECT_FALSE(field("model.ablation").editor()->isVisible());
  EXPECT_FALSE(field("model.ablation").label()->isVisible());
  pick("model.name", "pointer_v45");
  EXPECT_TRUE(field("model.ablation").editor()->isVisible());
  QWheelEvent wheel({5, 5}, field("where.device").editor()->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(field("where.device").editor(), &wheel);
  EXPECT_EQ(field("where.device").text(), QStringLiteral("auto")) << "scrolling changes no field";
}

TEST_F(LaunchTest, ARunIsLaunchedOnceMoreWithAnotherSeedAndTheTimeItTook) {
  const FakeRun done(m_folder / "done", run(RunState::Finished));
  ASSERT_TRUE(openRuns());
  choose("done");
  EXPECT_FALSE(runs().command("resumeRun")->isEnabled());
  EXPECT_EQ(runs().command("resumeRun")->toolTip(), QStringLiteral("It has finished"));
  type("model.dropout", QStringLiteral("0.4"));
  runs().command("launchLike")->trigger();
  EXPECT_EQ(launch().base()->currentText(), QStringLiteral("done"));
  EXPECT_EQ(field("model.dropout").editor()->property("mark").toString(), QString()) << "as the run has it";
  EXPECT_NE(field("where.data").text(), QString()) << "on the run's own dataset";
}

TEST_F(LaunchTest, AStoppedRunIsResumedThroughTheQueue) {
  const FakeRun stopped(m_folder / "deep" / "stopped", run(RunState::Interrupted, 3));
  const FakeRun live(m_folder / "live", run(RunState::Running, 3));
  ASSERT_TRUE(openRuns());
  choose("live");
  EXPECT_FALSE(runs().command("resumeRun")->isEnabled());
  EXPECT_EQ(runs().command("resumeRun")->toolTip(), QStringLiteral("It is being trained"));
  choose("stopped");
  ASSERT_NE(button("resumeRun"), nullptr) << "the button that pauses is the one that takes up again";
  QTest::mouseClick(button("resumeRun"), Qt::LeftButton);
  auto* question = runs().findChild<QMessageBox*>(QStringLiteral("confirmCommand"));
  ASSERT_NE(question, nullptr);
  EXPECT_TRUE(question->text().startsWith(QLatin1String("Resume the training of stopped from its last checkpoint?")))
      << question->text().toStdString();
  EXPECT_TRUE(waiting().empty());
  confirm(*question);
  ASSERT_TRUE(waitFor([this] { return waiting().size() == 1; }));
  EXPECT_TRUE(waiting()[0].resume);
  EXPECT_EQ(waiting()[0].runFolder, "deep/stopped");
}

TEST_F(LaunchTest, WhereOneTrainsIsRemembered) {
  type("where.at_a_time", QStringLiteral("2"));
  ASSERT_TRUE(ready());
  QTest::mouseClick(queueButton(), Qt::LeftButton);
  ASSERT_TRUE(waitFor([this] { return !waiting().empty(); }));
  EXPECT_EQ(workspace().settings().launch.atATime, "2");
  EXPECT_EQ(workspace().settings().launch.runFolder, (m_folder / "v45-{seed}").string());
}

}  // namespace
}  // namespace sojourn::test
