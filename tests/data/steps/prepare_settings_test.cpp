// SPDX-License-Identifier: GPL-3.0-or-later
// The table of settings: what each takes, what a report keeps, what the recipes decide.
#include "model/data/steps/prepare_settings.h"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/data/prepare/preparation_counts.h"

namespace sojourn {
namespace {

const PrepareParameter& parameterNamed(std::string_view key) {
  for (const PrepareParameter& parameter : prepareParameters())
    if (parameter.key == key) return parameter;
  ADD_FAILURE() << key;
  return prepareParameters().front();
}

TEST(PrepareSettings, RecipesDecideThreeSettings) {
  EXPECT_EQ(defaultPrepareSettings(InputFormat::Geolife).metric, ClusterMetric::LonLat);
  EXPECT_EQ(defaultPrepareSettings(InputFormat::Gpx).metric, ClusterMetric::Haversine);
  const auto published = parametersAsJson(defaultPrepareSettings(InputFormat::Geolife));
  const auto corrected = parametersAsJson(defaultPrepareSettings(InputFormat::Gpx));
  std::set<std::string> different;
  for (const auto& [key, value] : published.items())
    if (corrected.at(key) != value) different.insert(key);
  EXPECT_EQ(different, (std::set<std::string>{"metric", "gap_stays", "centre"}));
}

TEST(PrepareSettings, CheckInsHaveLimitsOfTheirOwn) {
  const PrepareSettings settings = defaultPrepareSettings(InputFormat::CheckinsCsv);
  EXPECT_EQ(settings.minUserVisits, 11);
  EXPECT_EQ(settings.minPlaceVisits, 11);
  EXPECT_FALSE(settings.input.dropDuplicates);
}

TEST(PrepareSettings, RefuseWhatIsNotPossible) {
  PrepareSettings settings;
  EXPECT_TRUE(setParameter(settings, parameterNamed("eps"), "12.5").ok());
  EXPECT_EQ(settings.eps, 12.5);
  for (const auto& [key, text] : std::vector<std::pair<const char*, const char*>>{{"eps", "0"},
                                                                                  {"eps", "nan"},
                                                                                  {"eps", "20m"},
                                                                                  {"min_samples", "0"},
                                                                                  {"min_samples", "2.5"},
                                                                                  {"window", "-1"},
                                                                                  {"time", "-1"},
                                                                                  {"metric", "euclid"},
                                                                                  {"split", "0.6,0.4"},
                                                                                  {"split", "0.6,0.3,0.3"},
                                                                                  {"split", "1,0,0"},
                                                                                  {"max_duration", "99999999999"},
                                                                                  {"time_zone", ""}}) {
    PrepareSettings changed;
    const Status set = setParameter(changed, parameterNamed(key), text);
    ASSERT_FALSE(set.ok()) << key << " " << text;
    EXPECT_EQ(set.error().kind, ErrorKind::BadUsage);
    EXPECT_FALSE(set.error().remedy.empty());
  }
  EXPECT_TRUE(setParameter(settings, parameterNamed("split"), "0.8,0.1,0.1").ok());
  EXPECT_EQ(settings.split[1], 0.1);
}

TEST(PrepareSettings, AreReadBackFromAReport) {
  PrepareSettings settings = defaultPrepareSettings(InputFormat::PointsCsv);
  settings.eps = 33.5;
  settings.includeLast = false;
  settings.timeZone = "Asia/Shanghai";
  settings.scope = ClusterScope::User;
  settings.split = {0.7, 0.2, 0.1};
  settings.input.dropDuplicates = false;
  settings.input.stampsIn = "Europe/Zurich";
  const nlohmann::ordered_json report{
      {"schema", "sojourn.preparation/1"},      {"format", "points-csv"},          {"recipe", "corrected"},
      {"settings", parametersAsJson(settings)}, {"columns", {{"user", "Device"}}}, {"header", true}};
  EXPECT_EQ(report["settings"]["eps"], 33.5);
  EXPECT_EQ(report["settings"]["include_last"], false);
  EXPECT_EQ(report["settings"]["window"], 7);
  const auto read = settingsOfReport(report.dump(), "report");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(parametersAsJson(*read), parametersAsJson(settings));
  EXPECT_EQ(read->input.columns.at("user"), "Device");
  EXPECT_EQ(read->input.format, InputFormat::PointsCsv);
}

TEST(PrepareSettings, HostileReportsAreRefused) {
  for (const char* text :
       {"", "[]", "{}", R"({"schema":"sojourn.preparation/1","format":"points-csv","recipe":"x","settings":{}})",
        R"({"schema":"sojourn.preparation/1","format":"points-csv","recipe":"corrected","settings":7})",
        R"({"schema":"sojourn.preparation/1","format":"points-csv","recipe":"corrected","settings":{"eps":"far"}})"}) {
    const auto read = settingsOfReport(text, "report");
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().kind, ErrorKind::BadInput);
  }
}

TEST(PrepareSettings, ConsequencesFollowTheSettingsNotTheRecipe) {
  PrepareSettings settings = defaultPrepareSettings(InputFormat::Geolife);
  const auto applying = [&] {
    return std::ranges::count_if(recipeConsequences(),
                                 [&](const RecipeConsequence& one) { return one.applies(settings); });
  };
  EXPECT_EQ(applying(), std::ssize(recipeConsequences()));
  settings.metric = ClusterMetric::Haversine;
  settings.gapStays = GapStays::Emit;
  settings.timeZone = "Asia/Shanghai";
  EXPECT_EQ(applying(), std::ssize(recipeConsequences()) - 3);
}

TEST(PreparationCounts, AreNamedInTheOrderOfTheSteps) {
  const auto named =
      namedCounts({{"visits", 3}, {"rows", 9}, {"dropped_bad_time", 2}, {"merged_away", 0}, {"later", 1}});
  ASSERT_EQ(named.size(), 4U);
  EXPECT_EQ(named[0].label, "Rows");
  EXPECT_EQ(named[1].label, "  dropped: bad time");
  EXPECT_EQ(named[2].label, "Visits");
  EXPECT_EQ(named[3].label, "later");
}

}  // namespace
}  // namespace sojourn
