// SPDX-License-Identifier: GPL-3.0-or-later
// The board of components beside the workspace: means once, the newest sample wins, accuracies that can be stopped.
#include "views/session/ablation/component_board.h"

#include <thread>

#include <gtest/gtest.h>

#include "tests/session/invented_data.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::Studio;

/// Two components, the second of which decides; counts what it is asked for.
class ScriptedSwitches {
 public:
  Explainer functions() {
    Explainer made;
    made.switchableComponents = [](const Engine&) -> Result<std::vector<Component>> {
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
      if (fails) return Error{ErrorKind::BadInput, "the training set", "has a place that nobody knows", "mend it"};
      return ComponentReference{.means = {}, .donors = {}, .sequences = training.size()};
    };
    made.switchComponents = [this](const Engine&, const Sequence&, std::span<const ComponentSwitch> switches,
                                   const ComponentReference& reference, const SwitchRequest& request,
                                   const CancelToken& cancel, const Progress&) -> Result<SwitchBoard> {
      ++boards;
      boardDoor.pass();
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      EXPECT_EQ(reference.sequences, 40U);
      SwitchBoard board{.target = {.location = request.target.value_or(-1), .ratherThan = request.ratherThan},
                        .probability = 0.5,
                        .rank = 1,
                        .effects = {}};
      for (const ComponentSwitch& one : switches)
        board.effects.push_back(
            {.component = one.component.name, .to = one.to, .probability = 0.4, .change = -0.1, .top = {}});
      return board;
    };
    made.switchComponentsOver = [this](const Engine&, const SequenceSet&, std::span<const std::size_t> rows,
                                       std::span<const ComponentSwitch> switches, const ComponentReference&,
                                       const SwitchRequest&, const CancelToken& cancel,
                                       const Progress& progress) -> Result<SwitchTable> {
      surveyed.assign(rows.begin(), rows.end());
      SwitchTable table{.samples = rows.size(), .users = 3, .correct = 1, .switches = {}};
      for (const ComponentSwitch& one : switches) {
        progress(table.switches.size(), switches.size());
        surveyDoor.pass();
        if (cancel.cancelled()) break;
        table.switches.emplace_back().component = one.component.name;
      }
      if (table.switches.empty()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      return table;
    };
    return made;
  }

  Door referenceDoor, boardDoor, surveyDoor;
  std::atomic<int> references{0}, boards{0};
  std::atomic<bool> fails{false};
  std::vector<std::size_t> surveyed;  ///< read while none runs
};

class ComponentBoardTest : public ::testing::Test {
 protected:
  ComponentBoardTest() {
    m_studio.explainer = m_script.functions();
    m_studio.openAll();
    m_explanations = std::make_unique<Explanations>(m_studio.workspace());
    m_board = std::make_unique<ComponentBoard>(m_studio.workspace(), *m_explanations);
  }
  ~ComponentBoardTest() override {
    for (Door* door : {&m_script.referenceDoor, &m_script.boardDoor, &m_script.surveyDoor}) door->open();
    m_board.reset();
    m_explanations.reset();
  }
  [[nodiscard]] bool answered() {
    return m_studio.until([&] {
      return m_board->settled() && m_board->answer() && m_board->answer()->inspection == m_studio->inspection();
    });
  }
  [[nodiscard]] bool inspected() {
    return m_studio.until([&] { return !m_studio->inspectionOutdated(); });
  }

  ScriptedSwitches m_script;
  Studio m_studio;
  std::unique_ptr<Explanations> m_explanations;
  std::unique_ptr<ComponentBoard> m_board;
};

TEST_F(ComponentBoardTest, MeansAreComputedOnceAndOnlyWhereSomebodyLooks) {
  m_studio->setRow(3);
  ASSERT_TRUE(inspected());
  EXPECT_EQ(m_script.references, 0);
  m_board->setWatched(true);
  EXPECT_TRUE(m_board->learning());
  ASSERT_TRUE(answered());
  EXPECT_EQ(m_board->answer()->sampleText, "sample 3, test");
  EXPECT_EQ(m_board->answer()->board.effects.size(), 6U);
  EXPECT_EQ(m_board->answer()->board.target.location, m_studio->inspection()->best().location);
  m_studio->setRow(4);
  ASSERT_TRUE(inspected());
  ASSERT_TRUE(answered());
  m_board->setWatched(false);
  m_studio->setRow(5);
  ASSERT_TRUE(inspected());
  EXPECT_EQ(m_script.boards, 2);
  m_board->setWatched(true);
  ASSERT_TRUE(answered());
  EXPECT_EQ(m_script.references, 1) << "they hold as long as the model and the data";
  EXPECT_EQ(m_script.boards, 3);
  EXPECT_TRUE(m_studio->jobs().empty());
}

TEST_F(ComponentBoardTest, AsksForWhatIsExplained) {
  m_board->setWatched(true);
  ASSERT_TRUE(answered());
  m_explanations->choose({.of = ExplanationChoice::Of::Location, .location = 5});
  ASSERT_TRUE(m_studio.until([&] { return m_board->answer()->board.target.location == 5; }));
  EXPECT_EQ(m_board->answer()->board.target.ratherThan, std::nullopt);
  m_explanations->choose({.of = ExplanationChoice::Of::Location,
                          .location = 5,
                          .against = ExplanationChoice::Against::Location,
                          .againstLocation = 7});
  EXPECT_TRUE(m_board->outdated()) << "the old answer is of P(5) alone";
  ASSERT_TRUE(m_studio.until([&] { return m_board->answer()->board.target.ratherThan == 7; }));
  EXPECT_FALSE(m_board->outdated());
}

TEST_F(ComponentBoardTest, AnAnswerOfAnotherSampleIsOutdatedAtOnce) {
  m_board->setWatched(true);
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_board->outdated());
  m_studio->setRow(9);
  EXPECT_TRUE(m_board->outdated()) << "before the new inspection is there";
  EXPECT_FALSE(m_board->settled());
  ASSERT_TRUE(answered());
  Sequence edited = *m_studio->sequence();
  edited.visits.front().startMinute += 15;
  m_studio->setSequence(edited);
  EXPECT_TRUE(m_board->outdated()) << "an edit is another sample";
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_board->outdated());
}

TEST_F(ComponentBoardTest, TheNewestSampleWins) {
  m_script.boardDoor.shut();
  m_board->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return !m_board->learning(); }));
  while (m_script.boardDoor.arrivals() == 0) std::this_thread::yield();
  for (const std::size_t row : {5U, 9U, 12U}) {
    m_studio->setRow(row);
    ASSERT_TRUE(inspected());
  }
  EXPECT_TRUE(m_board->awaiting());
  m_script.boardDoor.open();
  ASSERT_TRUE(answered());
  EXPECT_EQ(m_board->answer()->sampleText, "sample 12, test");
  EXPECT_EQ(m_script.boards, 2) << "those in between were never begun";
}

TEST_F(ComponentBoardTest, TheMeansCanBeStoppedAndBegunAgain) {
  m_script.referenceDoor.shut();
  m_board->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->jobs().empty(); })) << "what takes long is told";
  EXPECT_EQ(m_board->learned().second, 40U);
  m_studio->cancelJob(m_studio->jobs().front().id);
  EXPECT_TRUE(m_board->stopped());
  EXPECT_FALSE(m_board->learning());
  EXPECT_TRUE(m_studio->jobs().empty());
  m_script.referenceDoor.open();
  m_studio->setRow(7);
  ASSERT_TRUE(inspected());
  EXPECT_EQ(m_board->answer(), nullptr) << "it stays stopped";
  m_board->resume();
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_board->stopped());
}

TEST_F(ComponentBoardTest, AFailureIsSaidAndAnotherModelIsAskedAnew) {
  m_script.fails = true;
  m_board->setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return m_board->error().has_value(); }));
  EXPECT_EQ(m_board->error()->where, "the training set");
  EXPECT_TRUE(m_board->settled());
  m_script.fails = false;
  m_studio->openCheckpoint("/nowhere/other.pt");
  ASSERT_TRUE(m_studio.until([&] { return m_studio->engine()->description().source == "other.pt"; }));
  ASSERT_TRUE(answered());
  EXPECT_FALSE(m_board->error());
  EXPECT_EQ(m_board->answer()->model->engine, m_studio->engine());
}

TEST_F(ComponentBoardTest, AccuraciesAreOfTheFilteredSamplesAndKeptForEachFilter) {
  m_board->setWatched(true);
  m_board->startSurvey(5);
  EXPECT_FALSE(m_board->survey().running) << "no means yet";
  ASSERT_TRUE(answered());
  m_studio->setFilterText("user:2");
  m_board->startSurvey(5);
  EXPECT_EQ(m_studio->jobs().size(), 1U);
  ASSERT_TRUE(m_studio.until([&] { return !m_board->survey().running; }));
  ASSERT_NE(m_board->survey().table, nullptr);
  EXPECT_EQ(m_board->survey().table->samples, 5U);
  EXPECT_EQ(m_board->survey().table->switches.size(), 6U);
  for (const std::size_t row : m_script.surveyed) EXPECT_EQ(m_studio->samples().sequences()->user(row), 2);
  m_studio->setFilterText("");
  EXPECT_EQ(m_board->survey().table, nullptr);
  m_studio->setFilterText("user:2");
  EXPECT_NE(m_board->survey().table, nullptr);
  EXPECT_TRUE(m_studio->jobs().empty());
}

TEST_F(ComponentBoardTest, AStoppedSurveyKeepsTheSwitchesThatWereDone) {
  m_board->setWatched(true);
  ASSERT_TRUE(answered());
  m_script.surveyDoor.shut();
  m_board->startSurvey(0);
  while (m_script.surveyDoor.arrivals() == 0) std::this_thread::yield();
  m_script.surveyDoor.open();
  while (m_script.surveyDoor.arrivals() < 2) std::this_thread::yield();
  m_board->cancelSurvey();
  ASSERT_TRUE(m_studio.until([&] { return !m_board->survey().running; }));
  ASSERT_NE(m_board->survey().table, nullptr);
  EXPECT_FALSE(m_board->survey().table->switches.empty());
}

TEST_F(ComponentBoardTest, GoesWhileItWorks) {
  m_board->setWatched(true);
  ASSERT_TRUE(answered());
  m_board->startSurvey(10);
  m_studio->setRow(8);
  ASSERT_TRUE(inspected());
  m_board.reset();
  m_studio->drain();  // what it had posted finds nobody and does nothing
  EXPECT_TRUE(m_studio->jobs().empty());
}

}  // namespace
}  // namespace sojourn::session
