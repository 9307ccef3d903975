// SPDX-License-Identifier: GPL-3.0-or-later
// A training from the first key to its pointer weights: launched, watched, paused, steered, stopped, killed and resumed
// from the real window with mouse and keys, by the real queue and the real trainer, on the demo city.
#include <QAbstractItemModel>
#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/studio/studio_loaders.h"
#include "model/inspect/engine.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_process.h"
#include "tests/support/built.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/qt/launch/launch_form_view.h"
#include "views/qt/launch/launch_panel.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/runs/runs_order.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/runs/runs_table_view.h"
#include "views/qt/shell/workspace_host.h"
#include "views/qt/training/training_area.h"
#include "views/session/launch/launch_queue.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::test {
namespace {

using session::RunStanding;

bool waitFor(const std::function<bool()>& condition) {
  return QTest::qWaitFor(condition, static_cast<int>(std::chrono::milliseconds(longestWait).count()));
}

/// Processor time that a process has used, in clock ticks: fields 14 and 15 of /proc/PID/stat.
long ticksOf(std::int64_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  long user = 0, kernel = 0;
  fields >> user >> kernel;
  return user + kernel;
}

session::Loaders realLoaders() {
  session::Loaders loaders = studio::studioLoaders();
  // The studio looks beside itself; this is not the studio.
  loaders.startQueue = [](const std::filesystem::path& folder, std::int64_t atATime,
                          std::function<void(const session::QueueEnd&)> ended) {
    return session::startQueueWith(test::builtProgram("sojourn"), folder, atATime, std::move(ended));
  };
  return loaders;
}

class LaunchedTraining : public ::testing::Test {
 protected:
  LaunchedTraining() {
    ::setenv("XDG_CACHE_HOME", (m_folder / "cache").c_str(), 1);
    std::filesystem::create_directories(runsFolder());
    m_host = std::make_unique<qt::WorkspaceHost>(realLoaders(), std::filesystem::path());
    m_window =
        std::make_unique<qt::MainWindow>(m_host->workspace(), qt::WindowOptions{.threads = 1, .keepLayout = false});
    m_window->resize(1600, 1000);
    m_window->show();
    m_host->workspace().openDemo();
  }
  ~LaunchedTraining() override {
    // Whatever has failed above, nothing of it goes on.
    if (const auto status = readRunStatus(paths().status()); status && !isOver(status->state))
      ::kill(static_cast<pid_t>(status->process.pid), SIGKILL);
    EXPECT_TRUE(waitFor([this] { return !RunQueue(runsFolder()).worker(); })) << "the queue has not ended";
    m_window.reset();
    m_host.reset();
  }

  [[nodiscard]] std::filesystem::path runsFolder() const { return m_folder / "runs"; }
  [[nodiscard]] RunPaths paths() const { return {runsFolder() / "small-7"}; }
  qt::TrainingArea& training() { return *m_window->training(); }
  qt::RunsPanel& runs() { return *training().runs(); }
  qt::LaunchFormView& form() { return *training().launch()->form(); }

  void type(const char* key, const char* text) {
    auto* line = qobject_cast<QLineEdit*>(form().field(key)->editor());
    ASSERT_NE(line, nullptr) << key;
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QString::fromUtf8(text));
    EXPECT_EQ(form().field(key)->text(), QString::fromUtf8(text));
  }
  /// `asks`: and what is asked then is confirmed.
  void press(const char* action, bool asks = false) {
    QToolButton* button = nullptr;
    for (auto* found : runs().findChildren<QToolButton*>())
      if (found->defaultAction() == runs().command(action)) button = found;
    ASSERT_NE(button, nullptr) << action;
    ASSERT_TRUE(waitFor([&] { return button->isEnabled(); })) << action;
    QTest::mouseClick(button, Qt::LeftButton);
    if (!asks) return;
    auto* question = runs().findChild<QMessageBox*>(QStringLiteral("confirmCommand"));
    ASSERT_NE(question, nullptr) << action;
    for (QAbstractButton* answer : question->buttons())
      if (question->buttonRole(answer) == QMessageBox::AcceptRole) QTest::mouseClick(answer, Qt::LeftButton);
  }
  session::FollowedRunPtr run() { return training().library().run(paths().folder); }
  bool stands(RunStanding standing) {
    return waitFor([&] { return run() && session::standingOf(*run()) == standing; });
  }
  /// Rows of the curves' table: what is drawn, as numbers.
  std::size_t drawn() {
    const present::Scene* scene = training().curves()->scene();
    return scene ? scene->table.rows.size() : 0;
  }
  bool grows() {
    const std::size_t before = drawn();
    return waitFor([&] { return drawn() > before; });
  }
  std::int64_t pid() {
    const auto status = readRunStatus(paths().status());
    return status ? status->process.pid : 0;
  }

  TempFolder m_folder;
  std::unique_ptr<qt::WorkspaceHost> m_host;
  std::unique_ptr<qt::MainWindow> m_window;
};

TEST_F(LaunchedTraining, IsWatchedSteeredResumedAndOpened) {
  // ---- launch: a small model that would train for hours
  QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
  type("where.run_folder", (runsFolder() / "small-{seed}").c_str());
  type("where.threads", "1");
  type("seed", "7");
  type("model.d_model", "16");
  type("model.nhead", "2");
  type("model.num_layers", "1");
  type("model.dim_feedforward", "16");
  type("training.num_epochs", "20000");
  type("training.min_epochs", "20000");
  type("training.keep_epochs", "3");
  QPushButton* queue = training().launch()->queueButton();
  ASSERT_TRUE(waitFor([&] { return queue->isEnabled(); })) << queue->toolTip().toStdString();
  QTest::mouseClick(queue, Qt::LeftButton);
  ASSERT_TRUE(stands(RunStanding::Running));
  EXPECT_EQ(training().library().folder(), runsFolder());
  EXPECT_TRUE(training().library().chosen(paths().folder)) << "it is in the curves without being asked";

  // ---- see the curve grow
  ASSERT_TRUE(waitFor([this] { return drawn() > 0; }));
  ASSERT_TRUE(grows());

  // ---- pause: no processor time over three heartbeats
  press("pauseRun");
  ASSERT_TRUE(stands(RunStanding::Paused));
  const std::int64_t trainer = pid();
  const long before = ticksOf(trainer);
  const double beat = readRunStatus(paths().status())->heartbeat;
  double latest = beat;
  ASSERT_TRUE(waitFor([&] {
    const auto status = readRunStatus(paths().status());
    if (status) latest = status->heartbeat;
    return latest > beat + 2.5;
  }));
  const auto held = static_cast<double>(ticksOf(trainer) - before) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  EXPECT_LT(held, 0.04 * (latest - beat)) << "seconds of the processor in a pause of " << latest - beat << " s";
  press("pauseRun");  // says Resume now
  ASSERT_TRUE(stands(RunStanding::Running));
  ASSERT_TRUE(grows());

  // ---- another learning rate: the run counts as steered
  runs().command("setLearningRate")->trigger();
  QInputDialog* ask = nullptr;
  ASSERT_TRUE(waitFor([&] { return (ask = runs().findChild<QInputDialog*>()) != nullptr && ask->isVisible(); }));
  auto* rate = ask->findChild<QLineEdit*>();
  ASSERT_NE(rate, nullptr);
  rate->selectAll();
  QTest::keyClicks(rate, QStringLiteral("0.002"));
  QTest::keyClick(rate, Qt::Key_Return);
  ASSERT_TRUE(waitFor([this] {
    const auto notes = readViewerNotes(paths().viewer());
    return notes && notes->steered;
  })) << runs().commandText().toStdString();
  EXPECT_TRUE(runs().commandText().contains(QLatin1String("done"))) << runs().commandText().toStdString();

  // ---- stop, and go on where it stood
  press("stopRun", true);
  ASSERT_TRUE(stands(RunStanding::Stopped));
  const std::int64_t stoppedAt = session::digestOf(*run()).epoch;
  press("resumeRun", true);
  ASSERT_TRUE(stands(RunStanding::Running));
  EXPECT_NE(pid(), trainer);
  ASSERT_TRUE(waitFor([&] { return session::digestOf(*run()).epoch > stoppedAt; }));

  // ---- killed without a word, and resumed
  ::kill(static_cast<pid_t>(pid()), SIGKILL);
  ASSERT_TRUE(stands(RunStanding::Stalled));
  const std::int64_t killedAt = session::digestOf(*run()).epoch;
  press("resumeRun", true);
  ASSERT_TRUE(stands(RunStanding::Running));
  ASSERT_TRUE(waitFor([&] { return session::digestOf(*run()).epoch > killedAt; }));
  press("stopRun", true);
  ASSERT_TRUE(stands(RunStanding::Stopped));

  // ---- its best checkpoint in the Inspect workspace: the Pointer view shows that checkpoint's weights
  press("inspectBest");
  EXPECT_EQ(m_window->shownWorkspace(), qt::StudioWorkspace::Inspect);
  session::Workspace& workspace = m_host->workspace();
  ASSERT_TRUE(waitFor([&] {
    return workspace.checkpointPath() == paths().bestCheckpoint() && workspace.inspection() &&
           !workspace.inspectionOutdated() && workspace.inspectionEngine() == workspace.engine();
  }));
  const auto engine = Engine::load(paths().bestCheckpoint(), {.device = Device::Cpu}, {}, {});
  ASSERT_TRUE(engine.ok()) << engine.error().sentence();
  const auto expected = (*engine)->inspect(*workspace.sequence(), {});
  ASSERT_TRUE(expected.ok());
  ASSERT_TRUE(waitFor([this] { return m_window->view(QStringLiteral("pointer"))->scene() != nullptr; }));
  const present::Table& table = m_window->view(QStringLiteral("pointer"))->scene()->table;
  const auto column = std::find(table.columns.begin(), table.columns.end(), "weight");
  ASSERT_NE(column, table.columns.end());
  const auto at = static_cast<std::size_t>(column - table.columns.begin());
  const std::vector<float>& weights = (*expected)->pointerWeight;
  ASSERT_GT(weights.size(), 1U);
  ASSERT_GE(table.rows.size(), weights.size());
  for (std::size_t visit = 0; visit < weights.size(); ++visit)
    EXPECT_NEAR(std::get<double>(table.rows[visit][at]), weights[visit], 1e-6) << "visit " << visit;
}

}  // namespace
}  // namespace sojourn::test
