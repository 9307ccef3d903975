// SPDX-License-Identifier: GPL-3.0-or-later
// The window's workspace as a file: saved, opened, brought back after a crash, its missing files located by clicking.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <fstream>

#include "model/core/files.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/cpu_time.h"
#include "tests/support/temp_folder.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/what_if/what_if_searches.h"

namespace sojourn::test {
namespace {

/// The fake city is wherever it is opened from.
session::Loaders loadersAt(const std::filesystem::path& demo) {
  session::Loaders loaders = fakeLoaders();
  loaders.dataset = [fake = loaders.dataset](const std::filesystem::path& data, const Progress& progress,
                                             const CancelToken& cancel) -> Result<session::DatasetPtr> {
    auto read = fake(data, progress, cancel);
    if (!read) return read;
    auto moved = std::make_shared<Dataset>(**read);
    moved->folder = data.parent_path();
    return session::DatasetPtr(moved);
  };
  loaders.demo = [demo] {
    return Result<session::Loaders::DemoFiles>(session::Loaders::DemoFiles{demo / "city", demo / "city.pt"});
  };
  return loaders;
}

class WorkspaceWindow : public ::testing::Test {
 protected:
  WorkspaceWindow() {
    makeFiles(m_folder / "data");
    m_file = m_folder / "studies" / "city.sojourn.json";
  }
  static void makeFiles(const std::filesystem::path& place) {
    std::filesystem::create_directories(place);
    std::ofstream(place / "city_test.pk") << "x";
    std::ofstream(place / "city.pt") << "x";
  }
  [[nodiscard]] std::unique_ptr<StudioStart> start() {
    return std::make_unique<StudioStart>(m_folder / "state", QSize(1366, 768), loadersAt(m_folder / "demo"));
  }
  /// City, opened and worked on.
  void work(StudioStart& studio) {
    ASSERT_TRUE(studio.settled());
    studio.window->openPaths({path(m_folder / "data" / "city_test.pk"), path(m_folder / "data" / "city.pt")});
    ASSERT_TRUE(waitFor([&] { return !studio.workspace().isDemo() && !studio.workspace().opening(); }));
    ASSERT_TRUE(studio.settled());
    studio.workspace().setRow(7);
    studio.workspace().samples().setFilterText("user > 1");
    studio.window->showWorkspace(qt::StudioWorkspace::WhatIf);
    studio.workspace().selection().select({.visit = 2, .query = {}, .location = {}, .head = {}});
    studio.window->action("removeVisits")->trigger();
    ASSERT_TRUE(studio.window->edits().saveScenario("Shorter"));
    studio.window->edits().pinSample(3);
    studio.window->docks()->dock(QStringLiteral("what_if_history"))->close();
    studio.window->explain()->explanations().choose(explained);
    ASSERT_TRUE(studio.settled());
  }
  void expectAll(StudioStart& studio) {
    EXPECT_EQ(studio.workspace().dataPath(), m_folder / "data" / "city");
    EXPECT_EQ(studio.workspace().row(), 7U);
    EXPECT_EQ(studio.workspace().samples().filterText(), "user > 1");
    EXPECT_TRUE(studio.workspace().edited());
    EXPECT_EQ(studio.window->edits().history()->position(), 1U);
    EXPECT_EQ(studio.window->edits().scenarios().size(), 1U);
    EXPECT_EQ(studio.window->edits().reference().kind, session::ReferenceKind::Sample);
    EXPECT_EQ(studio.window->explain()->explanations().choice(), explained);
    EXPECT_EQ(studio.window->shownWorkspace(), qt::StudioWorkspace::WhatIf);
    EXPECT_TRUE(studio.window->docks()->dock(QStringLiteral("what_if_history"))->isHidden());
    EXPECT_TRUE(waitFor([&] { return studio.window->edits().comparison().has_value(); }));
  }
  bool saveAs(StudioStart& studio) {
    studio.workspaceAutosave().saveAs(m_file);
    return waitFor([&] { return studio.workspaceAutosave().file() == m_file; });
  }
  static QString path(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }

  static inline const session::ExplanationChoice explained{.against = session::ExplanationChoice::Against::RunnerUp,
                                                           .removal = Removal::Removed};
  TempFolder m_folder;
  std::filesystem::path m_file;
};

TEST_F(WorkspaceWindow, SavedThenChangedThenOpenedAllIsBack) {
  const auto studio = start();
  work(*studio);
  EXPECT_EQ(studio->window->windowTitle(), QStringLiteral("City · Sojourn"));
  ASSERT_TRUE(saveAs(*studio));
  EXPECT_EQ(studio->window->windowTitle(), QStringLiteral("city[*] · City · Sojourn"));
  EXPECT_FALSE(studio->window->isWindowModified());

  studio->window->action("newWorkspace")->trigger();
  ASSERT_TRUE(waitFor([&] { return studio->workspace().isDemo() && !studio->workspaceAutosave().busy(); }));
  ASSERT_TRUE(studio->settled());
  EXPECT_EQ(studio->window->shownWorkspace(), qt::StudioWorkspace::Inspect);
  EXPECT_TRUE(studio->window->edits().scenarios().empty());
  EXPECT_EQ(studio->window->explain()->explanations().choice(), session::ExplanationChoice{});
  studio->window->showWorkspace(qt::StudioWorkspace::WhatIf);
  EXPECT_FALSE(studio->window->docks()->dock(QStringLiteral("what_if_history"))->isHidden())
      << "the layout is the first one again";

  studio->window->openPaths({path(m_file)});
  ASSERT_TRUE(waitFor([&] { return studio->workspaceAutosave().file() == m_file; }));
  ASSERT_TRUE(studio->settled());
  expectAll(*studio);
}

TEST_F(WorkspaceWindow, UnsavedChangesAreMarkedAndAskedFor) {
  const auto studio = start();
  work(*studio);
  ASSERT_TRUE(saveAs(*studio));
  studio->window->action("undo")->trigger();
  ASSERT_TRUE(waitFor([&] { return studio->window->isWindowModified(); })) << "by the clock of the autosave";
  studio->window->action("newWorkspace")->trigger();
  auto* question = studio->window->findChild<QMessageBox*>(QStringLiteral("leaving"));
  ASSERT_NE(question, nullptr);
  QTest::mouseClick(question->button(QMessageBox::Cancel), Qt::LeftButton);
  EXPECT_EQ(studio->workspaceAutosave().file(), m_file);
  // Ctrl+S is the workspace's, also where scenarios are saved.
  QTest::keyClick(studio->window.get(), Qt::Key_S, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return !studio->window->isWindowModified(); }));
  EXPECT_EQ(session::readWorkspaceFile(m_file)->whatIf.histories.at(0).position, 0U);
}

TEST_F(WorkspaceWindow, AfterACrashEverythingIsBack) {
  {
    const auto studio = start();
    work(*studio);
    ASSERT_TRUE(waitFor([&] {
      const auto kept = session::readWorkspaceFile(m_folder / "state" / "last.sojourn.json");
      return kept && kept->whatIf.reference && kept->whatIf.scenarios.size() == 1;
    }));
    // Gone without closing.
  }
  const auto again = start();
  ASSERT_TRUE(again->settled());
  expectAll(*again);
  EXPECT_TRUE(again->workspace().banners().all().empty());
}

TEST_F(WorkspaceWindow, AMissingCheckpointIsNamedAndLocatedByClicking) {
  {
    const auto studio = start();
    work(*studio);
    ASSERT_TRUE(saveAs(*studio));
    studio->window->close();
  }
  std::filesystem::create_directories(m_folder / "moved");
  std::filesystem::rename(m_folder / "data" / "city.pt", m_folder / "moved" / "renamed.pt");
  const auto again = start();
  ASSERT_TRUE(waitFor([&] { return again->window->files()->missing() && again->workspace().inspection(); }));
  EXPECT_TRUE(again->workspace().isDemo()) << "something is on screen";
  qt::MissingFilesDialog& dialog = *again->window->files()->missing();
  EXPECT_TRUE(dialog.isVisible());
  QStringList words;
  for (const auto* label : dialog.findChildren<QLabel*>()) words << label->accessibleName() << label->text();
  EXPECT_TRUE(words.contains(path(m_folder / "data" / "city.pt")));
  EXPECT_EQ(dialog.locateButton(1), nullptr) << "only the checkpoint is missing";
  session::MissingFile asked;
  dialog.ask = [&](const session::MissingFile& file) {
    asked = file;
    return path(m_folder / "moved" / "renamed.pt");
  };
  QTest::mouseClick(dialog.locateButton(0), Qt::LeftButton);
  EXPECT_EQ(asked.path, m_folder / "data" / "city.pt");
  EXPECT_EQ(dialog.openButton()->text(), QStringLiteral("Open"));
  QTest::mouseClick(dialog.openButton(), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return again->workspaceAutosave().file() == m_file; }));
  ASSERT_TRUE(again->settled());
  EXPECT_EQ(again->workspace().checkpointPath(), m_folder / "moved" / "renamed.pt");
  expectAll(*again);
  EXPECT_TRUE(waitFor([&] { return again->window->files()->missing() == nullptr; }));
}

TEST_F(WorkspaceWindow, GivenUpTheDemoStaysAndNothingIsLost) {
  {
    const auto studio = start();
    work(*studio);
    studio->window->close();
  }
  std::filesystem::remove(m_folder / "data" / "city.pt");
  const auto again = start();
  ASSERT_TRUE(waitFor([&] { return again->window->files()->missing() && again->workspace().inspection(); }));
  QTest::keyClick(again->window->files()->missing(), Qt::Key_Escape);
  ASSERT_TRUE(again->settled());
  EXPECT_TRUE(again->workspace().isDemo());
  EXPECT_EQ(again->window->edits().scenarios().size(), 1U);
  makeFiles(m_folder / "data");
  again->workspaceAutosave().open(again->workspaceAutosave().previousFile());
  ASSERT_TRUE(waitFor([&] { return !again->workspace().isDemo() && !again->workspaceAutosave().busy(); }));
  ASSERT_TRUE(again->settled());
  expectAll(*again);
}

TEST_F(WorkspaceWindow, AResultOverTheSamplesAndWhatViewsWereSetToAreBack) {
  const auto studio = start();
  work(*studio);
  qt::MainWindow& window = *studio->window;
  const auto shown = [&window](const char* id) {
    window.docks()->dock(QLatin1String(id))->show();
    window.docks()->dock(QLatin1String(id))->raise();
    return waitFor([&] { return window.view(QLatin1String(id))->scene() != nullptr; });
  };
  const auto choose = [&](const char* id, const present::Action& action) {
    const qt::SceneView& view = *window.view(QLatin1String(id));
    for (const present::HitArea& area : view.scene()->hits)
      if (area.action == action)
        return QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.onViewport(area.rect).center().toPoint());
    ADD_FAILURE() << id << " does not offer it";
  };
  window.showWorkspace(qt::StudioWorkspace::Inspect);
  ASSERT_TRUE(shown("attention"));
  choose("attention", present::SetAttentionScale{present::AttentionScale::Row});
  ASSERT_TRUE(shown("gate"));
  choose("gate", present::SplitGateBy{SliceBy::Hour});
  window.showWorkspace(qt::StudioWorkspace::WhatIf);
  const auto pick = [&window](const char* name, int index) {
    auto* list = window.findChild<QComboBox*>(QLatin1String(name));
    ASSERT_NE(list, nullptr) << name;
    list->setCurrentIndex(index);
    Q_EMIT list->activated(index);
  };
  pick("sweepFeature", 1);
  pick("counterfactualsMost", 2);
  pick("counterfactualsScope", 1);
  const std::string searches = studio->workspaceAutosave().capture().options.at("searches");
  window.showWorkspace(qt::StudioWorkspace::Explain);
  session::Explanations& explanations = window.explain()->explanations();
  const HeldEvaluations held;
  explanations.startEvaluation(0);
  ASSERT_TRUE(shown("aggregate_faithfulness"));
  ASSERT_TRUE(
      waitFor([&] { return explanations.evaluation().summary && explanations.evaluation().summary->samples > 3; }));
  choose("aggregate_faithfulness", present::ExplainCommand::CancelEvaluation);
  ASSERT_TRUE(waitFor([&] { return !explanations.evaluation().running; }));
  const std::size_t measured = explanations.evaluation().summary->samples;
  const std::string caption = window.view(QStringLiteral("aggregate_faithfulness"))->scene()->caption;
  EXPECT_NE(caption.find(std::to_string(measured) + " of "), std::string::npos) << caption;
  EXPECT_NE(caption.find("stopped before "), std::string::npos) << caption;
  ASSERT_TRUE(saveAs(*studio));

  window.action("newWorkspace")->trigger();
  ASSERT_TRUE(waitFor([&] { return studio->workspace().isDemo() && !studio->workspaceAutosave().busy(); }));
  ASSERT_TRUE(studio->settled());
  EXPECT_EQ(window.explain()->explanations().evaluation().summary, nullptr);
  EXPECT_EQ(window.findChild<QComboBox*>(QStringLiteral("counterfactualsMost"))->currentIndex(), 0);
  window.openPaths({path(m_file)});
  ASSERT_TRUE(waitFor([&] { return studio->workspaceAutosave().file() == m_file; }));
  ASSERT_TRUE(studio->settled());
  EXPECT_TRUE(studio->workspace().banners().all().empty());
  window.showWorkspace(qt::StudioWorkspace::Explain);
  ASSERT_TRUE(shown("aggregate_faithfulness"));
  EXPECT_EQ(window.view(QStringLiteral("aggregate_faithfulness"))->scene()->caption, caption);
  window.showWorkspace(qt::StudioWorkspace::Inspect);
  ASSERT_TRUE(shown("gate"));
  EXPECT_EQ(window.findChild<QComboBox*>(QStringLiteral("sweepFeature"))->currentIndex(), 1);
  EXPECT_EQ(window.findChild<QComboBox*>(QStringLiteral("counterfactualsMost"))->currentIndex(), 2);
  EXPECT_EQ(window.findChild<QComboBox*>(QStringLiteral("counterfactualsScope"))->currentIndex(), 1);
  EXPECT_EQ(searches, R"({"sweep_feature":"day","counterfactual_changes":3,"counterfactual_scope":"no_places"})");
  EXPECT_EQ(studio->workspaceAutosave().capture().options.at("searches"), searches) << "and the searches know it";
  const auto kept = session::readWorkspaceFile(m_file);
  ASSERT_TRUE(kept.ok());
  for (const session::KeptOptions& options : {kept->options, studio->workspaceAutosave().capture().options}) {
    EXPECT_EQ(options.at("attention"), R"({"scale":"row","cell":0})");
    EXPECT_EQ(options.at("gate"), R"({"split_by":"hour"})");
    EXPECT_EQ(options.count("pointer"), 0U) << "what is as it is at first is not written";
  }
}

TEST_F(WorkspaceWindow, TakingItForTheAutosaveCostsTheWindowLessThanWritingItDown) {
  const auto studio = start();
  work(*studio);
  // A long afternoon: ten samples with a hundred edits each.
  for (std::size_t row = 8; row < 18; ++row) {
    studio->workspace().setRow(row);
    for (int i = 0; i < 100; ++i)
      ASSERT_TRUE(studio->window->edits().apply(SetDuration{{0}, static_cast<double>(10 + i)}));
  }
  // The text is made by another thread: where it is made here, this takes longer than making it alone.
  double taking = 1e9, writing = 1e9;
  for (int i = 0; i < 20; ++i) {
    studio->workspace().setRow(static_cast<std::size_t>(i));
    const ThreadCpuTime taken;
    studio->workspaceAutosave().autosave();
    taking = std::min(taking, taken.milliseconds());
    const session::WorkspaceState state = studio->workspaceAutosave().capture();
    const ThreadCpuTime written;
    EXPECT_FALSE(session::formatWorkspace(state, {}).empty());
    writing = std::min(writing, written.milliseconds());
  }
  std::printf("autosave on the GUI thread: %.2f ms; the text alone: %.2f ms\n", taking, writing);
  EXPECT_LT(taking, writing);
}

}  // namespace
}  // namespace sojourn::test
