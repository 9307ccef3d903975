// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations beside the workspace: quick first, the newest question wins, evaluations that can be stopped and are
// kept.
#include "views/session/explain/explanations.h"

#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::FakeEngine;
using test::Studio;

/// Answers at once, and remembers what it was asked. Two doors: one for first answers, one for refinements.
class ScriptedExplainer {
 public:
  Explainer functions() {
    return {.explain = [this](const Engine&, const Sequence& sequence, const ExplainRequest& request,
                              const CancelToken& cancel,
                              const Progress& progress) { return explain(sequence, request, cancel, progress); },
            .checkRemoval =
                [](const Engine&, const Sequence&, const ExplanationTarget&, std::size_t visit, Removal removal,
                   const CancelToken&) {
                  return Result<RemovalCheck>(
                      RemovalCheck{.visit = visit, .removal = removal, .probability = 0.2, .first = 3});
                },
            .interventions = [](const Inspection&,
                                const ExplanationTarget&) { return std::vector<Intervention>{{.name = "gate_0"}}; },
            .explainSet =
                [this](const Engine&, const SequenceSet&, std::span<const std::size_t> rows,
                       const ExplainSetRequest& request, const CancelToken& cancel, const Progress& progress,
                       const PartialSummary& partial) { return evaluation(rows, request, cancel, progress, partial); }};
  }
  [[nodiscard]] std::vector<ExplainRequest> requests() {
    const std::lock_guard lock(m_mutex);
    return m_requests;
  }

  Door quickDoor, refinedDoor, aggregateDoor;
  std::atomic<int> cancelled{0};
  std::atomic<bool> fails{false};
  std::vector<std::vector<std::size_t>> evaluatedSamples;  ///< rows of each evaluation; read while none runs

 private:
  Result<Explanation> explain(const Sequence& sequence, const ExplainRequest& request, const CancelToken& cancel,
                              const Progress& progress) {
    {
      const std::lock_guard lock(m_mutex);
      m_requests.push_back(request);
    }
    if (!request.pValues) quickDoor.pass();
    while (request.pValues && !refinedDoor.isOpen() && !cancel.cancelled()) {
      progress(1, 2);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (cancel.cancelled()) {
      ++cancelled;
      return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    }
    if (fails) return Error{ErrorKind::BadInput, "the sequence", "600 visits, but at most 512 are explained", "fewer"};
    Explanation found;
    found.target = {.location = *request.target, .ratherThan = request.ratherThan};
    found.randomOrders = request.randomOrders;
    found.methods.push_back({.name = "mask_one", .scores = std::vector<double>(sequence.visits.size(), 0.1)});
    found.methods.front().scores[1] = 0.7;
    return found;
  }
  Result<ExplanationSummary> evaluation(std::span<const std::size_t> rows, const ExplainSetRequest& request,
                                        const CancelToken& cancel, const Progress& progress,
                                        const PartialSummary& partial) {
    evaluatedSamples.emplace_back(rows.begin(), rows.end());
    ExplanationSummary summary{.samples = 2, .asked = request.samples, .users = 1, .withCauses = 0, .methods = {}};
    progress(2, request.samples);
    partial(summary);
    aggregateDoor.pass();
    if (!cancel.cancelled()) summary.samples = request.samples;
    return summary;
  }

  std::mutex m_mutex;
  std::vector<ExplainRequest> m_requests;
};

class ExplanationsTest : public ::testing::Test {
 protected:
  ExplanationsTest() {
    m_studio.explainer = m_script.functions();
    m_studio.openAll();
    m_explanations = std::make_unique<Explanations>(m_studio.workspace());
  }
  ~ExplanationsTest() override {
    for (Door* door : {&m_script.quickDoor, &m_script.refinedDoor, &m_script.aggregateDoor}) door->open();
    m_explanations.reset();
  }
  [[nodiscard]] bool refined() {
    return m_studio.until([&] { return m_explanations->answer() && m_explanations->answer()->refined; });
  }

  ScriptedExplainer m_script;
  Studio m_studio;
  std::unique_ptr<Explanations> m_explanations;
};

TEST_F(ExplanationsTest, NothingIsExplainedBeforeSomebodyWatches) {
  m_studio->setRow(3);
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  EXPECT_TRUE(m_script.requests().empty());
  m_explanations->setWatched(true);
  ASSERT_TRUE(refined());
  EXPECT_EQ(m_script.requests().size(), 2U);
  m_explanations->setWatched(false);
  m_studio->setRow(4);
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  EXPECT_EQ(m_script.requests().size(), 2U);
}

TEST_F(ExplanationsTest, AnAnswerOfAnotherSampleIsOutdatedAtOnceAndWhereNoneFollows) {
  m_explanations->setWatched(true);
  ASSERT_TRUE(refined());
  EXPECT_FALSE(m_explanations->outdated());
  m_studio->setRow(3);
  EXPECT_TRUE(m_explanations->outdated()) << "before the new inspection is there";
  EXPECT_FALSE(m_explanations->settled());
  ASSERT_TRUE(m_studio.until([&] { return m_explanations->settled(); }));
  EXPECT_EQ(m_explanations->answer()->sampleText, "sample 3, test");
  EXPECT_FALSE(m_explanations->outdated());
  Sequence alone = *m_studio->sequence();
  alone.visits.resize(1);
  m_studio->setSequence(alone);
  ASSERT_TRUE(m_studio.until([&] { return m_studio->inspectionError().has_value(); })) << "the model refuses it";
  EXPECT_TRUE(m_explanations->outdated()) << "what is shown is still of the sample before";
  m_explanations->setWatched(false);
  m_studio->discardEdits();
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
}

TEST_F(ExplanationsTest, OfALongWindowTheScoresComeFirst) {
  Sequence wide = *m_studio->sequence();
  wide.visits.resize(longWindow + 1, wide.visits.back());
  m_studio->setSequence(wide);
  m_explanations->setWatched(true);
  ASSERT_TRUE(refined());
  const std::vector<ExplainRequest> asked = m_script.requests();
  ASSERT_EQ(asked.size(), 3U);
  EXPECT_FALSE(asked[0].faithfulness);
  EXPECT_TRUE(asked[1].faithfulness);
  EXPECT_FALSE(asked[1].pValues);
  EXPECT_TRUE(asked[2].pValues);
}

TEST_F(ExplanationsTest, TheFirstAnswerIsQuickAndTheSecondHasPValues) {
  m_script.refinedDoor.shut();
  m_explanations->setWatched(true);
  EXPECT_TRUE(m_explanations->outdated());
  ASSERT_TRUE(m_studio.until([&] { return m_explanations->answer() != nullptr; }));
  const ExplainedSample& quick = *m_explanations->answer();
  EXPECT_FALSE(quick.refined);
  EXPECT_FALSE(m_explanations->outdated());
  EXPECT_EQ(quick.inspection, m_studio->inspection());
  EXPECT_EQ(quick.sampleText, "sample 0, test");
  EXPECT_EQ(quick.explanation.randomOrders, 20U);
  EXPECT_EQ(quick.interventions.size(), 1U);
  ASSERT_EQ(quick.checks.size(), 2U) << "by both operators";
  EXPECT_EQ(quick.checks[0].removal, Removal::Masked);
  EXPECT_EQ(quick.checks[1].removal, Removal::Removed);
  EXPECT_EQ(quick.checks[0].visit, 1U) << "the one that costs most";
  m_script.refinedDoor.open();
  ASSERT_TRUE(refined());
  EXPECT_EQ(m_explanations->answer()->explanation.randomOrders, 199U);
  EXPECT_EQ(m_script.requests().back().refinedOrders, 1999U) << "where 199 cannot decide";
  EXPECT_EQ(m_script.requests().front().refinedOrders, 0U);
  EXPECT_TRUE(m_studio->jobs().all().empty());
}

TEST_F(ExplanationsTest, TheNewestSampleWinsAndStaleAnswersAreDropped) {
  m_script.quickDoor.shut();
  m_explanations->setWatched(true);
  while (m_script.quickDoor.arrivals() == 0) std::this_thread::yield();
  for (const std::size_t row : {5U, 9U, 12U}) {
    m_studio->setRow(row);
    ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  }
  m_script.quickDoor.open();
  ASSERT_TRUE(refined());
  EXPECT_EQ(m_explanations->answer()->sampleText, "sample 12, test");
  EXPECT_EQ(m_script.cancelled, 1) << "the one that was being worked on";
  EXPECT_EQ(m_script.requests().size(), 3U) << "those in between were never begun";
}

TEST_F(ExplanationsTest, AnEditedSequenceIsExplained) {
  m_explanations->setWatched(true);
  ASSERT_TRUE(refined());
  Sequence edited = *m_studio->sequence();
  edited.visits.back().location = 7;
  m_studio->setSequence(edited);
  ASSERT_TRUE(m_studio.until(
      [&] { return m_explanations->answer()->refined && m_explanations->answer()->inspection->sequence == edited; }));
  EXPECT_EQ(m_explanations->answer()->explanation.target.location, 7);
  EXPECT_EQ(m_explanations->answer()->sampleText, "sample 0, test, edited");
}

TEST_F(ExplanationsTest, TheQuestionIsTheTargetOrAnyLocationAgainstAnother) {
  Inspection inspection = *m_studio->inspection();
  inspection.ranking = {{.location = 4, .probability = 0.5F}, {.location = 9, .probability = 0.3F}};
  inspection.sequence.target = 9;
  using Of = ExplanationChoice::Of;
  using Against = ExplanationChoice::Against;
  EXPECT_EQ(targetOf({}, inspection), (ExplanationTarget{.location = 4}));
  EXPECT_EQ(targetOf({.of = Of::Target}, inspection).location, 9);
  EXPECT_EQ(targetOf({.of = Of::Location, .location = 6}, inspection).location, 6);
  EXPECT_EQ(targetOf({.against = Against::RunnerUp}, inspection).ratherThan, 9);
  EXPECT_EQ(targetOf({.of = Of::Target, .against = Against::RunnerUp}, inspection).ratherThan, 4);
  EXPECT_EQ(targetOf({.of = Of::Target, .against = Against::Target}, inspection).ratherThan, std::nullopt);
  inspection.sequence.target.reset();
  EXPECT_EQ(targetOf({.of = Of::Target, .against = Against::Target}, inspection), (ExplanationTarget{.location = 4}));

  m_explanations->setWatched(true);
  ASSERT_TRUE(refined());
  m_explanations->choose({.of = Of::Location, .location = 6, .baseline = Baseline::Padding});
  EXPECT_TRUE(m_explanations->outdated());
  ASSERT_TRUE(m_studio.until(
      [&] { return m_explanations->answer()->refined && m_explanations->answer()->explanation.target.location == 6; }));
  EXPECT_EQ(m_script.requests().back().baseline, Baseline::Padding);
  const std::size_t asked = m_script.requests().size();
  ExplanationChoice other = m_explanations->choice();
  other.removal = Removal::Removed;
  m_explanations->choose(other);
  EXPECT_FALSE(m_explanations->outdated()) << "both operators are there already";
  EXPECT_EQ(m_script.requests().size(), asked);
}

TEST_F(ExplanationsTest, AFailureIsASentenceAndTheNextSampleIsExplained) {
  m_script.fails = true;
  m_explanations->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return m_explanations->error().has_value(); }));
  EXPECT_EQ(m_explanations->error()->what, "600 visits, but at most 512 are explained");
  EXPECT_EQ(m_explanations->answer(), nullptr);
  EXPECT_FALSE(m_explanations->outdated());
  m_script.fails = false;
  m_studio->setRow(2);
  ASSERT_TRUE(refined());
  EXPECT_FALSE(m_explanations->error().has_value());
}

TEST_F(ExplanationsTest, ASlowRefinementIsAJobThatCanBeCancelled) {
  m_script.refinedDoor.shut();
  m_explanations->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->jobs().all().empty(); }));
  EXPECT_EQ(m_studio->jobs().all().front().title, "Explaining sample 0, test");
  EXPECT_EQ(m_studio->jobs().all().front().total, 2U);
  m_studio->jobs().cancel(m_studio->jobs().all().front().id);
  EXPECT_TRUE(m_studio->jobs().all().empty());
  while (m_script.cancelled == 0) std::this_thread::yield();
  m_studio->drain();
  ASSERT_NE(m_explanations->answer(), nullptr) << "the first answer stays";
  EXPECT_FALSE(m_explanations->answer()->refined);
  EXPECT_FALSE(m_explanations->error().has_value());
}

TEST_F(ExplanationsTest, AnEvaluationReportsOnTheWayIsStoppedAndKept) {
  m_explanations->setWatched(true);
  EXPECT_EQ(m_explanations->evaluation().filtered, 40U);
  m_script.aggregateDoor.shut();
  m_explanations->startEvaluation(30);
  ASSERT_EQ(m_studio->jobs().all().size(), 1U);
  EXPECT_EQ(m_studio->jobs().all().front().unit, "samples");
  ASSERT_TRUE(m_studio.until([&] { return m_explanations->evaluation().summary != nullptr; }));
  EXPECT_TRUE(m_explanations->evaluation().running);
  EXPECT_EQ(m_explanations->evaluation().summary->samples, 2U);
  m_studio->jobs().cancel(m_studio->jobs().all().front().id);
  m_script.aggregateDoor.open();
  ASSERT_TRUE(m_studio.until([&] { return !m_explanations->evaluation().running; }));
  EXPECT_TRUE(m_studio->jobs().all().empty());
  EXPECT_TRUE(m_explanations->evaluation().cancelled);
  EXPECT_EQ(m_explanations->evaluation().summary->samples, 2U) << "what was done stays";

  m_explanations->startEvaluation(30);
  ASSERT_TRUE(m_studio.until([&] { return !m_explanations->evaluation().running; }));
  EXPECT_EQ(m_explanations->evaluation().summary->samples, 30U);
  // Another order of the table is the same set; another filter is another one, and the way back finds what was.
  m_studio->samples().setSort({.column = SampleColumn::Rank, .descending = true});
  EXPECT_NE(m_explanations->evaluation().summary, nullptr);
  m_studio->samples().setFilterText("user:1");
  EXPECT_EQ(m_explanations->evaluation().summary, nullptr);
  EXPECT_LT(m_explanations->evaluation().filtered, 40U);
  m_studio->samples().setFilterText("");
  ASSERT_NE(m_explanations->evaluation().summary, nullptr);
  EXPECT_EQ(m_explanations->evaluation().summary->samples, 30U);
  m_explanations->choose({.of = ExplanationChoice::Of::Target});
  EXPECT_EQ(m_explanations->evaluation().summary, nullptr) << "another location is explained";
}

TEST_F(ExplanationsTest, AnotherFilterEndsAnEvaluationAndItsAnswerIsDropped) {
  m_explanations->setWatched(true);
  m_script.aggregateDoor.shut();
  m_explanations->startEvaluation(30);
  while (m_script.aggregateDoor.arrivals() == 0) std::this_thread::yield();
  m_studio->samples().setFilterText("user:2");
  EXPECT_FALSE(m_explanations->evaluation().running);
  EXPECT_TRUE(m_studio->jobs().all().empty());
  m_explanations->startEvaluation(5);
  m_script.aggregateDoor.open();
  ASSERT_TRUE(m_studio.until([&] { return !m_explanations->evaluation().running; }));
  EXPECT_EQ(m_explanations->evaluation().summary->samples, 5U);
  ASSERT_EQ(m_script.evaluatedSamples.size(), 2U);
  for (const std::size_t row : m_script.evaluatedSamples[1])
    EXPECT_EQ(m_studio->samples().table().sequences()->user(row), 2);
}

TEST_F(ExplanationsTest, GoesWhileItWorks) {
  m_script.refinedDoor.shut();
  m_explanations->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return m_explanations->answer() != nullptr; }));
  m_explanations->startEvaluation(10);
  m_script.refinedDoor.open();
  m_explanations.reset();
  m_studio->drain();  // what it had posted finds nobody and does nothing
  EXPECT_TRUE(m_studio->jobs().all().empty());
}

}  // namespace
}  // namespace sojourn::session
