// SPDX-License-Identifier: GPL-3.0-or-later
// One start of the studio after another over one folder of state, for the tests of what is kept.
#pragma once

#include <chrono>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/session/files/workspace_autosave.h"

namespace sojourn::session {

/// One start of the studio over a folder of state.
struct Session {
  explicit Session(const std::filesystem::path& state) : studio(state / "settings.json") {
    studio.dataset = [](const std::filesystem::path& path) -> Result<DatasetPtr> {
      if (!std::filesystem::exists(path.parent_path()) && path.parent_path() != "/demo")
        return Error{ErrorKind::BadInput, path.string(), "is not there", "look elsewhere"};
      auto dataset = std::make_shared<Dataset>(*test::fakeDataset());
      dataset->folder = path.parent_path();
      dataset->prefix = path.filename();
      return DatasetPtr(dataset);
    };
    studio.engine = [](const std::filesystem::path& path, const EngineOptions&) -> Result<EnginePtr> {
      auto engine = std::make_shared<test::FakeEngine>(12, 4, path.string());
      engine->m_description.fingerprint = "of " + path.filename().string();
      return EnginePtr(engine);
    };
    whatIf = std::make_unique<WhatIf>(studio.workspace());
    workspaceAutosave = std::make_unique<WorkspaceAutosave>(
        studio.workspace(), *whatIf, library,
        WorkspaceAutosaveOptions{.stateFolder = state,
                                 .arrangement = [this] { return arrangement; },
                                 .arrange = [this](const WindowArrangement& shown) { arrangement = shown; },
                                 .due = [this] { ++due; },
                                 .saved = {}});
  }
  ~Session() {
    workspaceAutosave.reset();
    whatIf.reset();
  }
  bool settled() {
    return studio.until(
        [&] { return !workspaceAutosave->busy() && studio->inspection() && !studio->inspectionOutdated(); });
  }
  /// Saves by itself and waits for the answer.
  bool saved(bool modified) {
    workspaceAutosave->autosave();
    const auto asExpected = [&] {
      studio->drain();
      return workspaceAutosave->modified() == modified;
    };
    // Where it was so before, an answer that says otherwise has come meanwhile.
    return test::eventually(asExpected) && !test::eventually([&] { return !asExpected(); }, test::pauseBriefly, std::chrono::milliseconds(200));
  }

  WindowArrangement arrangement;
  int due = 0;
  test::Studio studio;
  RunLibrary library{RunLibraryOptions()};
  std::unique_ptr<WhatIf> whatIf;
  std::unique_ptr<WorkspaceAutosave> workspaceAutosave;
};

class Keeping : public ::testing::Test {
 protected:
  Keeping() {
    makeFiles(m_folder / "data");
    m_state = m_folder / "state";
  }
  static void makeFiles(const std::filesystem::path& place) {
    std::filesystem::create_directories(place / "runs");
    std::ofstream(place / "town_test.pk") << "x";
    std::ofstream(place / "best.pt") << "x";
  }
  void openTown(Session& session) {
    session.studio->open({.data = m_folder / "data" / "town",
                          .checkpoint = m_folder / "data" / "best.pt",
                          .heads = {},
                          .split = {},
                          .index = 7});
    ASSERT_TRUE(session.studio.until([&] { return session.studio->row() == 7U && session.studio->engine(); }));
    ASSERT_TRUE(session.settled());
  }
  /// Town, opened and worked on, from an empty start.
  void work(Session& session) {
    session.workspaceAutosave->openLast();
    ASSERT_TRUE(session.settled());
    EXPECT_TRUE(session.studio->isDemo());
    openTown(session);
    session.studio->samples().setFilterText("user = 2");
    session.studio->samples().setSort({.column = SampleColumn::Length, .descending = true});
    ASSERT_TRUE(session.whatIf->apply(ReplaceLocation{{1}, 9}));
    ASSERT_TRUE(session.whatIf->saveScenario("Nine"));
    session.whatIf->pinSample(3);
    session.studio->selection().select({.visit = 1, .query = {}, .location = 9, .head = {}});
    session.studio->runs().setSources({(m_folder / "data" / "runs").string()});
    session.studio->runs().setReferenceLines({{"/a", true}});
    session.arrangement = {.front = "what_if", .layouts = {{"inspect", "AAAA"}}, .options = {}};
  }
  void expectAll(Session& session) {
    EXPECT_EQ(session.studio->dataPath(), m_folder / "data" / "town");
    EXPECT_EQ(session.studio->checkpointPath(), m_folder / "data" / "best.pt");
    EXPECT_EQ(session.studio->row(), 7U);
    EXPECT_EQ(session.studio->samples().filterText(), "user = 2");
    EXPECT_TRUE(session.studio->samples().view().sort().descending);
    EXPECT_EQ(session.studio->sequence()->visits[1].location, 9);
    EXPECT_EQ(session.whatIf->history()->position(), 1U);
    ASSERT_EQ(session.whatIf->scenarios().size(), 1U);
    EXPECT_EQ(session.whatIf->scenarios()[0].scenario.name, "Nine");
    EXPECT_EQ(session.whatIf->reference().kind, ReferenceKind::Sample);
    EXPECT_EQ(session.whatIf->reference().sequence, session.studio->samples().table().sequences()->sequence(3));
    EXPECT_EQ(session.studio->selection().now().selected.visit, 1U);
    EXPECT_EQ(session.studio->selection().now().selected.location, 9);
    EXPECT_THAT(session.studio->runs().sources(), ::testing::ElementsAre((m_folder / "data" / "runs").string()));
    EXPECT_THAT(session.library.sources(), ::testing::ElementsAre(m_folder / "data" / "runs"));
    EXPECT_EQ(session.studio->runs().referenceLines().at("/a"), true);
    EXPECT_EQ(session.arrangement.front, "what_if");
    EXPECT_EQ(session.arrangement.layouts.at("inspect"), "AAAA");
  }

  test::TempFolder m_folder;
  std::filesystem::path m_state;
};

}  // namespace sojourn::session
