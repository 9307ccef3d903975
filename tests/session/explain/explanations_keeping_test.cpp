// SPDX-License-Identifier: GPL-3.0-or-later
// Results over the samples in a workspace's file: back where they hold, dropped with a reason where they do not.
#include <cmath>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/session/fake_workspace.h"
#include "tests/support/temp_folder.h"
#include "views/session/async/job.h"
#include "views/session/explain/explanations.h"
#include "views/session/files/workspace_autosave.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::FakeEngine;
using test::Studio;
using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// One start of the studio; what its files hold is up to the test.
class Start {
 public:
  explicit Start(const std::filesystem::path& folder) : m_studio(folder / "state" / "settings.json") {
    std::filesystem::create_directories(folder / "data");
    std::ofstream(folder / "data" / "town_test.pk") << "x";
    std::ofstream(folder / "data" / "best.pt") << "x";
    m_studio.dataset = [this](const std::filesystem::path& path) -> Result<DatasetPtr> {
      auto dataset = std::make_shared<Dataset>(*test::fakeDataset());
      dataset->folder = path.parent_path();
      dataset->prefix = path.filename();
      dataset->fingerprint = datasetHash;
      return DatasetPtr(dataset);
    };
    m_studio.engine = [this](const std::filesystem::path& path, const EngineOptions&) -> Result<EnginePtr> {
      auto engine = std::make_shared<FakeEngine>(12, 4, path.string());
      engine->m_description.fingerprint = checkpointHash;
      engine->m_description.sizes.heads = heads;
      return EnginePtr(engine);
    };
    m_studio.explainer.explainSet = [this](const Engine&, const SequenceSet&, std::span<const std::size_t> rows,
                                           const ExplainSetRequest& request, const CancelToken& cancel,
                                           const Progress& progress,
                                           const PartialSummary& partial) -> Result<ExplanationSummary> {
      ExplanationSummary summary = test::fakeSummary();
      summary.asked = request.samples == 0 ? rows.size() : request.samples;
      progress(12, summary.asked);
      partial(summary);
      door.pass();
      if (!cancel.cancelled()) summary.samples = summary.asked;
      return summary;
    };
    m_explanations = std::make_unique<Explanations>(m_studio.workspace());
    m_whatIf = std::make_unique<WhatIf>(m_studio.workspace());
    WorkspaceAutosaveOptions options;
    options.stateFolder = folder / "state";
    options.explanations = m_explanations.get();
    options.due = [this] { ++due; };
    m_workspaceAutosave =
        std::make_unique<WorkspaceAutosave>(m_studio.workspace(), *m_whatIf, m_library, std::move(options));
  }
  ~Start() {
    door.open();
    m_workspaceAutosave.reset();
    m_whatIf.reset();
    m_explanations.reset();
  }
  Workspace* operator->() { return &m_studio.workspace(); }
  Explanations& explanations() { return *m_explanations; }
  WorkspaceAutosave& workspaceAutosave() { return *m_workspaceAutosave; }
  [[nodiscard]] bool until(const std::function<bool()>& condition) { return m_studio.until(condition); }

  [[nodiscard]] bool settled() {
    return until([&] {
      return !m_workspaceAutosave->busy() && m_studio->inspection() && m_studio->samples().table().complete();
    });
  }
  [[nodiscard]] bool openTown(const std::filesystem::path& folder) {
    OpenRequest request;
    request.data = folder / "data" / "town";
    request.checkpoint = folder / "data" / "best.pt";
    m_workspaceAutosave->openLast(request);
    return settled();
  }
  [[nodiscard]] bool openLast() {
    m_workspaceAutosave->openLast();
    return settled();
  }
  [[nodiscard]] bool measured(std::size_t samples) {
    m_explanations->startEvaluation(samples);
    return until([&] { return !m_explanations->evaluation().running; });
  }
  /// What the banners say of results that were dropped.
  [[nodiscard]] std::vector<std::string> dropped() {
    std::vector<std::string> said;
    for (const Banner& banner : m_studio->banners().all())
      if (banner.error.where == "Aggregate faithfulness") said.push_back(banner.error.what);
    return said;
  }

  std::string datasetHash = std::string(64, 'd'), checkpointHash = std::string(64, 'c');
  std::int64_t heads = 4;
  Door door;
  int due = 0;

 private:
  Studio m_studio;
  RunLibrary m_library{RunLibraryOptions()};
  std::unique_ptr<Explanations> m_explanations;
  std::unique_ptr<WhatIf> m_whatIf;
  std::unique_ptr<WorkspaceAutosave> m_workspaceAutosave;
};

class KeepingResults : public ::testing::Test {
 protected:
  /// Two results: of all samples, and of those that a filter shows, which is in force at the end.
  void measureTwo() {
    Start start(m_folder.path());
    ASSERT_TRUE(start.openTown(m_folder.path()));
    start.explanations().setWatched(true);
    ASSERT_TRUE(start.measured(30));
    start->samples().setFilterText("wrong");
    start.explanations().choose({.of = ExplanationChoice::Of::Target});
    start.workspaceAutosave().autosave();
    start.due = 0;
    ASSERT_TRUE(start.measured(0));
    ASSERT_NE(start.explanations().evaluation().summary, nullptr);
    m_filtered = start.explanations().evaluation().filtered;
    ASSERT_GT(m_filtered, 12U);
    ASSERT_LT(m_filtered, 40U);
    EXPECT_GT(start.due, 0) << "a result is saved by itself";
    ASSERT_TRUE(start.workspaceAutosave().flush());
  }
  [[nodiscard]] std::filesystem::path autosave() const { return m_folder / "state" / "last.sojourn.json"; }
  void change(const std::function<void(WorkspaceState&)>& change) {
    auto state = readWorkspaceFile(autosave());
    ASSERT_TRUE(state.ok()) << state.error().sentence();
    change(*state);
    ASSERT_TRUE(writeWorkspaceFile(autosave(), *state).ok());
  }

  test::TempFolder m_folder;
  std::size_t m_filtered = 0;
};

TEST_F(KeepingResults, AtTheNextStartTheyAreBackForTheSamplesTheyAreOf) {
  measureTwo();
  Start again(m_folder.path());
  ASSERT_TRUE(again.openLast());
  EXPECT_THAT(again->banners().all(), IsEmpty());
  EXPECT_EQ(again->samples().filterText(), "wrong");
  again.explanations().setWatched(true);
  EXPECT_EQ(again.explanations().evaluation().summary, nullptr) << "predictions are asked for, not targets";
  again.explanations().choose({.of = ExplanationChoice::Of::Target});
  ASSERT_NE(again.explanations().evaluation().summary, nullptr);
  EXPECT_EQ(again.explanations().evaluation().summary->samples, m_filtered);
  EXPECT_EQ(again.explanations().evaluation().filtered, m_filtered);
  EXPECT_EQ(again.explanations().evaluation().summary->methods.at(0).masked.comprehensiveness.mean, 0.1 / 3);
  again.explanations().choose({});
  again->samples().setFilterText("");
  ASSERT_NE(again.explanations().evaluation().summary, nullptr);
  EXPECT_EQ(again.explanations().evaluation().summary->samples, 30U);
  EXPECT_THAT(again.explanations().savedEvaluations(), SizeIs(2)) << "and both are saved again";
}

TEST_F(KeepingResults, OneThatWasStoppedSaysHowFarItCame) {
  {
    Start start(m_folder.path());
    ASSERT_TRUE(start.openTown(m_folder.path()));
    start.door.shut();
    start.explanations().startEvaluation(35);
    ASSERT_TRUE(start.until([&] { return start.explanations().evaluation().summary != nullptr; }));
    ASSERT_TRUE(start.workspaceAutosave().flush()) << "the program ends while it is measured";
  }
  Start again(m_folder.path());
  ASSERT_TRUE(again.openLast());
  const AggregateEvaluation& evaluation = again.explanations().evaluation();
  ASSERT_NE(evaluation.summary, nullptr);
  EXPECT_EQ(evaluation.summary->samples, 12U);
  EXPECT_EQ(evaluation.summary->asked, 35U);
  EXPECT_FALSE(evaluation.running);
  EXPECT_TRUE(evaluation.cancelled);
  EXPECT_THAT(again->jobs().all(), Not(Contains(Field(&Job::kind, JobKind::Service))))
      << "only predictions are computed";
}

TEST_F(KeepingResults, WhatWasComputedFromSomethingElseIsDroppedWithTheReason) {
  measureTwo();
  const auto reason = [&](const std::function<void(Start&)>& differs) -> std::string {
    Start again(m_folder.path());
    differs(again);
    EXPECT_TRUE(again.openLast());
    EXPECT_THAT(again.explanations().savedEvaluations(), IsEmpty());
    EXPECT_EQ(again.explanations().evaluation().summary, nullptr);
    const std::vector<std::string> said = again.dropped();
    EXPECT_THAT(said, SizeIs(1)) << "once, although there were two";
    return said.empty() ? "" : said.front();
  };
  EXPECT_THAT(reason([](Start& start) { start.checkpointHash = std::string(64, 'e'); }),
              HasSubstr("the checkpoint has changed since then (sha-256 cccccccccccc, now eeeeeeeeeeee)"));
  EXPECT_THAT(reason([](Start& start) { start.datasetHash = std::string(64, 'e'); }),
              HasSubstr("the dataset has changed since then (sha-256 dddddddddddd"));
  EXPECT_THAT(reason([](Start& start) { start.heads = 2; }), HasSubstr("it was computed with 4 attention heads"));
  const auto all = [this](const std::function<void(SavedEvaluation&)>& differs) {
    change([&](WorkspaceState& state) {
      for (SavedEvaluation& evaluation : state.evaluations) differs(evaluation);
    });
  };
  all([](SavedEvaluation& evaluation) { evaluation.program = "0.0.1"; });
  EXPECT_THAT(reason([](Start&) {}), HasSubstr("version 0.0.1 of the program computed it"));
  all([](SavedEvaluation& evaluation) { evaluation.request.seed = 7; });
  EXPECT_THAT(reason([](Start&) {}), HasSubstr("drawn in another way"));
  all([](SavedEvaluation& evaluation) { evaluation.split = Split::Validation; });
  EXPECT_THAT(reason([](Start&) {}), HasSubstr("the dataset has no validation samples"));
}

TEST_F(KeepingResults, AFilterThatShowsOtherSamplesByNowDropsItsResultOnly) {
  measureTwo();
  change([](WorkspaceState& state) {
    for (SavedEvaluation& evaluation : state.evaluations)
      if (!evaluation.filter.empty()) evaluation.rows += 1;
  });
  Start again(m_folder.path());
  ASSERT_TRUE(again.openLast());
  ASSERT_THAT(again.dropped(), SizeIs(1)) << "as soon as it is known which samples are wrong";
  EXPECT_THAT(again.dropped()[0], HasSubstr("its filter now matches other samples"));
  again.explanations().choose({.of = ExplanationChoice::Of::Target});
  EXPECT_EQ(again.explanations().evaluation().summary, nullptr);
  again.explanations().choose({});
  again->samples().setFilterText("");
  EXPECT_NE(again.explanations().evaluation().summary, nullptr);
}

TEST_F(KeepingResults, OtherFilesOnTheCommandLineNeedNoWord) {
  measureTwo();
  Start again(m_folder.path());
  again.checkpointHash = std::string(64, 'e');
  ASSERT_TRUE(again.openTown(m_folder.path()));
  EXPECT_THAT(again->banners().all(), IsEmpty());
  EXPECT_THAT(again.explanations().savedEvaluations(), IsEmpty());
}

TEST_F(KeepingResults, AnotherWorkspaceBringsItsOwn) {
  Start start(m_folder.path());
  ASSERT_TRUE(start.openTown(m_folder.path()));
  ASSERT_TRUE(start.measured(30));
  const auto file = m_folder / "town.sojourn.json";
  start.workspaceAutosave().saveAs(file);
  ASSERT_TRUE(start.until([&] { return start.workspaceAutosave().file() == file; }));
  start.workspaceAutosave().openNew();
  ASSERT_TRUE(start.settled());
  EXPECT_EQ(start.explanations().evaluation().summary, nullptr);
  start.workspaceAutosave().open(file);
  ASSERT_TRUE(start.until([&] { return start.workspaceAutosave().file() == file; }));
  ASSERT_NE(start.explanations().evaluation().summary, nullptr);
  EXPECT_EQ(start.explanations().evaluation().summary->samples, 30U);
}

}  // namespace
}  // namespace sojourn::session
