// SPDX-License-Identifier: GPL-3.0-or-later
// The ablations of components beside the workspace: means once, the newest sample wins, accuracies that can be stopped.
#include "views/session/component_ablation/component_ablation_study.h"

#include <thread>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::Studio;

/// Two components, the second of which decides; counts what it is asked for.
class ScriptedAblations {
 public:
  Explainer functions() {
    Explainer made;
    made.ablatableComponents = [](const Engine&) -> Result<std::vector<Component>> {
      return std::vector<Component>{{"gate", "Gate", "no_gate", {{.kind = PartKind::Gate}}},
                                    {"pointer", "Pointer", "no_pointer", {{.kind = PartKind::Pointer}}}};
    };
    made.componentReference = [this](const Engine&, const SequenceSet& training, const CancelToken& cancel,
                                     const Progress& progress) -> Result<ComponentReference> {
      ++references;
      while (!referenceDoor.isOpen() && !cancel.cancelled()) {
        progress(1, training.size());
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      if (fails) return Error{ErrorKind::BadInput, "the training set", "has a place that nobody knows", "repair it"};
      return ComponentReference{.means = {}, .donors = {}, .sequences = training.size()};
    };
    made.ablateComponents = [this](const Engine&, const Sequence&, std::span<const ComponentAblation> ablations,
                                   const ComponentReference& reference, const AblationRequest& request,
                                   const CancelToken& cancel, const Progress&) -> Result<AblationTable> {
      ++tables;
      tableDoor.pass();
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      EXPECT_EQ(reference.sequences, 40U);
      AblationTable ablationTable{.target = {.location = request.target.value_or(-1), .ratherThan = request.ratherThan},
                                  .probability = 0.5,
                                  .rank = 1,
                                  .effects = {}};
      for (const ComponentAblation& one : ablations)
        ablationTable.effects.push_back(
            {.component = one.component.name, .to = one.to, .probability = 0.4, .change = -0.1, .top = {}});
      return ablationTable;
    };
    made.ablateComponentsOver = [this](const Engine&, const SequenceSet&, std::span<const std::size_t> rows,
                                       std::span<const ComponentAblation> ablations, const ComponentReference&,
                                       const AblationRequest&, const CancelToken& cancel,
                                       const Progress& progress) -> Result<AblationSummaryTable> {
      evaluatedSamples.assign(rows.begin(), rows.end());
      AblationSummaryTable table{.samples = rows.size(), .users = 3, .correct = 1, .ablations = {}};
      for (const ComponentAblation& one : ablations) {
        progress(table.ablations.size(), ablations.size());
        aggregateDoor.pass();
        if (cancel.cancelled()) break;
        table.ablations.emplace_back().component = one.component.name;
      }
      if (table.ablations.empty()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      return table;
    };
    return made;
  }

  Door referenceDoor, tableDoor, aggregateDoor;
  std::atomic<int> references{0}, tables{0};
  std::atomic<bool> fails{false};
  std::vector<std::size_t> evaluatedSamples;  ///< read while none runs
};

class AblationStudyTest : public ::testing::Test {
 protected:
  AblationStudyTest() {
    m_studio.explainer = m_script.functions();
    m_studio.openAll();
    m_explanations = std::make_unique<Explanations>(m_studio.workspace());
    m_study = std::make_unique<ComponentAblationStudy>(m_studio.workspace(), *m_explanations);
  }
  ~AblationStudyTest() override {
    for (Door* door : {&m_script.referenceDoor, &m_script.tableDoor, &m_script.aggregateDoor}) door->open();
    m_study.reset();
    m_explanations.reset();
  }
  [[nodiscard]] bool answered() {
    return m_studio.until([&] {
      return m_study->settled() && m_study->answer() && m_study->answer()->inspection == m_studio->inspection();
    });
  }
  [[nodiscard]] bool inspected() {
    return m_studio.until([&] { return !m_studio->inspectionOutdated(); });
  }

  ScriptedAblations m_script;
  Studio m_studio;
  std::unique_ptr<Explanations> m_explanations;
  std::unique_ptr<ComponentAblationStudy> m_study;
};

TEST_F(AblationStudyTest, MeansAreComputedOnceAndOnlyWhereSomebodyLooks) {
  m_studio->setRow(3);
  ASSERT_TRUE(inspected());
  EXPECT_EQ(m_script.references, 0);
  m_study->setWatched(true);
  EXPECT_TRUE(m_study->learning());
  ASSERT_TRUE(answered());
  EXPECT_EQ(m_study->answer()->sampleText, "sample 3, test");
  EXPECT_EQ(m_study->answer()->ablationTable.effects.size(), 6U);
  EXPECT_EQ(m_study->answer()->ablationTable.target.location, m_studio->inspection()->best().location);
  m_studio->setRow(4);
  ASSERT_TRUE(inspected());
  ASSERT_TRUE(answered());
  m_study->setWatched(false);
  m_studio->setRow(5);
  ASSERT_TRUE(inspected());
  EXPECT_EQ(m_script.tables, 2);
  m_study->setWatched(true);
  ASSERT_TRUE(answered());
  EXPECT_EQ(m_script.references, 1) << "they hold as long as the model and the data";
  EXPECT_EQ(m_script.tables, 3);
  EXPECT_TRUE(m_studio->jobs().all().empty());
}

TEST_F(AblationStudyTest, AsksForWhatIsExplained) {
  m_study->setWatched(true);
  ASSERT_TRUE(answered());
  m_explanations->choose({.of = ExplanationChoice::Of::Location, .location = 5});
  ASSERT_TRUE(m_studio.until([&] { return m_study->answer()->ablationTable.target.location == 5; }));
  EXPECT_EQ(m_study->answer()->ablationTable.target.ratherThan, std::nullopt);
  m_explanations->choose({.of = ExplanationChoice::Of::Location,
                          .location = 5,
                          .against = ExplanationChoice::Against::Location,
                          .againstLocation = 7});
  EXPECT_TRUE(m_study->outdated()) << "the old answer is of P(5) alone";
  ASSERT_TRUE(m_studio.until([&] { return m_study->answer()->ablationTable.target.ratherThan == 7; }));
  EXPECT_FALSE(m_study->outdated());
}

TEST_F(AblationStudyTest, AnAnswerOfAnotherSampleIsOutdatedAtOnce) {
  m_study->setWatched(true);
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_study->outdated());
  m_studio->setRow(9);
  EXPECT_TRUE(m_study->outdated()) << "before the new inspection is there";
  EXPECT_FALSE(m_study->settled());
  ASSERT_TRUE(answered());
  Sequence edited = *m_studio->sequence();
  edited.visits.front().startMinute += 15;
  m_studio->setSequence(edited);
  EXPECT_TRUE(m_study->outdated()) << "an edit is another sample";
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_study->outdated());
}

TEST_F(AblationStudyTest, TheNewestSampleWins) {
  m_script.tableDoor.shut();
  m_study->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return !m_study->learning(); }));
  while (m_script.tableDoor.arrivals() == 0) std::this_thread::yield();
  for (const std::size_t row : {5U, 9U, 12U}) {
    m_studio->setRow(row);
    ASSERT_TRUE(inspected());
  }
  EXPECT_TRUE(m_study->awaiting());
  m_script.tableDoor.open();
  ASSERT_TRUE(answered());
  EXPECT_EQ(m_study->answer()->sampleText, "sample 12, test");
  EXPECT_EQ(m_script.tables, 2) << "those in between were never begun";
}

TEST_F(AblationStudyTest, TheMeansCanBeStoppedAndBegunAgain) {
  m_script.referenceDoor.shut();
  m_study->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->jobs().all().empty(); })) << "what takes long is reported";
  EXPECT_EQ(m_study->learned().second, 40U);
  m_studio->jobs().cancel(m_studio->jobs().all().front().id);
  EXPECT_TRUE(m_study->stopped());
  EXPECT_FALSE(m_study->learning());
  EXPECT_TRUE(m_studio->jobs().all().empty());
  m_script.referenceDoor.open();
  m_studio->setRow(7);
  ASSERT_TRUE(inspected());
  EXPECT_EQ(m_study->answer(), nullptr) << "it stays stopped";
  m_study->resume();
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_study->stopped());
}

TEST_F(AblationStudyTest, AFailureIsSaidAndAnotherModelIsAskedAgain) {
  m_script.fails = true;
  m_study->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return m_study->error().has_value(); }));
  EXPECT_EQ(m_study->error()->where, "the training set");
  EXPECT_TRUE(m_study->settled());
  m_script.fails = false;
  m_studio->openCheckpoint("/nowhere/other.pt");
  ASSERT_TRUE(m_studio.until([&] { return m_studio->engine()->description().source == "other.pt"; }));
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_study->error());
  EXPECT_EQ(m_study->answer()->model->engine, m_studio->engine());
}

TEST_F(AblationStudyTest, AccuraciesAreOfTheFilteredSamplesAndKeptForEachFilter) {
  m_study->setWatched(true);
  m_study->startEvaluation(5);
  EXPECT_FALSE(m_study->evaluation().running) << "no means yet";
  ASSERT_TRUE(answered());
  m_studio->samples().setFilterText("user:2");
  m_study->startEvaluation(5);
  EXPECT_EQ(m_studio->jobs().all().size(), 1U);
  ASSERT_TRUE(m_studio.until([&] { return !m_study->evaluation().running; }));
  ASSERT_NE(m_study->evaluation().summary, nullptr);
  EXPECT_EQ(m_study->evaluation().summary->samples, 5U);
  EXPECT_EQ(m_study->evaluation().summary->ablations.size(), 6U);
  for (const std::size_t row : m_script.evaluatedSamples)
    EXPECT_EQ(m_studio->samples().table().sequences()->user(row), 2);
  m_studio->samples().setFilterText("");
  EXPECT_EQ(m_study->evaluation().summary, nullptr);
  m_studio->samples().setFilterText("user:2");
  EXPECT_NE(m_study->evaluation().summary, nullptr);
  EXPECT_TRUE(m_studio->jobs().all().empty());
}

TEST_F(AblationStudyTest, AStoppedEvaluationKeepsTheAblationsThatWereDone) {
  m_study->setWatched(true);
  ASSERT_TRUE(answered());
  m_script.aggregateDoor.shut();
  m_study->startEvaluation(0);
  while (m_script.aggregateDoor.arrivals() == 0) std::this_thread::yield();
  m_script.aggregateDoor.open();
  while (m_script.aggregateDoor.arrivals() < 2) std::this_thread::yield();
  m_study->cancelEvaluation();
  ASSERT_TRUE(m_studio.until([&] { return !m_study->evaluation().running; }));
  ASSERT_NE(m_study->evaluation().summary, nullptr);
  EXPECT_FALSE(m_study->evaluation().summary->ablations.empty());
}

TEST_F(AblationStudyTest, GoesWhileItWorks) {
  m_study->setWatched(true);
  ASSERT_TRUE(answered());
  m_study->startEvaluation(10);
  m_studio->setRow(8);
  ASSERT_TRUE(inspected());
  m_study.reset();
  m_studio->drain();  // what it had posted finds nobody and does nothing
  EXPECT_TRUE(m_studio->jobs().all().empty());
}

}  // namespace
}  // namespace sojourn::session
