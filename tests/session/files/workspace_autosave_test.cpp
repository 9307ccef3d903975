// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace kept: saved by itself and by name, opened again, its missing files found, nothing lost.
#include "views/session/files/workspace_autosave.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/files/keeping.h"
#include "views/session/files/workspace_file.h"

namespace sojourn::session {
namespace {

using namespace std::chrono_literals;
using test::FakeEngine;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(Keeping, WithoutClosingEverythingIsBackAtTheNextStart) {
  {
    Session session(m_state);
    work(session);
    EXPECT_GT(session.due, 0);
    ASSERT_TRUE(session.saved(false));
    ASSERT_TRUE(session.studio.until([&] { return readWorkspaceFile(m_state / "last.sojourn.json").ok(); }));
    EXPECT_EQ(*readWorkspaceFile(m_state / "last.sojourn.json"), session.workspaceAutosave->capture());
  }
  Session again(m_state);
  again.workspaceAutosave->openLast();
  EXPECT_EQ(again.arrangement.front, "what_if") << "before the window is shown";
  ASSERT_TRUE(again.settled());
  expectAll(again);
  EXPECT_TRUE(again.workspaceAutosave->file().empty());
  EXPECT_THAT(again.studio->banners().all(), IsEmpty());
}

TEST_F(Keeping, ANamedOneIsOpenedAfterEverythingWasChanged) {
  Session session(m_state);
  work(session);
  const auto file = m_folder / "studies" / "town.sojourn.json";
  session.workspaceAutosave->saveAs(file);
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
  EXPECT_THAT(session.studio->settings().recentWorkspaces, ElementsAre(file.string()));
  session.workspaceAutosave->openNew();
  ASSERT_TRUE(session.settled());
  EXPECT_TRUE(session.workspaceAutosave->file().empty());
  EXPECT_TRUE(session.studio->isDemo());
  EXPECT_EQ(session.studio->samples().filterText(), "");
  EXPECT_THAT(session.whatIf->scenarios(), IsEmpty());
  EXPECT_THAT(session.library.sources(), IsEmpty());
  session.workspaceAutosave->open(file);
  EXPECT_TRUE(session.workspaceAutosave->busy());
  EXPECT_TRUE(session.studio->isDemo()) << "what is on screen stays until the other one is there";
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
  ASSERT_TRUE(session.settled());
  expectAll(session);
}

TEST_F(Keeping, ItsOwnFileChangesOnlyWhenItIsSaved) {
  const auto file = m_folder / "town.sojourn.json";
  {
    Session session(m_state);
    work(session);
    session.workspaceAutosave->saveAs(file);
    ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
    ASSERT_TRUE(session.saved(false));
    session.studio->setRow(2);
    ASSERT_TRUE(session.saved(false)) << "another sample is no change of substance";
    session.studio->setRow(7);
    ASSERT_TRUE(session.whatIf->apply(SetUser{1}));
    ASSERT_TRUE(session.saved(true));
    session.whatIf->undo();
    ASSERT_TRUE(session.whatIf->apply(SetUser{3}));
    ASSERT_TRUE(session.saved(true));
    EXPECT_EQ(readWorkspaceFile(file)->whatIf.histories.at(0).edits.size(), 1U);
    EXPECT_TRUE(session.workspaceAutosave->flush());
  }
  Session again(m_state);
  again.workspaceAutosave->openLast();
  ASSERT_TRUE(again.settled());
  EXPECT_EQ(again.workspaceAutosave->file(), file) << "it has its name again";
  EXPECT_EQ(again.whatIf->history()->position(), 2U) << "and what was not saved";
  ASSERT_TRUE(again.saved(true));
  again.workspaceAutosave->save();
  ASSERT_TRUE(again.studio.until([&] { return !again.workspaceAutosave->modified(); }));
  EXPECT_EQ(readWorkspaceFile(file)->whatIf.histories.at(0).edits.size(), 2U);
  // Another one is opened: what was not saved is not lost.
  ASSERT_TRUE(again.whatIf->apply(SetUser{1}));
  ASSERT_TRUE(again.saved(true));
  again.workspaceAutosave->openNew();
  ASSERT_TRUE(again.settled());
  again.workspaceAutosave->open(again.workspaceAutosave->previousFile());
  ASSERT_TRUE(again.studio.until([&] { return again.workspaceAutosave->file() == file; }));
  ASSERT_TRUE(again.settled());
  EXPECT_EQ(again.whatIf->history()->states().size(), 4U);
  ASSERT_TRUE(again.saved(true));
}

TEST_F(Keeping, MissingFilesAreNamedAndTheirNeighboursFound) {
  const auto file = m_folder / "elsewhere" / "town.sojourn.json";
  Session session(m_state);
  work(session);
  session.workspaceAutosave->saveAs(file);
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
  session.workspaceAutosave->openNew();
  ASSERT_TRUE(session.settled());
  const auto moved = m_folder / "somewhere" / "data";
  std::filesystem::create_directories(moved.parent_path());
  std::filesystem::rename(m_folder / "data", moved);
  session.workspaceAutosave->open(file);
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->awaited().has_value(); }));
  EXPECT_TRUE(session.studio->isDemo());
  ASSERT_EQ(session.workspaceAutosave->awaited()->missing.size(), 3U);
  EXPECT_EQ(session.workspaceAutosave->awaited()->missing[1].path, m_folder / "data" / "best.pt");
  session.workspaceAutosave->relocateMissing(1, moved / "best.pt");
  for (const MissingFile& missing : session.workspaceAutosave->awaited()->missing)
    EXPECT_EQ(missing.found, moved / missing.path.filename());
  session.workspaceAutosave->openAwaited();
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
  ASSERT_TRUE(session.settled());
  std::filesystem::create_directories(m_folder.path());
  EXPECT_EQ(session.studio->dataPath(), moved / "town");
  EXPECT_EQ(session.studio->sequence()->visits[1].location, 9);
  EXPECT_THAT(session.studio->runs().sources(), ElementsAre((moved / "runs").string()));

  // Given up: what is on screen stays.
  std::filesystem::rename(moved, m_folder / "gone");
  session.workspaceAutosave->open(file);
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->awaited().has_value(); }));
  session.workspaceAutosave->forgetAwaited();
  EXPECT_FALSE(session.workspaceAutosave->busy());
  EXPECT_EQ(session.studio->dataPath(), moved / "town");
}

TEST_F(Keeping, WithoutWhatIsMissingTheRestIsOpened) {
  const auto file = m_folder / "town.sojourn.json";
  Session session(m_state);
  work(session);
  session.workspaceAutosave->saveAs(file);
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
  std::filesystem::remove(m_folder / "data" / "best.pt");
  std::filesystem::remove(m_folder / "data" / "runs");
  session.workspaceAutosave->open(file);
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->awaited().has_value(); }));
  session.workspaceAutosave->openAwaited();
  ASSERT_TRUE(session.studio.until([&] { return !session.workspaceAutosave->busy(); }));
  EXPECT_EQ(session.studio->engine(), nullptr);
  EXPECT_EQ(session.studio->sequence()->visits[1].location, 9);
  EXPECT_THAT(session.studio->runs().sources(), IsEmpty());
}

TEST_F(Keeping, AtTheStartTheDemoStandsBeneathTheQuestion) {
  {
    Session session(m_state);
    work(session);
    EXPECT_TRUE(session.workspaceAutosave->flush());
  }
  std::filesystem::rename(m_folder / "data", m_folder / "gone");
  const auto kept = readWorkspaceFile(m_state / "last.sojourn.json");
  Session again(m_state);
  again.workspaceAutosave->openLast();
  ASSERT_TRUE(again.studio.until([&] { return again.workspaceAutosave->awaited() && again.studio->inspection(); }));
  EXPECT_TRUE(again.studio->isDemo());
  again.workspaceAutosave->autosave();
  EXPECT_TRUE(again.workspaceAutosave->flush());
  EXPECT_EQ(*readWorkspaceFile(m_state / "last.sojourn.json"), *kept) << "nothing is saved while it waits";
  again.workspaceAutosave->forgetAwaited();
  ASSERT_TRUE(again.settled());
  EXPECT_EQ(again.whatIf->scenarios().size(), 1U) << "scenarios need no files";
  ASSERT_TRUE(again.saved(false)) << "and what was written before it";
  EXPECT_EQ(readWorkspaceFile(again.workspaceAutosave->previousFile())->index, 7U);
}

TEST_F(Keeping, ChangedFilesAreSaid) {
  const auto file = m_folder / "town.sojourn.json";
  Session session(m_state);
  work(session);
  WorkspaceState state = session.workspaceAutosave->capture();
  state.dataset->sha256 = "0000111122223333";
  state.checkpoint->sha256 = "4444555566667777";
  ASSERT_TRUE(writeWorkspaceFile(file, state).ok());
  session.workspaceAutosave->open(file);
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
  ASSERT_EQ(session.studio->banners().all().size(), 2U);
  EXPECT_THAT(session.studio->banners().all()[0].error.what, HasSubstr("sha-256 444455556666 then, of best.pt now"));
  EXPECT_THAT(session.studio->banners().all()[1].error.where, HasSubstr("data/town"));
}

TEST_F(Keeping, ACheckpointThatWasUsedAnywayIsNotAskedAboutAgain) {
  std::string fingerprint = "first";
  const auto larger = [&fingerprint](Session& session) {
    session.studio.engine = [&fingerprint](const std::filesystem::path& path, const EngineOptions&) {
      auto engine = std::make_shared<FakeEngine>(path.filename() == "large.pt" ? 60 : 12, 4, path.string());
      engine->m_description.fingerprint = fingerprint;
      return Result<EnginePtr>(engine);
    };
  };
  const auto asked = [](Session& session) {
    return std::ranges::count(session.studio->banners().all(), BannerTopic::Fit, &Banner::topic);
  };
  std::ofstream(m_folder / "data" / "large.pt") << "x";
  {
    Session session(m_state);
    larger(session);
    session.workspaceAutosave->openLast();
    ASSERT_TRUE(session.settled());
    openTown(session);
    session.studio->openCheckpoint(m_folder / "data" / "large.pt");
    ASSERT_TRUE(session.studio.until([&] { return asked(session) == 1; }));
    session.studio->useRefusedCheckpoint();
    ASSERT_TRUE(session.settled());
    EXPECT_EQ(asked(session), 0);
    ASSERT_TRUE(session.workspaceAutosave->flush());
  }
  {
    Session session(m_state);
    larger(session);
    session.workspaceAutosave->openLast();
    ASSERT_TRUE(session.settled());
    EXPECT_EQ(session.studio->checkpointPath(), m_folder / "data" / "large.pt");
    EXPECT_EQ(asked(session), 0);
    EXPECT_TRUE(session.studio->fitProblem()) << "it is marked all the same";
  }
  fingerprint = "another file";
  Session session(m_state);
  larger(session);
  session.workspaceAutosave->openLast();
  ASSERT_TRUE(session.settled());
  EXPECT_EQ(asked(session), 1) << "another checkpoint was not accepted";
}

TEST_F(Keeping, AHostileFileLeavesWhatIsOnScreen) {
  Session session(m_state);
  work(session);
  const WorkspaceState before = session.workspaceAutosave->capture();
  const auto file = m_folder / "bad.sojourn.json";
  for (const std::string& text : {std::string("{"), std::string(R"({"schema":"sojourn.workspace/9"})"),
                                  std::string(R"({"schema":"sojourn.workspace/2","index":1e99})")}) {
    std::ofstream(file) << text;
    session.workspaceAutosave->open(file);
    ASSERT_TRUE(session.studio.until([&] { return !session.workspaceAutosave->busy(); }));
    EXPECT_EQ(session.workspaceAutosave->capture(), before);
  }
  EXPECT_EQ(session.studio->banners().all().size(), 3U);
  // In order by itself, but of no use for this dataset.
  std::ofstream(file) << R"({"schema":"sojourn.workspace/2","dataset":{"path":"data/town"},"index":2000000000,
    "selection":{"visit":9999,"location":2000000000,"layer":77,"head":88,"method":99},"filter":"nonsense (("})";
  session.workspaceAutosave->open(file);
  ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
  EXPECT_EQ(session.studio->dataPath(), m_folder / "data" / "town");
  EXPECT_EQ(session.studio->row(), 0U);
  EXPECT_FALSE(session.studio->selection().now().selected.visit);
  EXPECT_FALSE(session.studio->selection().now().selected.location);
  EXPECT_FALSE(session.studio->selection().now().selected.head);
  EXPECT_TRUE(session.studio->samples().filterError());
}

TEST_F(Keeping, ADamagedAutosaveGivesWayToTheDemoAndStays) {
  std::filesystem::create_directories(m_state);
  std::ofstream(m_state / "last.sojourn.json") << "{\"schema\":";
  Session session(m_state);
  session.workspaceAutosave->openLast();
  ASSERT_TRUE(session.settled());
  EXPECT_TRUE(session.studio->isDemo());
  EXPECT_EQ(session.studio->banners().all().size(), 1U);
  EXPECT_TRUE(std::filesystem::exists(session.workspaceAutosave->previousFile()));
}

TEST_F(Keeping, TheCommandLineComesInPlaceOfWhatWasOpen) {
  const auto file = m_folder / "town.sojourn.json";
  {
    Session session(m_state);
    work(session);
    session.workspaceAutosave->saveAs(file);
    ASSERT_TRUE(session.studio.until([&] { return session.workspaceAutosave->file() == file; }));
    EXPECT_TRUE(session.workspaceAutosave->flush());
  }
  makeFiles(m_folder / "other");
  Session again(m_state);
  again.library.add("/runs/of/the/command/line");
  again.workspaceAutosave->openLast({.data = m_folder / "other" / "town",
                                     .checkpoint = m_folder / "other" / "best.pt",
                                     .heads = {},
                                     .split = {},
                                     .index = 3},
                                    true);
  ASSERT_TRUE(again.settled());
  EXPECT_EQ(again.studio->dataPath(), m_folder / "other" / "town");
  EXPECT_EQ(again.studio->row(), 3U);
  EXPECT_EQ(again.studio->samples().filterText(), "");
  EXPECT_TRUE(again.workspaceAutosave->file().empty()) << "its file is not changed by looking at something else";
  EXPECT_EQ(again.whatIf->scenarios().size(), 1U);
  EXPECT_THAT(again.library.sources(), ElementsAre("/runs/of/the/command/line"));
  EXPECT_THAT(again.studio->runs().sources(), ElementsAre((m_folder / "data" / "runs").string())) << "remembered";
}

}  // namespace
}  // namespace sojourn::session
