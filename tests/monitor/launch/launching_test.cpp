// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings begun from the monitor, without a window and without a trainer: what stands in the form, in the queue, and
// what is said when something is wrong.
#include "tests/monitor/launch/launches.h"

namespace sojourn::monitor {
namespace {

TEST_F(Launches, AgainWithARunStandsOnItsConfigurationAndSaysWhatIsChanged) {
  EXPECT_FALSE(m_launching->shown());
  act(present::Relaunch{m_folder.id("hot")});
  ASSERT_TRUE(m_launching->shown());
  EXPECT_EQ(formModel().title, "Relaunch hot");
  EXPECT_EQ(field("seed").text, "42");
  EXPECT_EQ(field("training.num_epochs").text, "50");
  EXPECT_FALSE(field("training.num_epochs").changed);
  EXPECT_EQ(field("where.run_folder").text, m_folder.id("hot-again"));
  EXPECT_THAT(formModel().differs, HasSubstr("Same configuration as hot"));

  set("seed", "7");
  EXPECT_TRUE(field("seed").changed);
  EXPECT_EQ(field("seed").note, "was 42");
  EXPECT_EQ(field("where.run_folder").text, m_folder.id("hot-seed{seed}"));
  EXPECT_EQ(formModel().differs, "Based on hot with these changes: seed 7");
  EXPECT_THAT(formModel().summary, HasSubstr("1 run"));
  EXPECT_THAT(formModel().summary, HasSubstr(", into hot-seed7"));
  set("training.learning_rate", "1e-4, 3e-4");
  EXPECT_EQ(field("training.learning_rate").note, "2 values, was 0.00065");
  EXPECT_EQ(formModel().launch.text, "Launch 2 runs");
  EXPECT_THAT(formModel().differs, HasSubstr("Learning rate 1e-4, 3e-4"));
  act(present::ResetField{"training.learning_rate"});
  EXPECT_FALSE(field("training.learning_rate").changed);

  // Closed and opened again, or left as it was, nothing of it is lost.
  set("from", "hot");
  EXPECT_EQ(field("seed").text, "7");
  act(present::LaunchCommand::Close);
  EXPECT_FALSE(m_launching->shown());
  act(present::Relaunch{m_folder.id("hot")});
  EXPECT_EQ(field("seed").text, "7");
}

TEST_F(Launches, WhatIsTypedStaysAsItIsTypedThoughItSaysTheSame) {
  act(present::Relaunch{m_folder.id("hot")});
  set("training.learning_rate", "6.50e-4");
  EXPECT_EQ(field("training.learning_rate").text, "6.50e-4");
  EXPECT_FALSE(field("training.learning_rate").changed);
}

TEST_F(Launches, LaunchPutsItIntoTheFoldersQueueAndStartsOne) {
  act(present::Relaunch{m_folder.id("hot")});
  set("where.data", test::demoFolder());
  set("seed", "7");
  set("where.at_a_time", "2");
  ASSERT_TRUE(checked());
  ASSERT_TRUE(formModel().launch.enabled) << formModel().problem;
  act(present::LaunchCommand::Launch);
  ASSERT_TRUE(until([&] { return !m_launching->shown(); })) << formModel().problem;
  ASSERT_EQ(waiting().size(), 1U);
  EXPECT_EQ(waiting()[0].runFolder, "hot-seed7");
  EXPECT_EQ(waiting()[0].data, test::demoFolder());
  EXPECT_EQ(waiting()[0].config["seed"], 7);
  EXPECT_EQ(waiting()[0].config["training"]["num_epochs"], 50);
  EXPECT_THAT(m_started, ElementsAre(std::pair(m_folder.path(), 2)));
  ASSERT_TRUE(until([&] { return m_launching->queue().lines.size() == 1; }));
  EXPECT_THAT(m_launching->queue().title, HasSubstr("1 run waiting"));
  EXPECT_THAT(m_launching->queue().title, HasSubstr(", starting"));
  EXPECT_EQ(m_launching->queue().idle, "");
  // Another one like it is proposed beside it, not over it.
  act(present::Relaunch{m_folder.id("hot")});
  set("where.data", test::demoFolder());
  set("seed", "7");
  EXPECT_TRUE(until([&] {
    return formModel().summary.find("hot-seed7 is taken; the run will be hot-seed7-2") != std::string::npos;
  })) << formModel().summary;
  ASSERT_TRUE(checked());
  EXPECT_TRUE(formModel().launch.enabled) << formModel().problem;
  // As long as it waits it can be taken back.
  act(std::get<present::LaunchAction>(m_launching->queue().lines[0].button.action));
  EXPECT_TRUE(until([&] { return m_launching->queue().lines.empty(); }));
  EXPECT_THAT(waiting(), IsEmpty());
}

TEST_F(Launches, TheNewRunLeavesTheSelectionWhereItIs) {
  monitor().select(m_folder.id("hot"));
  act(present::Relaunch{m_folder.id("hot")});
  set("where.data", test::demoFolder());
  set("where.run_folder", m_folder.id("first"));
  ASSERT_TRUE(checked());
  act(present::LaunchCommand::Launch);
  ASSERT_TRUE(until([&] { return !m_launching->shown(); })) << formModel().problem;
  m_folder.add("first", m_folder.options(RunState::Running));
  ASSERT_TRUE(until([&] { return monitor().run(m_folder.id("first")) != nullptr; }));
  ASSERT_TRUE(checked());
  EXPECT_EQ(monitor().selected(), m_folder.id("hot"));
}

TEST_F(Launches, WhatIsWrongStandsUnderItsFieldAndNothingIsQueued) {
  act(present::Relaunch{m_folder.id("hot")});
  // The dataset of the fake run lies nowhere.
  ASSERT_TRUE(until([&] { return !field("where.data").error.empty(); }));
  EXPECT_FALSE(formModel().launch.enabled);
  EXPECT_FALSE(formModel().problem.empty());
  act(present::LaunchCommand::Launch);
  set("where.data", test::demoFolder());
  ASSERT_TRUE(until([&] { return field("where.data").error.empty(); }));

  set("seed", "many");
  EXPECT_THAT(field("seed").error, HasSubstr("seed is many"));
  EXPECT_FALSE(formModel().launch.enabled);
  set("seed", "8");
  set("model.nhead", "7");
  EXPECT_FALSE(field("model.nhead").error.empty() && field("model.d_model").error.empty()) << formModel().problem;
  act(present::ResetField{"model.nhead"});

  set("where.run_folder", m_folder.id("left"));
  ASSERT_TRUE(until([&] {
    return formModel().summary.find("left is taken; the run will be left-2") != std::string::npos;
  })) << formModel().summary;
  set("where.run_folder", "relative");
  EXPECT_THAT(field("where.run_folder").error, HasSubstr("not a full path"));
  act(present::ResetField{"where.run_folder"});
  EXPECT_EQ(field("where.run_folder").text, m_folder.id("hot-seed{seed}"));
  set("where.threads", "0");
  EXPECT_FALSE(field("where.threads").error.empty());
  EXPECT_THAT(waiting(), IsEmpty());
  EXPECT_THAT(m_started, IsEmpty());
}

TEST_F(Launches, AQueueThatCannotBeStartedIsReportedAndTheEntryStays) {
  m_startError = Error{ErrorKind::Failed, "/opt/sojourn", "is not there", "install it"};
  act(present::Relaunch{m_folder.id("hot")});
  set("where.data", test::demoFolder());
  ASSERT_TRUE(checked());
  act(present::LaunchCommand::Launch);
  ASSERT_TRUE(until([&] { return !m_launching->queue().problems.empty() && m_launching->queue().lines.size() == 1; }));
  EXPECT_THAT(m_launching->queue().problems[0], HasSubstr("is not there"));
  ASSERT_FALSE(monitor().problems().empty());
  EXPECT_THAT(monitor().problems().back(), HasSubstr("is not there"));
  EXPECT_EQ(waiting().size(), 1U);
  act(present::LaunchCommand::ClearProblems);
  EXPECT_THAT(m_launching->queue().problems, IsEmpty());

  // Nobody works on it, and so it is offered to be started: also in vain, until it can be.
  EXPECT_EQ(m_launching->queue().idle, "This queue is not running");
  ASSERT_TRUE(until([&] { return m_launching->queue().start.enabled; }));
  act(present::LaunchCommand::StartQueue);
  ASSERT_TRUE(until([&] { return !m_launching->queue().problems.empty(); }));
  EXPECT_THAT(m_launching->queue().problems[0], HasSubstr("is not there"));
  EXPECT_NE(m_launching->queue().idle, "");
  m_startError.reset();
  ASSERT_TRUE(until([&] { return m_launching->queue().start.enabled; }));
  act(present::LaunchCommand::StartQueue);
  ASSERT_TRUE(until([&] { return m_launching->queue().idle.empty(); }));
  EXPECT_EQ(m_launching->queue().start.text, "");
  EXPECT_EQ(m_started.size(), 3U);
  EXPECT_EQ(waiting().size(), 1U) << "it is trained, not queued once more";
  m_ended({.exitCode = 137, .lastLine = {}});
  ASSERT_TRUE(until([&] { return !m_launching->queue().idle.empty(); })) << "it was killed";
}

TEST_F(Launches, TheQueueTellsWhatIsTrainedAndWhatWasCutShort) {
  const RunQueue queue(m_folder.path());
  const auto taken = [&](const char* name, ProcessIdentity trainer) {
    TakenRun run;
    run.run.id = newUuid();
    run.run.runFolder = name;
    run.run.data = test::demoFolder();
    run.trainer = std::move(trainer);
    ASSERT_TRUE(queue.add(run.run).ok());
    ASSERT_TRUE(queue.take(run.run).ok());
    ASSERT_TRUE(queue.noteTrainer(run).ok());
  };
  taken("hot", thisProcess());
  ProcessIdentity gone = thisProcess();
  gone.startTicks -= 1;
  taken("cut", gone);
  act(present::Relaunch{m_folder.id("hot")});  // while the form is open the queue is looked at more often
  ASSERT_TRUE(until([&] { return m_launching->queue().lines.size() == 2; }));
  EXPECT_THAT(m_launching->queue().title, HasSubstr("1 interrupted, 1 training \u00B7 queue of "));
  EXPECT_NE(m_launching->queue().idle, "");
  EXPECT_EQ(m_launching->queue().lines[1].run, "cut");
  EXPECT_EQ(m_launching->queue().lines[1].button.text, "");
  // From what is being trained one gets to its run.
  const present::ActionButton& show = m_launching->queue().lines[0].button;
  EXPECT_TRUE(show.enabled);
  monitor().select(m_folder.id("left"));
  monitor().act(std::get<present::RunAction>(show.action));
  EXPECT_EQ(monitor().selected(), m_folder.id("hot"));
}

}  // namespace
}  // namespace sojourn::monitor
