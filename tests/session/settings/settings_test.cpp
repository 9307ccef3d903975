// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/settings/settings.h"

#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Settings everything() {
  Settings settings;
  settings.recentDatasets = {"/a", "/b"};
  settings.recentCheckpoints = {"/c.pt"};
  settings.recentWorkspaces = {"/studies/m\"1\".sojourn.json"};
  settings.theme = ThemeChoice::Dark;
  settings.proposalsShown = false;
  settings.windowGeometry = "AAAA/wAB==";
  settings.datasets["geolife@00"] = {
      .displayOffsetMinutes = 480,
      .zoneChosen = true,
      .checkpoint = "/runs/7/checkpoints/best.pt",
      .names = {.places = {{14, "Bakery, Elm Street"}, {2, "Café"}}, .users = {{3, "Anna"}}, .roles = {}},
      .mapFiles = {"/maps/city.mbtiles", "/maps/roads.geojson"}};
  return settings;
}

TEST(Settings, ComeBackAsTheyWent) {
  const test::TempFolder folder;
  const auto file = folder / "deep" / "er" / "settings.json";
  ASSERT_TRUE(writeSettings(file, everything()).ok());
  const auto read = readSettings(file);
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(*read, everything());
}

TEST(Settings, WhatWasConfirmedComesBack) {
  Settings settings;
  settings.textPercent = 130;
  settings.introduced = true;
  DatasetSettings& town = settings.datasets["town@1"];
  town.zoneChosen = true;
  town.names.roles[3] = {.home = 14, .work = 0};
  town.names.roles[8] = {.home = 2, .work = 5};
  const auto read = parseSettings(formatSettings(settings), "here");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(*read, settings);
  const auto foreign = parseSettings(
      R"({"schema":"sojourn.settings/1","text_percent":9000,"datasets":{"x":{"home":{"a":5,"-1":6,"7":8}}}})", "here");
  ASSERT_TRUE(foreign.ok());
  EXPECT_EQ(foreign->textPercent, 100);
  EXPECT_EQ(foreign->datasets.at("x").names.roles.size(), 1U);
  EXPECT_FALSE(parseSettings(R"({"schema":"sojourn.settings/1","datasets":{"x":{"work":{"7":-8}}}})", "here").ok());
}

TEST(Settings, AMissingFileGivesDefaults) {
  const test::TempFolder folder;
  const auto read = readSettings(folder / "none.json");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, Settings{});
}

TEST(Settings, BytesThatAreNoUtf8DoNotSpoilTheFile) {
  Settings settings;
  settings.recentDatasets = {"/data/\xff\xfe"};
  const auto read = parseSettings(formatSettings(settings), "here");
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(read->recentDatasets.at(0), HasSubstr("/data/"));
}

TEST(Settings, ValuesOutOfRangeFallBack) {
  const auto read = parseSettings(R"({"schema":"sojourn.settings/1","theme":"pink",
    "datasets":{"x":{"display_offset_minutes":1e9,"places":{"-3":"a","x":"b","7":"Seven","99999999999":"c"}}}})",
                                  "here");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(read->theme, ThemeChoice::System);
  EXPECT_EQ(read->datasets.at("x").displayOffsetMinutes, 0);
  EXPECT_EQ(read->datasets.at("x").names.places, (std::map<LocationId, std::string>{{7, "Seven"}}));
}

TEST(Settings, HostileFilesAreRefused) {
  const std::string head = R"({"schema":"sojourn.settings/1",)";
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("null"), std::string(R"({"schema":"other/1"})"),
        std::string(R"({"schema":7})"), head + R"("window_geometry":5})", head + R"("recent_datasets":"x"})",
        head + R"("recent_datasets":[1]})", head + R"("recent_workspaces":[1]})", head + R"("datasets":{"a":5}})",
        head + R"("proposals_shown":1})", head + R"("datasets":{"a":{"places":{"1":2}}}})", head + R"("launch":[]})",
        head + "\"theme\":\"\xff\"}", head + R"("x":)" + std::string(200'000, '[') + "}",
        head + R"("x":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}"}) {
    const auto read = parseSettings(text, "settings.json");
    ASSERT_FALSE(read.ok()) << text.substr(0, 80);
    EXPECT_EQ(read.error().where, "settings.json");
    EXPECT_FALSE(read.error().what.empty());
  }
}

TEST(Settings, AnyDamageIsSurvived) {
  const std::string whole = formatSettings(everything());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto read = parseSettings(std::string_view(whole).substr(0, length), "here");
    EXPECT_TRUE(!read.ok() || length + 1 == whole.size()) << "only the final line end may be missing: " << length;
  }
  std::mt19937 random(5);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    (void)parseSettings(damaged, "here");
  }
}

TEST(Settings, RecentFilesStayFewAndSingle) {
  std::vector<std::string> recent;
  for (int i = 0; i < 15; ++i) remember(recent, "/" + std::to_string(i));
  EXPECT_EQ(recent.size(), recentLimit);
  EXPECT_EQ(recent.front(), "/14");
  remember(recent, "/9");
  EXPECT_EQ(recent.front(), "/9");
  EXPECT_EQ(std::ranges::count(recent, "/9"), 1);
  recent = {"a", "b"};
  remember(recent, "b");
  EXPECT_THAT(recent, ElementsAre("b", "a"));
}

TEST(Settings, AFolderThatCannotBeMadeIsAnError) {
  const test::TempFolder folder;
  std::ofstream(folder / "file") << "x";
  const Status written = writeSettings(folder / "file" / "settings.json", {});
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().kind, ErrorKind::Failed);
}

}  // namespace
}  // namespace sojourn::session
