// SPDX-License-Identifier: GPL-3.0-or-later
// Model programs in a workspace: only what a person has typed or confirmed is started.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/files/keeping.h"

namespace sojourn::session {
namespace {

using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const ProgramCommand mine{.command = "python my_model.py", .folder = "/my models", .predictSeconds = 7};
const std::string mineNamed = "program:cd '/my models' && python my_model.py";

class ModelPrograms : public ::testing::Test {
 protected:
  bool opened() {
    return studio.until(
        [&] { return studio->jobs().all().empty() && studio->inspection() && !studio->inspectionOutdated(); });
  }
  Studio studio;
};

TEST_F(ModelPrograms, AreNamedSoThatTheyRunFromAnyFolder) {
  EXPECT_EQ(programNameOf(mine), mineNamed);
  EXPECT_EQ(programNameOf({.command = "./model"}), "program:./model");
}

TEST_F(ModelPrograms, OneThatWasTypedTakesThePlaceOfACheckpoint) {
  studio->open({.data = "/data/invented", .program = mine, .programTyped = true});
  EXPECT_EQ(studio->jobs().all().back().title, "Starting cd '/my models' && python my_model.py");
  ASSERT_TRUE(opened());
  EXPECT_EQ(studio->program(), mine);
  EXPECT_EQ(studio->checkpointPath(), mineNamed);
  EXPECT_THAT(studio->settings().recentPrograms, ElementsAre(std::pair(mineNamed, mine)));
  EXPECT_THAT(studio->settings().recentCheckpoints, IsEmpty());
  EXPECT_THAT(studio->commandLine(), HasSubstr(" --checkpoint 'program:cd "));
  ASSERT_TRUE(studio->programLog());
  EXPECT_THAT(studio->programLog()->lines(), ElementsAre("started python my_model.py"));
  // Back to it, as Back does: it runs already.
  studio->openCheckpoint("/data/fake.pt");
  ASSERT_TRUE(studio.until([&] { return studio->checkpointPath() == "/data/fake.pt"; }));
  studio->openCheckpoint(mineNamed);
  ASSERT_TRUE(studio.until([&] { return studio->checkpointPath() == mineNamed; }));
  EXPECT_THAT(studio->banners().all(), IsEmpty());
}

TEST_F(ModelPrograms, OneThatAFileNamesIsShownAndNotStarted) {
  studio->open({.data = "/data/invented", .program = mine});
  ASSERT_TRUE(studio.until([&] { return studio->dataset() != nullptr; }));
  EXPECT_EQ(studio.programStarts, 0);
  EXPECT_FALSE(studio->engine());
  ASSERT_EQ(studio->banners().all().size(), 1U);
  EXPECT_THAT(studio->banners().all()[0].error.where, HasSubstr("python my_model.py"));
  EXPECT_THAT(studio->banners().all()[0].actions, ElementsAre(BannerAction::StartProgram));
  EXPECT_EQ(studio->programAsked(), mine);
  // The same by its name, as a link or Compare has it.
  const auto refused = studio->loaders().engine(mineNamed, {}, {}, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("has not been confirmed"));
  EXPECT_EQ(studio.programStarts, 0);

  studio->openProgram(*studio->programAsked());
  ASSERT_TRUE(opened());
  EXPECT_EQ(studio.programStarts, 1);
  EXPECT_FALSE(studio->programAsked());
  EXPECT_THAT(studio->banners().all(), IsEmpty());
  EXPECT_TRUE(studio->loaders().engine(mineNamed, {}, {}, {}).ok()) << "it was confirmed";
  EXPECT_EQ(studio.programStarts, 1) << "and runs";
}

TEST_F(ModelPrograms, AClosedBannerForgetsTheCommand) {
  studio->open({.data = "/data/invented", .program = mine});
  ASSERT_EQ(studio->banners().all().size(), 1U);
  studio->banners().dismiss(studio->banners().all()[0].id);
  EXPECT_FALSE(studio->programAsked());
}

TEST_F(ModelPrograms, WhatFailsSaysSoAndLosesNothing) {
  studio.openAll();
  studio.program = [](const ProgramCommand&) -> Result<EnginePtr> {
    return Error{ErrorKind::Failed, "python my_model.py", "has ended; the last that it wrote: no weights",
                 "see its log"};
  };
  const EnginePtr before = studio->engine();
  studio->openProgram(mine);
  ASSERT_TRUE(studio.until([&] { return studio->jobs().all().empty() && !studio->banners().all().empty(); }));
  EXPECT_THAT(studio->banners().all()[0].error.what, HasSubstr("no weights"));
  EXPECT_THAT(studio->banners().all()[0].actions, ElementsAre(BannerAction::ShowProgramLog));
  EXPECT_EQ(studio->engine(), before);
  EXPECT_EQ(studio->programLog()->lines().size(), 1U) << "what it wrote before it ended";
}

TEST_F(ModelPrograms, OneThatIsRestartedIsEndedAndStartedAnew) {
  studio->open({.data = "/data/invented", .program = mine, .programTyped = true});
  ASSERT_TRUE(opened());
  const EnginePtr before = studio->engine();
  studio->restartProgram();
  ASSERT_TRUE(studio.until([&] { return studio->engine() != before; }));
  EXPECT_EQ(studio.programEnds, 1);
  EXPECT_EQ(studio.programStarts, 2);
  EXPECT_EQ(studio->programLog()->lines().size(), 2U);
}

TEST_F(ModelPrograms, AnInspectionThatTakesLongCanBeCancelled) {
  auto engine = std::make_shared<test::FakeEngine>(12, 4, mineNamed);
  engine->inspectDoor.shut();
  studio.program = [engine](const ProgramCommand&) { return Result<EnginePtr>(engine); };
  studio->open({.data = "/data/invented", .program = mine, .programTyped = true});
  const auto asks = [](const Job& job) { return job.title.starts_with("Asking "); };
  ASSERT_TRUE(studio.until([&] { return std::ranges::any_of(studio->jobs().all(), asks); }));
  studio->jobs().cancel(std::ranges::find_if(studio->jobs().all(), asks)->id);
  EXPECT_EQ(studio.programInterrupts, 1);
  engine->inspectDoor.open();
  ASSERT_TRUE(opened());
}

TEST(ModelProgramsOfAWorkspace, ComeBackAsAQuestion) {
  const test::TempFolder folder;
  {
    Session session(folder / "state");
    session.workspaceAutosave->openLast({}, false);
    ASSERT_TRUE(session.settled());
    session.studio->openProgram(mine);
    ASSERT_TRUE(session.studio.until([&] { return session.studio->program().has_value(); }));
    ASSERT_TRUE(session.settled());
    ASSERT_TRUE(session.workspaceAutosave->flush());
  }
  for (int start = 0; start < 2; ++start) {  // once more, where nobody answered
    Session session(folder / "state");
    session.workspaceAutosave->openLast({}, false);
    ASSERT_TRUE(session.settled());
    EXPECT_EQ(session.studio.programStarts, 0);
    EXPECT_EQ(session.studio->programAsked(), mine);
    EXPECT_TRUE(session.studio->isDemoCheckpoint());
    EXPECT_EQ(session.studio->settings().recentPrograms.size(), 1U);
    ASSERT_TRUE(session.workspaceAutosave->flush());
  }
}

}  // namespace
}  // namespace sojourn::session
