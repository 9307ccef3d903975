// SPDX-License-Identifier: GPL-3.0-or-later
// Trials give what a preparation gives, and their funnels close.
#include "model/data/prepare/trial_preparation.h"

#include <cstdlib>
#include <fstream>
#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/prepare/leaving_stays.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::TempFolder;
using ::testing::ElementsAre;
using Kind = FunnelStep::Kind;

const FunnelStep& step(const std::vector<FunnelStep>& funnel, Kind kind) {
  return *std::ranges::find(funnel, kind, &FunnelStep::kind);
}

std::int64_t reason(const FunnelStep& step, std::string_view key) {
  const auto found = std::ranges::find(step.reasons, key, &FunnelStep::Reason::key);
  return found == step.reasons.end() ? 0 : found->rows;
}

/// Each step is the one before it less its reasons; staypoints are of many fixes.
void expectClosed(const std::vector<FunnelStep>& funnel) {
  for (std::size_t i = 1; i < funnel.size(); ++i) {
    if (funnel[i].kind == Kind::Staypoints && funnel[i].left != funnel[i - 1].left) continue;
    std::int64_t gone = 0;
    for (const auto& reason : funnel[i].reasons) gone += reason.rows;
    EXPECT_EQ(funnel[i - 1].left - gone, funnel[i].left) << "step " << i;
  }
}

/// Stays are listed for as many as each reason counts, each for one reason.
void expectListed(const TrialInput& input, const Preparation& made) {
  std::set<std::tuple<std::uint32_t, EpochMs, EpochMs>> all;
  std::size_t listed = 0;
  for (const FunnelStep& step : funnelOf(made)) {
    if (step.kind == Kind::Points) continue;
    for (const auto& [key, rows] : step.reasons) {
      const std::vector<LeavingStay> stays = leavingStays(input, made, key, 1'000'000);
      EXPECT_EQ(std::ssize(stays), rows) << key;
      for (const LeavingStay& stay : stays) all.emplace(stay.user, stay.start, stay.end);
      listed += stays.size();
      EXPECT_EQ(leavingStays(input, made, key, 1).size(), 1U) << key;
    }
  }
  EXPECT_EQ(all.size(), listed);
}

PrepareSettings settingsOf(InputFormat format, const std::filesystem::path& input) {
  PrepareSettings settings = defaultPrepareSettings(format);
  settings.input.format = format;
  settings.input.input = input;
  settings.input.stampsIn = "UTC";
  return settings;
}

/// Check-ins of two users, three a day for `days`, at two places.
PrepareSettings checkinsIn(const TempFolder& folder, int days) {
  std::ofstream file(folder / "checkins.csv");
  file << "user,place,time\nanna,x,never\n";
  for (const char* const user : {"anna", "ben"})
    for (int day = 0; day < days; ++day)
      for (int hour = 8; hour < 20; hour += 5)
        file << user << ',' << (hour < 12 ? "cafe" : "park") << ',' << 1'600'041'600 + day * 86'400 + hour * 3600
             << '\n';
  file.close();
  return settingsOf(InputFormat::CheckinsCsv, folder / "checkins.csv");
}

/// Fixes of a user, one an hour for `days`, at two places 2 km apart and, once a week, 30 m beside the first.
PrepareSettings fixesIn(const TempFolder& folder, int days) {
  std::ofstream file(folder / "fixes.csv");
  file << "user,time,lat,lon\n";
  for (int hour = 0; hour < days * 24; ++hour)
    file << "anna," << 1'600'041'600 + hour * 3600 << ','
         << (hour % 24 < 9     ? "47.1"
             : hour % 168 < 24 ? "47.12027"
                               : "47.12")
         << ",15.1\n";
  file.close();
  return settingsOf(InputFormat::PointsCsv, folder / "fixes.csv");
}

TEST(TrialPreparation, CountsThePlacesThatAPreparationFinds) {
  const TempFolder folder;
  PrepareSettings settings = fixesIn(folder, 42);
  const auto input = readTrialInput(settings.input);
  ASSERT_TRUE(input.ok()) << input.error().sentence();
  TrialPreparation trial(*input);
  std::vector<std::size_t> counts;
  for (const double eps : {10.0, 20.0, 50.0, 5000.0}) {
    settings.eps = eps;
    const auto places = trial.countPlaces(settings);
    const auto made = trial.prepare(settings);
    ASSERT_TRUE(places.ok() && made.ok());
    EXPECT_EQ(*places, made->places.size()) << eps;
    counts.push_back(*places);
  }
  EXPECT_THAT(counts, ElementsAre(3, 3, 2, 1));
}

TEST(TrialPreparation, TellsWhatWasReadOfAUserAndTheTargetsOfEachSplit) {
  const TempFolder folder;
  const PrepareSettings ofFixes = fixesIn(folder, 42), ofVisits = checkinsIn(folder, 60);
  const auto fixes = readTrialInput(ofFixes.input), visits = readTrialInput(ofVisits.input);
  ASSERT_TRUE(fixes.ok() && visits.ok());
  ASSERT_EQ((*fixes)->users.size(), 1U);
  EXPECT_EQ((*fixes)->users.front().rows, 42U * 24);
  EXPECT_EQ((*fixes)->users.front().last - (*fixes)->users.front().first, (42LL * 24 - 1) * 3'600'000);
  ASSERT_EQ((*visits)->users.size(), 2U);
  EXPECT_EQ((*visits)->users.back().user, "ben");
  EXPECT_EQ((*visits)->users.back().rows, 180U);
  const auto made = TrialPreparation(*visits).prepare(ofVisits);
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(made->sequences.targets.size(), 2U);
  for (const auto& of : made->sequences.targets)
    for (std::size_t split = 0; split < 3; ++split)
      EXPECT_EQ(2 * of.targets[split], std::ssize(made->sequences.splits[split].users()));
}

TEST(TrialPreparation, SettingsAndUsersChangeTheCounts) {
  const TempFolder folder;
  PrepareSettings settings = checkinsIn(folder, 60);
  const auto input = readTrialInput(settings.input);
  ASSERT_TRUE(input.ok()) << input.error().sentence();
  TrialPreparation trial(*input);
  const auto both = trial.prepare(settings);
  ASSERT_TRUE(both.ok()) << both.error().sentence();
  const auto funnel = funnelOf(*both);
  expectClosed(funnel);
  EXPECT_EQ(step(funnel, Kind::Rows).left, 361);
  EXPECT_EQ(reason(step(funnel, Kind::Points), "bad_time"), 1);
  EXPECT_EQ(step(funnel, Kind::Visits).left, 360);
  // Train has the days 0 to 35, validation 36 to 47, test 48 to 59: 36 + 12 + 12 days, less a window each.
  EXPECT_EQ(step(funnel, Kind::Targets).left, 2 * 3 * (60 - 3 * 7));
  EXPECT_EQ(both->users.size(), 2U);
  settings.excludedUsers = {"anna"};
  const auto one = trial.prepare(settings);
  ASSERT_TRUE(one.ok());
  expectClosed(funnelOf(*one));
  expectListed(**input, *one);
  EXPECT_EQ(reason(step(funnelOf(*one), Kind::Visits), "excluded"), 180);
  EXPECT_EQ(step(funnelOf(*one), Kind::Targets).left, 3 * (60 - 3 * 7));
  settings.window = 20;
  const auto none = trial.prepare(settings);
  ASSERT_TRUE(none.ok());
  ASSERT_TRUE(none->refusal);
  EXPECT_THAT(none->refusal->remedy, ::testing::HasSubstr("--window 11"));
  settings.timeZone = "Nowhere/Else";
  EXPECT_FALSE(trial.prepare(settings).ok());
}

TEST(TrialPreparation, ListsTheVisitsThatLeaveATable) {
  const TempFolder folder;
  std::ofstream file(folder / "visits.csv");
  file << "user,place,start,end,lat,lon\n";
  const auto row = [&](const char* user, const char* place, int day, int hour, int hours) {
    const EpochMs start = 1'600'041'600 + day * 86'400 + hour * 3600;
    file << user << ',' << place << ',' << start << ',' << start + hours * 3600 << ",47.1,15.1\n";
  };
  for (int day = 0; day < 60; ++day) {
    row("anna", "home", day, 1, 5);
    row("anna", "home", day, 6, 1);  // goes on
    row("anna", day == 30 ? "lake" : "work", day, 9, 8);
    row("anna", "park", day, 18, 2);
    if (day < 20) row("ben", "home", day, 1, 5);
  }
  row("eva", "home", 0, 1, 5);
  file.close();
  PrepareSettings settings = settingsOf(InputFormat::VisitsCsv, folder / "visits.csv");
  settings.minDays = 1;
  settings.minPlaceVisits = 2;
  const auto input = readTrialInput(settings.input);
  ASSERT_TRUE(input.ok()) << input.error().sentence();
  const auto made = TrialPreparation(*input).prepare(settings);
  ASSERT_TRUE(made.ok()) << made.error().sentence();
  expectClosed(funnelOf(*made));
  expectListed(**input, *made);
  const auto rare = leavingStays(**input, *made, "rare", 9);
  ASSERT_EQ(rare.size(), 1U);
  EXPECT_EQ(made->places.at(rare[0].place.value()).id, "lake");
  EXPECT_EQ(rare[0].position->latitude, 47.1);
  EXPECT_EQ(leavingStays(**input, *made, "merged", 99).size(), 60U);
  const auto ofShort = leavingStays(**input, *made, "short_record", 9);
  ASSERT_EQ(ofShort.size(), 1U);
  EXPECT_EQ(made->users.at(ofShort[0].user), "eva");
  EXPECT_THAT(leavingStays(**input, *made, "duplicate", 9), ::testing::IsEmpty());
}

/// The figures of PREPARE.md 6 and of visual/import-light.png.
TEST(TrialPreparation, SixRawUsersGiveTheKnownFunnels) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const TempFolder unpacked;
  const std::string unpack = "tar -xJf '" + (data / "geolife_raw/geolife_raw_6users.tar.xz").string() + "' -C '" +
                             unpacked.path().string() + "'";
  ASSERT_EQ(std::system(unpack.c_str()), 0);
  PrepareSettings settings = defaultPrepareSettings(InputFormat::Geolife);
  settings.input.format = InputFormat::Geolife;
  settings.input.input = unpacked.path();
  settings.input.stampsIn = "UTC";
  const auto input = readTrialInput(settings.input);
  ASSERT_TRUE(input.ok()) << input.error().sentence();
  TrialPreparation trial(*input);
  struct Expected {
    PrepareRecipe recipe;
    const char* zone;
    std::vector<std::int64_t> left;
    std::int64_t noise, merged, firstDays, shortHistory, emptySplit;
  };
  const std::vector<Expected> all{
      {PrepareRecipe::Published, "UTC", {412126, 412124, 1244, 712, 707, 510, 445}, 532, 5, 119, 78, 65},
      {PrepareRecipe::Corrected, "Asia/Shanghai", {412126, 412124, 1253, 629, 624, 446, 411}, 624, 5, 110, 68, 35},
  };
  for (const Expected& one : all) {
    applyRecipe(settings, one.recipe);
    settings.timeZone = one.zone;
    const auto made = trial.prepare(settings);
    ASSERT_TRUE(made.ok()) << made.error().sentence();
    const auto funnel = funnelOf(*made);
    expectClosed(funnel);
    expectListed(**input, *made);
    std::vector<std::int64_t> left;
    for (const FunnelStep& step : funnel) left.push_back(step.left);
    EXPECT_EQ(left, one.left) << one.zone;
    EXPECT_EQ(reason(step(funnel, Kind::Points), "duplicate"), 2);
    EXPECT_EQ(reason(step(funnel, Kind::InPlace), "noise"), one.noise);
    EXPECT_EQ(reason(step(funnel, Kind::Visits), "merged"), one.merged);
    EXPECT_EQ(reason(step(funnel, Kind::Targets), "first_days"), one.firstDays);
    EXPECT_EQ(reason(step(funnel, Kind::Targets), "short_history"), one.shortHistory);
    EXPECT_EQ(reason(step(funnel, Kind::Sequences), "empty_split"), one.emptySplit);
  }
  settings.excludedUsers = {"0", "73"};
  const auto fewer = trial.prepare(settings);
  ASSERT_TRUE(fewer.ok());
  EXPECT_EQ(fewer->users.size(), 4U);
  settings.minDays = 200;
  settings.activity = 60;
  settings.minUserVisits = 40;
  settings.minPlaceVisits = 3;
  const auto strict = trial.prepare(settings);
  ASSERT_TRUE(strict.ok());
  EXPECT_GT(reason(step(funnelOf(*strict), Kind::InPlace), "short_record"), 0);
  EXPECT_GT(reason(step(funnelOf(*strict), Kind::Visits), "rare"), 0);
  expectListed(**input, *strict);
}

}  // namespace
}  // namespace sojourn
