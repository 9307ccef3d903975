// SPDX-License-Identifier: GPL-3.0-or-later
// Names, commands and checkpoints of the runs in the Training workspace, and the folders that it opens.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QTest>
#include <algorithm>
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

TEST_F(TrainingTest, ANameIsGivenInPlaceAndStaysPlain) {
  const FakeRun one(m_folder / "plain", run(RunState::Finished));
  ASSERT_TRUE(openRuns());
  QLineEdit* editor = startRenaming();
  ASSERT_NE(editor, nullptr);
  editor->selectAll();
  QTest::keyClicks(editor, QStringLiteral("<b>bold</b>"));
  QTest::keyClick(editor, Qt::Key_Return);
  ASSERT_TRUE(waitFor([this] { return cell(0, RunColumn::Name) == QLatin1String("<b>bold</b>"); }));
  const QString tip = runs().order()->index(0, 0).data(Qt::ToolTipRole).toString();
  EXPECT_FALSE(tip.contains(QLatin1String("<b>")));
  const auto notes = readViewerNotes(m_folder / "plain" / "viewer.json");
  ASSERT_TRUE(notes.ok());
  EXPECT_EQ(notes->name, "<b>bold</b>");

  runs().command("archiveRun")->trigger();
  ASSERT_TRUE(waitFor([this] { return runs().order()->rowCount() == 0; }));
  runs().command("showArchived")->setChecked(true);
  EXPECT_EQ(runs().order()->rowCount(), 1);
}

TEST_F(TrainingTest, ARunThatGoesOnDoesNotDisturbItsRenaming) {
  FakeRun live(m_folder / "live", run(RunState::Running, 2));
  ASSERT_TRUE(openRuns());
  QLineEdit* editor = startRenaming();
  ASSERT_NE(editor, nullptr);
  editor->clear();
  QTest::keyClicks(editor, QStringLiteral("half a na"));
  live.writeEpoch();
  live.writeStatus(RunState::Running);
  ASSERT_TRUE(waitFor([this] { return cell(0, RunColumn::Epoch) == QLatin1String("3 / 50"); }));
  EXPECT_EQ(editor->text(), QStringLiteral("half a na"));
  QTest::keyClick(editor, Qt::Key_Escape);
}

TEST_F(TrainingTest, CommandsGoToTheTrainerAndItsAnswerIsShown) {
  FakeRun live(m_folder / "live", run(RunState::Running, 2));
  const FakeRun done(m_folder / "done", run(RunState::Finished));
  auto trainer = ControlFolder::open(live.paths(), 0);
  ASSERT_TRUE(trainer.ok());
  ASSERT_TRUE(openRuns());
  choose("done");
  EXPECT_FALSE(button("pauseRun")->isEnabled());
  EXPECT_FALSE(button("stopRun")->isEnabled());
  choose("live");
  ASSERT_TRUE(button("pauseRun")->isEnabled());
  QTest::mouseClick(button("pauseRun"), Qt::LeftButton);
  EXPECT_EQ(runs().commandText(), QStringLiteral("Pause: waiting for the trainer"));
  std::vector<ControlRequest> requests;
  ASSERT_TRUE(waitFor([&] {
    requests = trainer->poll();
    return !requests.empty();
  }));
  EXPECT_EQ(requests[0].command, "pause");
  live.append(StateEvent{.state = RunState::Paused, .why = "pause"});
  live.append(requests[0].event());
  live.writeStatus(RunState::Paused);
  trainer->remove(requests[0]);
  ASSERT_TRUE(waitFor([this] { return runs().commandText() == QLatin1String("Pause: done"); }));
  ASSERT_TRUE(waitFor([this] { return button("pauseRun")->text() == QLatin1String("Resume"); }));
  QTest::mouseClick(button("pauseRun"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] {
    requests = trainer->poll();
    return !requests.empty();
  }));
  EXPECT_EQ(requests[0].command, "resume");
}

TEST_F(TrainingTest, StopAsksFirstAndNamesTheRun) {
  const FakeRun live(m_folder / "live", run(RunState::Running, 2));
  auto trainer = ControlFolder::open(live.paths(), 0);
  ASSERT_TRUE(trainer.ok());
  ASSERT_TRUE(openRuns());
  choose("live");
  const auto question = [this] { return runs().findChild<QMessageBox*>(QStringLiteral("confirmCommand")); };
  QTest::mouseClick(button("stopRun"), Qt::LeftButton);
  ASSERT_NE(question(), nullptr);
  EXPECT_EQ(question()->text(),
            QStringLiteral("Stop the training of live? It writes a checkpoint first and can be resumed."));
  QTest::mouseClick(question()->button(QMessageBox::Cancel), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return question() == nullptr; }));
  EXPECT_TRUE(runs().commandText().isEmpty()) << "nothing was sent";
  QTest::mouseClick(button("stopRun"), Qt::LeftButton);
  ASSERT_NE(question(), nullptr);
  confirm(*question());
  std::vector<ControlRequest> requests;
  ASSERT_TRUE(waitFor([&] {
    requests = trainer->poll();
    return !requests.empty();
  }));
  EXPECT_EQ(requests[0].command, "stop");
}

TEST_F(TrainingTest, AVerdictStandsBesideTheState) {
  auto lost = run(RunState::Finished, 3);
  // The first step's training loss is 4.6; an accuracy that follows from a much higher loss would be below 0.
  lost.loss = [](std::int64_t epoch) { return 5.8 - 0.1 * static_cast<double>(epoch); };
  const FakeRun made(m_folder / "lost", lost);
  ASSERT_TRUE(openRuns());
  EXPECT_EQ(cell(0, RunColumn::Standing), QStringLiteral("finished: worse than untrained"));
  runs().findChild<QLineEdit*>()->setText(QStringLiteral("state:untrained"));
  EXPECT_EQ(runs().order()->rowCount(), 1);
  runs().findChild<QLineEdit*>()->setText(QStringLiteral("state:diverged"));
  EXPECT_EQ(runs().order()->rowCount(), 0);
}

TEST_F(TrainingTest, TheBestCheckpointOpensInTheInspectWorkspace) {
  const FakeRun one(m_folder / "one", run(RunState::Finished));
  ASSERT_TRUE(openRuns());
  QTest::mouseClick(button("inspectBest"), Qt::LeftButton);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Training);
  ASSERT_FALSE(workspace().banners().all().empty());
  EXPECT_EQ(workspace().banners().all()[0].error.what, "holds no checkpoint yet");
  std::ofstream(one.paths().lastCheckpoint()) << "weights";
  std::ofstream(one.paths().bestCheckpoint()) << "weights";
  QTest::mouseClick(button("inspectBest"), Qt::LeftButton);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Inspect);
  ASSERT_TRUE(waitFor([&] { return workspace().checkpointPath() == one.paths().bestCheckpoint(); }));
  EXPECT_EQ(workspace().dataPath().filename(), "city") << "the loader of the test answers with its own";
  EXPECT_EQ(workspace().split(), Split::Validation) << "test figures stay hidden";
  EXPECT_TRUE(waitFor([this] {
    return std::ranges::any_of(window().findChildren<qt::BarButton*>(), [](const qt::BarButton* button) {
      return button->accessibleName().startsWith(QLatin1String("one/best.pt"));
    });
  })) << "the run is named";
}

TEST_F(TrainingTest, NoLineMovesAwayUnderThePointer) {
  FakeRun a(m_folder / "a", run(RunState::Running, 2));
  FakeRun b(m_folder / "b", run(RunState::Running, 2));
  ASSERT_TRUE(openRuns());
  runs().command("groupSeeds")->setChecked(false);
  ASSERT_TRUE(waitFor([this] { return rowOf("a") == 0 && rowOf("b") == 1; }));
  const auto send = [this](QEvent::Type type) {
    QEvent event(type);
    QApplication::sendEvent(runs().table()->viewport(), &event);
  };
  send(QEvent::Enter);
  a.writeStatus(RunState::Finished);
  const FakeRun c(m_folder / "c", run(RunState::Running, 2));
  ASSERT_TRUE(waitFor(
      [this] { return rowOf("c") >= 0 && cell(rowOf("a"), RunColumn::Standing) == QLatin1String("finished"); }));
  EXPECT_EQ(rowOf("a"), 0);
  EXPECT_EQ(rowOf("b"), 1);
  EXPECT_EQ(rowOf("c"), 2);
  send(QEvent::Leave);
  EXPECT_EQ(rowOf("b"), 0);
  EXPECT_EQ(rowOf("a"), 2) << "running ones first";
}

TEST_F(TrainingTest, TheFolderThatTheLaunchFormProposesIsOpenByItself) {
  const std::filesystem::path proposed = session::defaultRunsFolder(QDir::homePath().toStdString());
  const FakeRun one(proposed / "one", run(RunState::Finished, 2));
  window().showWorkspace(StudioWorkspace::Training);
  EXPECT_TRUE(waitFor([this] { return rowOf("one") == 0; }));
  std::filesystem::remove_all(proposed);
}

TEST_F(TrainingTest, DroppedRunsOpenAndAreRemembered) {
  const FakeRun one(m_folder / "deep" / "one", run(RunState::Finished, 2));
  window().openPaths({QString::fromStdString(m_folder.path().string())});
  ASSERT_TRUE(waitFor([this] { return window().shownWorkspace() == StudioWorkspace::Training; }));
  ASSERT_TRUE(waitFor([this] { return runs().order()->rowCount() == 1; }));
  EXPECT_EQ(workspace().runs().sources(), std::vector<std::string>{m_folder.path().string()});
  window().openPaths({QString::fromStdString((m_folder / "deep" / "one" / "run.json").string())});
  EXPECT_TRUE(waitFor([this] { return library().sources().back() == m_folder / "deep" / "one"; }))
      << "beside what is open";
  ASSERT_TRUE(waitFor([this] { return library().settled(); }));
  EXPECT_EQ(runs().order()->rowCount(), 1) << "the run is the same, wherever it was asked for";
}

TEST_F(TrainingTest, ItsViewsHaveTablesHelpAndExports) {
  const FakeRun one(m_folder / "one", run(RunState::Finished));
  ASSERT_TRUE(openRuns());
  ASSERT_TRUE(waitFor([this] { return curves().scene() != nullptr; }));
  curves().setFocus();
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_EQ(window().help()->page(), QStringLiteral("training_curves"));
  EXPECT_TRUE(QFile::exists(QStringLiteral(":/help/runs.md")));
  window().showTable(QStringLiteral("runs"));
  auto* dialog = window().findChild<qt::TableDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->view()->model()->rowCount(), 1);
  dialog->close();
  for (const auto& [id, suffix] : {std::pair("runs", "csv"), {"training_curves", "png"}, {"training_curves", "csv"}}) {
    const auto file = m_folder / (std::string(id) + "." + suffix);
    window().exportView(QLatin1String(id), QString::fromStdString(file.string()));
    EXPECT_GT(std::filesystem::file_size(file), 100U) << file;
  }
  EXPECT_TRUE(workspace().banners().all().empty());
  const QImage content(QString::fromStdString((m_folder / "training_curves.png").string()));
  EXPECT_TRUE(content.text(QStringLiteral("run")).startsWith(QLatin1String("one"))) << "where it came from";
}

/// Screens for people to look at: written where SOJOURN_SCREENS names a folder.
TEST_F(TrainingTest, FillsTheScreenInEverySize) {
  std::vector<std::unique_ptr<FakeRun>> made;
  const std::initializer_list<std::tuple<const char*, RunState, std::int64_t, double>> kinds{
      {"v45-hot", RunState::Failed, 8, 0.03},     {"v45-s7", RunState::Running, 10, 0.01},
      {"v45-slow", RunState::Running, 12, 0.006}, {"v45-d128", RunState::Paused, 11, 0.018},
      {"v45-s42", RunState::Finished, 12, 0.011}, {"v45-1layer", RunState::Interrupted, 11, 0.012},
      {"mhsa-1", RunState::Finished, 13, 0.004}};
  for (const auto& [name, state, epochs, steep] : kinds) {
    FakeRunOptions options = run(state, epochs, std::string_view(name).starts_with("mhsa") ? "mhsa" : "pointer_v45");
    options.stepsPerEpoch = 58;
    options.loss = [steepness = steep](std::int64_t epoch) {
      const auto away = static_cast<double>(epoch - 7);
      return 2.93 + 2 * steepness + steepness * away * away * (away < 0 ? 1 : 0.7);
    };
    made.push_back(std::make_unique<FakeRun>(m_folder / name, options));
  }
  ASSERT_TRUE(openRuns());
  const QByteArray folder = qgetenv("SOJOURN_SCREENS");
  for (const QSize size : {QSize(1366, 768), QSize(1600, 1000)}) {
    for (const bool dark : {false, true}) {
      window().action(dark ? "themeDark" : "themeLight")->trigger();
      window().resize(size);
      window().resetLayout();
      ASSERT_TRUE(waitFor([this] { return curves().scene() != nullptr; }));
      ASSERT_TRUE(rested());
      const QImage screen = window().grab().toImage();
      EXPECT_EQ(screen.size(), size);
      EXPECT_LE(curves().scene()->contentSize.width, curves().scene()->size.width + 1);
      if (folder.isEmpty()) continue;
      screen.save(QStringLiteral("%1/training-%2x%3-%4.png")
                      .arg(QString::fromLocal8Bit(folder))
                      .arg(size.width())
                      .arg(size.height())
                      .arg(dark ? QStringLiteral("dark") : QStringLiteral("light")));
    }
  }
  window().action("themeLight")->trigger();
}

}  // namespace
}  // namespace sojourn::test
