// SPDX-License-Identifier: GPL-3.0-or-later
// The Learning replay with mouse and keys, on fake runs: dragging, playing, growing, inspecting, following.
#include <QAction>
#include <QApplication>
#include <QImage>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <fstream>

#include "model/runs/store/run_files.h"
#include "tests/gui/picture_counter.h"
#include "tests/gui/window_fixture.h"
#include "tests/runs/fake_probes.h"
#include "tests/runs/fake_run.h"
#include "tests/support/actions.h"
#include "tests/support/temp_folder.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/replay/replay_controls.h"
#include "views/qt/replay/replay_panel.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/scene/table_dialog.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/training/training_area.h"

namespace sojourn::test {
namespace {

using qt::StudioWorkspace;

class ReplayTest : public WindowTest {
 protected:
  qt::ReplayPanel& panel() { return *window().training()->replay(); }
  session::LearningReplay& replay() { return panel().replay(); }
  qt::ReplaySlider& slider() { return *panel().slider(); }
  qt::SceneView& part(const char* id) { return *panel().view(QLatin1String(id)); }
  QString caption() { return window().training()->dock(QStringLiteral("learning_replay"))->bar()->caption(); }
  static QStringList viewIds() {
    return {QStringLiteral("replay_probes"), QStringLiteral("replay_pointer"), QStringLiteral("replay_maps"),
            QStringLiteral("replay_top"),    QStringLiteral("replay_gate"),    QStringLiteral("replay_bias")};
  }
  const present::Scene& scene(const char* id) {
    EXPECT_NE(part(id).scene(), nullptr) << id;
    return *part(id).scene();
  }

  /// A run in the folder with snapshots of all its epochs.
  FakeRun& make(RunState state, std::int64_t epochs, FakeProbesOptions probes = {}) {
    FakeRunOptions options;
    options.state = state;
    options.epochs = 0;
    options.stepsPerEpoch = 5;
    m_probes = probes;
    m_run = std::make_unique<FakeRun>(m_folder / "v45-s42", options);
    snapshot(0);
    while (m_run->epoch() < epochs) writeEpoch();
    return *m_run;
  }
  void writeEpoch() {
    m_run->writeEpoch();
    snapshot(m_run->epoch());
  }
  void snapshot(std::int64_t epoch) {
    writeFakeProbes(m_run->paths().folder, epoch, m_probes);
    m_run->append(ProbeEvent{.epoch = epoch, .file = m_run->paths().inEvents(m_run->paths().probe(epoch))});
  }
  void keep(const std::filesystem::path& file, std::int64_t epoch, const char* why) {
    std::ofstream(file) << "weights";
    m_run->append(
        CheckpointEvent{.epoch = epoch, .step = epoch * 5, .file = m_run->paths().inEvents(file), .why = why});
  }
  /// The run was trained on what the window has open.
  void trainedOnWhatIsOpen() {
    auto record = readRunRecord(m_run->paths().record());
    ASSERT_TRUE(record);
    record->dataset.fingerprint = workspace().dataset()->fingerprint;
    std::filesystem::remove(m_run->paths().record());
    ASSERT_TRUE(writeRunRecord(m_run->paths().record(), *record));
  }
  bool open() {
    window().openRuns(m_folder.path());
    return waitFor([this] { return replay().run() && !replay().epochs().empty() && replay().settled(); });
  }
  QToolButton* button(const char* action) {
    for (auto* found : panel().findChildren<QToolButton*>())
      if (found->defaultAction() == panel().command(action)) return found;
    return nullptr;
  }

  TempFolder m_folder;
  std::unique_ptr<FakeRun> m_run;
  FakeProbesOptions m_probes;
};

TEST_F(ReplayTest, ShowsTheRunsEpochsWithTheFirstAndTheBest) {
  make(RunState::Finished, 12);
  ASSERT_TRUE(open());
  EXPECT_TRUE(panel().isVisible());
  EXPECT_EQ(slider().maximum(), 12);
  EXPECT_EQ(slider().a(), 0);
  EXPECT_EQ(slider().b(), 8);
  EXPECT_EQ(caption(), QStringLiteral("v45-s42, 8 probe sequences, 13 snapshots"));
  EXPECT_EQ(slider().accessibleDescription(), QStringLiteral("A is epoch 0, B is epoch 8, of epoch 0 to epoch 12"));
  for (const QString& id : viewIds()) {
    const present::Scene* shown = panel().view(id)->scene();
    ASSERT_NE(shown, nullptr) << id.toStdString();
    EXPECT_FALSE(shown->summary.empty());
    EXPECT_NE(shown->caption.find("B epoch 8, the best"), std::string::npos) << shown->caption;
  }
  QTest::mouseClick(part("replay_probes").viewport(), Qt::LeftButton, {},
                    part("replay_probes").onViewport(scene("replay_probes").hits[4].rect).center().toPoint());
  EXPECT_EQ(replay().probe(), 4U);
  EXPECT_NE(scene("replay_maps").summary.find("10 visits"), std::string::npos);
}

TEST_F(ReplayTest, HandlesAreDraggedAndMovedByKeys) {
  make(RunState::Finished, 12);
  ASSERT_TRUE(open());
  QTest::mousePress(&slider(), Qt::LeftButton, {}, slider().handleAt(8));
  QTest::mouseMove(&slider(), slider().handleAt(10));
  EXPECT_EQ(replay().b(), 10U);
  QTest::mouseMove(&slider(), slider().handleAt(11));
  QTest::mouseRelease(&slider(), Qt::LeftButton, {}, slider().handleAt(11));
  EXPECT_EQ(replay().b(), 11U);
  QTest::mousePress(&slider(), Qt::LeftButton, {}, slider().handleAt(0));
  QTest::mouseMove(&slider(), slider().handleAt(3));
  QTest::mouseRelease(&slider(), Qt::LeftButton, {}, slider().handleAt(3));
  EXPECT_EQ(replay().a(), 3U);
  EXPECT_EQ(replay().b(), 11U);
  QTest::mouseClick(&slider(), Qt::LeftButton, {}, slider().handleAt(6));
  EXPECT_EQ(replay().b(), 6U) << "a click on the track brings B";
  QTest::mouseClick(&slider(), Qt::LeftButton, Qt::ShiftModifier, slider().handleAt(2));
  EXPECT_EQ(replay().a(), 2U);
  slider().setFocus();
  QTest::keyClick(&slider(), Qt::Key_Right);
  EXPECT_EQ(replay().b(), 7U);
  QTest::keyClick(&slider(), Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_EQ(replay().a(), 1U);
  QTest::keyClick(&slider(), Qt::Key_End);
  EXPECT_EQ(replay().b(), 12U);
  QTest::keyClick(&slider(), Qt::Key_Home);
  EXPECT_EQ(replay().b(), 0U);
  QTest::keyClick(&slider(), Qt::Key_PageUp);
  EXPECT_EQ(replay().b(), 5U);
  part("replay_maps").setFocus();
  QTest::keyClick(&part("replay_maps"), Qt::Key_Period);
  EXPECT_EQ(replay().b(), 6U) << "scrubbing from a picture";
  QTest::keyClick(&part("replay_maps"), Qt::Key_Comma);
  EXPECT_EQ(replay().b(), 5U);
  EXPECT_EQ(panel().currentId(), QStringLiteral("replay_maps"));
}

TEST_F(ReplayTest, PlaysToTheEndAndThenStandsStill) {
  make(RunState::Finished, 12);
  ASSERT_TRUE(open());
  replay().setB(4);
  slider().setFocus();
  QTest::keyClick(&slider(), Qt::Key_Space);
  EXPECT_TRUE(panel().playing());
  ASSERT_TRUE(waitFor([this] { return !panel().playing(); }));
  EXPECT_EQ(replay().b(), 12U);
  auto* play = panel().findChild<qt::PlayButton*>();
  ASSERT_NE(play, nullptr);
  // Not what is shown now: on a loaded machine it is further on already.
  const QSignalSpy shown(&panel(), &qt::ReplayPanel::epochShown);
  QTest::mouseClick(play, Qt::LeftButton);
  EXPECT_TRUE(panel().playing());
  ASSERT_FALSE(shown.isEmpty());
  EXPECT_EQ(shown[0][0].toLongLong(), 0) << "at the end it starts again";
  QTest::mouseClick(play, Qt::LeftButton);
  EXPECT_FALSE(panel().playing());
  QTest::keyClick(&slider(), Qt::Key_Space);
  EXPECT_TRUE(panel().playing());
  window().showWorkspace(StudioWorkspace::Inspect);
  EXPECT_FALSE(panel().playing()) << "nobody sees it";
}

TEST_F(ReplayTest, AHeadIsEnlargedAndEscapeBringsAllBack) {
  make(RunState::Finished, 3);
  ASSERT_TRUE(open());
  // The top ten stand beside the maps where there is room for both.
  window().training()->dock(QStringLiteral("launch"))->close();
  ASSERT_TRUE(waitFor([this] { return part("replay_top").isVisible(); }));
  auto& maps = part("replay_maps");
  const auto head =
      std::ranges::find_if(scene("replay_maps").hits, asksFor(present::EnlargeHead{HeadRef{.layer = 1, .head = 2}}));
  ASSERT_NE(head, scene("replay_maps").hits.end());
  QTest::mouseClick(maps.viewport(), Qt::LeftButton, {}, maps.onViewport(head->rect).center().toPoint());
  EXPECT_TRUE(scene("replay_maps").zoom.out);
  EXPECT_FALSE(part("replay_top").isVisible()) << "its place is taken";
  maps.setFocus();
  QTest::keyClick(&maps, Qt::Key_Right);
  EXPECT_TRUE(scene("replay_maps").zoom.out) << "arrows move along the visits";
  QTest::keyClick(&maps, Qt::Key_Escape);
  EXPECT_FALSE(scene("replay_maps").zoom.out);
  EXPECT_TRUE(part("replay_top").isVisible());
}

TEST_F(ReplayTest, TheCurvesPointOutTheEpochThatIsReplayed) {
  make(RunState::Finished, 12);
  ASSERT_TRUE(open());
  slider().setFocus();
  QTest::keyClick(&slider(), Qt::Key_Left);
  EXPECT_EQ(window().training()->options().cursor, 7.0);
  // The steps may be read later than the snapshots.
  ASSERT_TRUE(waitFor([this] { return window().training()->curves()->scene() != nullptr; }));
  const auto* curves = window().training()->curves()->scene();
  const auto other = std::ranges::find_if(curves->hits, [](const present::HitArea& area) {
    const auto* cursor = actionOf<present::SetCursor>(area);
    return cursor && std::floor(cursor->x) == 3;
  });
  ASSERT_NE(other, curves->hits.end());
  auto& view = *window().training()->curves();
  QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.onViewport(other->rect).center().toPoint());
  EXPECT_EQ(replay().b(), 3U);
}

TEST_F(ReplayTest, ALiveRunGrows) {
  make(RunState::Running, 2);
  ASSERT_TRUE(open());
  EXPECT_EQ(slider().b(), 2);
  writeEpoch();
  ASSERT_TRUE(waitFor([this] { return slider().maximum() == 3 && replay().settled(); }));
  EXPECT_EQ(slider().b(), 3) << "it was at the last one";
  EXPECT_TRUE(caption().endsWith(QLatin1String("4 snapshots")));
}

TEST_F(ReplayTest, ReadsNothingBehindAnotherTab) {
  make(RunState::Finished, 2);
  window().showWorkspace(StudioWorkspace::Training);
  window().training()->dock(QStringLiteral("learning_replay"))->close();
  window().openRuns(m_folder.path());
  ASSERT_TRUE(waitFor([this] { return replay().run() && replay().epochs().size() == 3; }));
  QTest::qWait(100);
  for (const ReplayEpoch& epoch : replay().epochs()) EXPECT_FALSE(epoch.file);
  window().training()->dock(QStringLiteral("learning_replay"))->reveal();
  EXPECT_TRUE(waitFor([this] { return replay().settled(); }));
}

TEST_F(ReplayTest, AnEpochThatWasKeptIsInspected) {
  FakeRun& run = make(RunState::Running, 4);
  keep(run.paths().epochCheckpoint(3), 3, "epoch");
  trainedOnWhatIsOpen();
  workspace().setSplit(Split::Validation);
  workspace().setRow(7);
  ASSERT_TRUE(settled());
  workspace().selection().select({.visit = 2, .query = {}, .location = {}, .head = {}});
  ASSERT_TRUE(open());
  replay().setB(2);
  EXPECT_FALSE(button("inspectEpoch")->isEnabled());
  EXPECT_TRUE(button("inspectEpoch")->toolTip().contains(QLatin1String("keep_epochs"))) << "and why";
  replay().setB(3);
  ASSERT_TRUE(waitFor([this] { return button("inspectEpoch")->isEnabled(); }));
  EXPECT_EQ(button("inspectEpoch")->text(), QStringLiteral("Inspect epoch 3"));
  QTest::mouseClick(button("inspectEpoch"), Qt::LeftButton);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Inspect);
  ASSERT_TRUE(waitFor([&] { return workspace().checkpointPath() == run.paths().epochCheckpoint(3); }));
  EXPECT_EQ(workspace().row(), 7U) << "its dataset is open: the sample stays";
  EXPECT_EQ(workspace().selection().now().selected.visit, 2U);
}

TEST_F(ReplayTest, TheBestIsFollowedWhereverThePersonIs) {
  FakeRun& run = make(RunState::Running, 2);
  const std::filesystem::path best = run.paths().bestCheckpoint();
  keep(best, 1, "best");
  trainedOnWhatIsOpen();
  workspace().setRow(5);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(open());
  QTest::mouseClick(button("followBest"), Qt::LeftButton);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Training) << "nobody is taken away from where he is";
  EXPECT_TRUE(button("followBest")->isChecked());
  ASSERT_TRUE(waitFor([&] { return workspace().checkpointPath() == best; }));
  EXPECT_TRUE(window().status()->following()->isVisible());
  EXPECT_EQ(window().status()->following()->text(), QStringLiteral("Following the best of v45-s42, epoch 1"));
  EXPECT_EQ(workspace().row(), 5U);

  // In the Inspect workspace: the runs are watched on, and the sample stays.
  window().showWorkspace(StudioWorkspace::Inspect);
  const session::EnginePtr first = workspace().engine();
  writeEpoch();
  keep(best, 3, "best");
  ASSERT_TRUE(waitFor([&] { return workspace().engine() != first; }));
  EXPECT_EQ(workspace().checkpointPath(), best);
  EXPECT_EQ(workspace().row(), 5U);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Inspect);
  EXPECT_EQ(window().status()->following()->text(), QStringLiteral("Following the best of v45-s42, epoch 3"));

  // Opening something else ends it.
  workspace().openCheckpoint("/nowhere/other.pt");
  ASSERT_TRUE(waitFor([&] { return workspace().checkpointPath() == "/nowhere/other.pt"; }));
  EXPECT_FALSE(window().status()->following()->isVisible());
  EXPECT_FALSE(panel().command("followBest")->isChecked());
  keep(best, 4, "best");
  QTest::qWait(1300);
  EXPECT_EQ(workspace().checkpointPath(), "/nowhere/other.pt");
}

TEST_F(ReplayTest, TheWordInTheStatusBarEndsTheFollowing) {
  keep(make(RunState::Running, 1).paths().bestCheckpoint(), 1, "best");
  ASSERT_TRUE(open());
  QTest::mouseClick(button("followBest"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return workspace().checkpointPath() == m_run->paths().bestCheckpoint(); }));
  QTest::mouseClick(window().status()->following(), Qt::LeftButton);
  EXPECT_FALSE(window().status()->following()->isVisible());
  EXPECT_FALSE(button("followBest")->isChecked());
  QTest::mouseClick(button("followBest"), Qt::LeftButton);
  EXPECT_TRUE(button("followBest")->isChecked());
  QTest::mouseClick(button("followBest"), Qt::LeftButton);
  EXPECT_FALSE(button("followBest")->isChecked());
}

TEST_F(ReplayTest, ItsPicturesHaveTablesHelpAndExports) {
  make(RunState::Finished, 3);
  ASSERT_TRUE(open());
  part("replay_pointer").setFocus();
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_EQ(window().help()->page(), QStringLiteral("learning_replay"));
  window().showTable(QStringLiteral("learning_replay"));
  auto* dialog = window().findChild<qt::TableDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->view()->model()->rowCount(), 4) << "the matrix: an epoch a row";
  dialog->close();
  for (const QString& id : viewIds()) {
    for (const char* suffix : {"png", "csv"}) {
      const auto file = m_folder / (id.toStdString() + "." + suffix);
      window().exportView(id, QString::fromStdString(file.string()));
      EXPECT_GT(std::filesystem::file_size(file), 100U) << file;
    }
  }
  EXPECT_TRUE(workspace().banners().all().empty());
  const QImage content(QString::fromStdString((m_folder / "replay_maps.png").string()));
  EXPECT_EQ(content.text(QStringLiteral("epoch B")), QStringLiteral("3"));
}

TEST_F(ReplayTest, ARunWithoutSnapshotsSaysSo) {
  FakeRunOptions options;
  options.epochs = 2;
  options.stepsPerEpoch = 5;
  const FakeRun run(m_folder / "imported", options);
  window().openRuns(m_folder.path());
  ASSERT_TRUE(waitFor([this] { return replay().run() != nullptr; }));
  EXPECT_FALSE(part("replay_maps").isVisible());
  EXPECT_FALSE(slider().isEnabled());
  EXPECT_FALSE(panel().command("playEpochs")->isEnabled());
  EXPECT_FALSE(panel().command("inspectEpoch")->isEnabled());
}

TEST_F(ReplayTest, PlayingMakesEachPictureOncePerEpoch) {
  make(RunState::Finished, 12, {.probes = 8, .length = 20});
  ASSERT_TRUE(open());
  replay().setB(0);
  QCoreApplication::processEvents();
  for (int epoch = 1; epoch <= 12; ++epoch) {
    const PictureCounter pictures(window());
    ASSERT_TRUE(replay().advance());
    QCoreApplication::processEvents();
    EXPECT_EQ(pictures.most(), 1) << epoch;
  }
}

}  // namespace
}  // namespace sojourn::test
