// SPDX-License-Identifier: GPL-3.0-or-later
// What settings bring back when a workspace opens, and what is closed.
#include "tests/session/workspace/openings.h"

namespace sojourn::session {
namespace {

TEST(Opening, SettingsBringTheLastWorkspaceBack) {
  const test::TempFolder folder;
  const auto file = folder / "settings.json";
  {
    Studio studio(file);
    OpenRequest request = both((folder / "invented").c_str());
    request.index = 12;
    request.split = Split::Train;
    studio->open(request);
    ASSERT_TRUE(studio.until([&] { return studio->inspection() != nullptr; }));
    studio->names().setPlaceName(5, "Bakery");
    studio->names().setDisplayOffsetMinutes(480);
    studio->setTheme(ThemeChoice::Dark);
    studio->rememberWindow("AAAA");
    ASSERT_TRUE(writeSettings(file, studio->settings()).ok());
  }
  Studio studio(file);
  EXPECT_EQ(studio->settings().theme, ThemeChoice::Dark);
  EXPECT_EQ(studio->settings().windowGeometry, "AAAA");
  studio->openDataset(folder / "invented");
  ASSERT_TRUE(studio.until([&] { return studio->dataset() != nullptr; }));
  EXPECT_EQ(studio->names().naming().name(5), "Bakery");
  EXPECT_EQ(studio->names().displayOffsetMinutes(), 480);
}

TEST(Opening, TheDemoIsNoRecentFile) {
  Studio studio;
  std::vector<std::string> read;
  studio.dataset = [&](const std::filesystem::path& path) {
    read.push_back(path.string());
    return Result<DatasetPtr>(fakeDataset());
  };
  studio->openDemo();
  ASSERT_TRUE(studio.until([&] { return studio->inspection() != nullptr; }));
  EXPECT_THAT(read, ElementsAre("/demo/demo"));
  EXPECT_TRUE(studio->isDemo());
  EXPECT_TRUE(studio->isDemoCheckpoint());
  EXPECT_THAT(studio->settings().recentDatasets, IsEmpty());
  EXPECT_THAT(studio->settings().recentCheckpoints, IsEmpty());
}

TEST(Opening, TheDemoTakesAnotherCheckpoint) {
  Studio studio;
  studio->open({.data = {}, .checkpoint = "/mine.pt", .heads = {}, .split = {}, .index = 3, .demo = true});
  ASSERT_TRUE(studio.until([&] { return studio->inspection() != nullptr; }));
  EXPECT_TRUE(studio->isDemo());
  EXPECT_FALSE(studio->isDemoCheckpoint());
  EXPECT_EQ(studio->checkpointPath(), "/mine.pt");
  EXPECT_EQ(studio->row(), 3U);
}

TEST(Opening, AloneClosesWhatIsNotNamed) {
  Studio studio;
  studio.openAll();
  OpenRequest request{.data = studio->dataPath(), .checkpoint = {}, .heads = {}, .split = {}, .index = {}};
  request.alone = true;
  studio->open(request);
  ASSERT_TRUE(studio.until([&] { return !studio->opening(); }));
  EXPECT_NE(studio->dataset(), nullptr);
  EXPECT_EQ(studio->engine(), nullptr);
  EXPECT_EQ(studio->inspection(), nullptr);

  studio.openAll();
  request.data.reset();
  request.checkpoint = "/data/fake.pt";
  studio->open(request);
  ASSERT_TRUE(studio.until([&] { return !studio->opening(); }));
  EXPECT_EQ(studio->dataset(), nullptr);
  EXPECT_NE(studio->engine(), nullptr);
  EXPECT_FALSE(studio->row());
  EXPECT_TRUE(studio->samples().table().empty());

  studio.openAll();
  studio.engine = [](const std::filesystem::path& path, const EngineOptions&) -> Result<EnginePtr> {
    return Error{ErrorKind::BadInput, path.string(), "is damaged", "copy it again"};
  };
  studio->open(request);
  ASSERT_TRUE(studio.until([&] { return !studio->opening(); }));
  EXPECT_NE(studio->dataset(), nullptr) << "what is on screen stays where the new one fails";
}

TEST(Opening, HostileSettingsAreAWarningAndNoMore) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "settings.json", std::string_view("{\"schema\":3")).ok());
  Studio studio(folder / "settings.json");
  ASSERT_EQ(studio->banners().all().size(), 1U);
  EXPECT_EQ(studio->banners().all()[0].severity, Severity::Warning);
  EXPECT_EQ(studio->settings(), Settings{});
}

TEST(Opening, AWorkspaceMayEndInTheMiddleOfEverything) {
  for (int round = 0; round < 20; ++round) {
    Studio studio;
    studio->open(both());
    if (round % 2 == 0) (void)studio.until([&] { return studio->dataset() != nullptr; });
    studio.close();
  }
}

}  // namespace
}  // namespace sojourn::session
